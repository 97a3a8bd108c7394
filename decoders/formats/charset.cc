// SPDX-License-Identifier: Apache-2.0
// Character encodings over iconv, with the names it is allowed to hear.
#include "decoders/formats/charset.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

#include <iconv.h>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::array kKnown = {
    "iso-8859-1"sv,   "iso-8859-2"sv,   "iso-8859-3"sv,   "iso-8859-4"sv,
    "iso-8859-5"sv,   "iso-8859-6"sv,   "iso-8859-7"sv,   "iso-8859-8"sv,
    "iso-8859-9"sv,   "iso-8859-10"sv,  "iso-8859-13"sv,  "iso-8859-14"sv,
    "iso-8859-15"sv,  "iso-8859-16"sv,  "latin1"sv,       "windows-1250"sv,
    "windows-1251"sv, "windows-1252"sv, "windows-1253"sv, "windows-1254"sv,
    "windows-1255"sv, "windows-1256"sv, "windows-1257"sv, "windows-1258"sv,
    "cp1252"sv,       "koi8-r"sv,       "koi8-u"sv,       "macintosh"sv,
    "ibm437"sv,       "ibm850"sv,       "ibm037"sv,       "shift_jis"sv,
    "euc-jp"sv,       "iso-2022-jp"sv,  "gb2312"sv,       "gbk"sv,
    "gb18030"sv,      "big5"sv,         "euc-kr"sv,       "tis-620"sv,
    "utf-16le"sv,     "utf-16be"sv,     "utf-32le"sv,     "utf-32be"sv,
};

struct Detected {
  std::string_view charset;  ///< empty: nothing detected
  std::size_t mark_bytes = 0;
};

Detected detect(Bytes body) {
  const std::string_view text = as_text(body);
  if (text.starts_with("\xef\xbb\xbf"sv)) {
    return {"utf-8", 3};
  }
  if (text.starts_with("\xff\xfe\0\0"sv)) {
    return {"utf-32le", 4};
  }
  if (text.starts_with("\0\0\xfe\xff"sv)) {
    return {"utf-32be", 4};
  }
  if (text.starts_with("\xff\xfe"sv)) {
    return {"utf-16le", 2};
  }
  if (text.starts_with("\xfe\xff"sv)) {
    return {"utf-16be", 2};
  }
  if (body.size() < 4) {
    return {};
  }
  const unsigned zeros = (body[0] == 0 ? 8U : 0U) | (body[1] == 0 ? 4U : 0U) |
                         (body[2] == 0 ? 2U : 0U) | (body[3] == 0 ? 1U : 0U);
  switch (zeros) {
  case 0b1110:
    return {"utf-32be", 0};
  case 0b0111:
    return {"utf-32le", 0};
  case 0b1010:
    return {"utf-16be", 0};
  case 0b0101:
    return {"utf-16le", 0};
  default:
    return {};
  }
}

class Converter {
 public:
  explicit Converter(const std::string& charset)
      : handle_(iconv_open("UTF-8", charset.c_str())) {}
  ~Converter() {
    if (ok()) {
      iconv_close(handle_);
    }
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool ok() const { return handle_ != invalid(); }

  /// Appends what `body` says; false if some bytes said nothing.
  bool run(Bytes body, std::size_t unit, Buffer& out);

 private:
  static iconv_t invalid() { return std::bit_cast<iconv_t>(~std::uintptr_t{0}); }

  iconv_t handle_;
};

bool Converter::run(Bytes body, std::size_t unit, Buffer& out) {
  // iconv's prototype is not const, but it only reads.
  std::string scratch(std::size_t{64} << 10, '\0');
  std::string in(as_text(body));
  char* next_in = in.data();
  std::size_t in_left = in.size();
  bool clean = true;
  while (in_left != 0) {
    char* next_out = scratch.data();
    std::size_t out_left = scratch.size();
    const std::size_t result = iconv(handle_, &next_in, &in_left, &next_out, &out_left);
    const int why = errno;
    out.insert(out.end(), scratch.begin(),
               scratch.end() - static_cast<std::ptrdiff_t>(out_left));
    if (result != static_cast<std::size_t>(-1) || why == E2BIG) {
      continue;
    }
    constexpr std::array<std::uint8_t, 3> kReplacement = {0xef, 0xbf, 0xbd};
    out.insert(out.end(), kReplacement.begin(), kReplacement.end());
    const std::size_t skip = std::min(unit, in_left);
    next_in += skip;
    in_left -= skip;
    clean = false;
  }
  return clean;
}

}  // namespace

Utf8 to_utf8(Bytes body, std::string_view declared) {
  Utf8 result;
  const Detected detected = detect(body);
  std::string charset = to_lower(trim(declared));
  if (!detected.charset.empty()) {
    charset = detected.charset;
  }
  if (charset.starts_with("utf-16") || charset.starts_with("utf-32")) {
    // Declared but not detected: the bytes win.
    charset = detected.charset;
  }
  if (charset.empty() || charset == "utf-8" || charset == "utf8" ||
      charset == "us-ascii" || charset == "ascii" || charset == "unicode-1-1-utf-8") {
    result.start = detected.mark_bytes;
    return result;
  }
  if (std::find(kKnown.begin(), kKnown.end(), charset) == kKnown.end()) {
    result.finding = "charset_unknown";
    charset = "iso-8859-1";
  }
  Converter converter(charset == "latin1" ? "iso-8859-1" : charset);
  if (!converter.ok()) {
    result.finding = "charset_unknown";
    result.start = detected.mark_bytes;
    return result;
  }
  result.converted = true;
  const std::size_t unit = charset.starts_with("utf-16")   ? 2
                           : charset.starts_with("utf-32") ? 4
                                                           : 1;
  if (!converter.run(body.subspan(detected.mark_bytes), unit, result.text)) {
    result.finding = "charset_damaged";
  }
  return result;
}

std::string_view xml_declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) {
    return {};
  }
  text = text.substr(0, std::min<std::size_t>(text.find("?>"), 256));
  const std::size_t at = text.find("encoding");
  if (at == std::string_view::npos) {
    return {};
  }
  std::string_view rest = trim_left(text.substr(at + 8));
  if (!rest.starts_with('=')) {
    return {};
  }
  rest = trim_left(rest.substr(1));
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) {
    return {};
  }
  const std::size_t end = rest.find(rest[0], 1);
  return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
}

}  // namespace capaudit
