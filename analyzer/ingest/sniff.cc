// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/sniff.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace capaudit {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view what;
};

constexpr Magic kMagics[] = {
    {"BZh"sv, "a bzip2 file: decompress it first (bunzip2)"},
    {"\x04\x22\x4d\x18"sv, "an lz4 file: decompress it first (lz4 -d)"},
    {"\x1f\x8b"sv, "gzip inside a compressed file: decompress it once (gunzip)"},
    {"\x28\xb5\x2f\xfd"sv, "zstd inside a compressed file: decompress it once (unzstd)"},
    {"\xfd\x37\x7a\x58\x5a\x00"sv,
     "xz inside a compressed file: decompress it once (unxz)"},
    {"snoop\0\0\0"sv, "a snoop capture: convert it first (editcap)"},
    {"RTSS"sv, "a Network Monitor 1 capture: convert it first (editcap)"},
    {"GMBU"sv, "a Network Monitor 2 capture: convert it first (editcap)"},
    {"XCP\0"sv, "a NetXRay capture: convert it first (editcap)"},
    {"TRSNIFF data"sv, "a Sniffer capture: convert it first (editcap)"},
    {"\x7f"
     "ELF"sv,
     "a program"},
    {"MZ"sv, "a program"},
    {"PK\3\4"sv, "a zip archive inside a compressed file: unpack it once"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive: unpack it first"},
    {"\x89PNG"sv, "a PNG image"},
    {"GIF8"sv, "a GIF image"},
    {"\xff\xd8\xff"sv, "a JPEG image"},
    {"%PDF"sv, "a PDF document"},
    {"SQLite format 3"sv, "an SQLite database"},
};

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view without_space(std::string_view text) {
  const auto* begin = std::find_if_not(text.begin(), text.end(), is_space);
  return text.substr(static_cast<std::size_t>(begin - text.begin()));
}

std::string_view without_mark(std::string_view text) {
  while (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  return without_space(text);
}

bool starts_with_word(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char want, char have) {
           return (have >= 'A' && have <= 'Z' ? have - 'A' + 'a' : have) == want;
         });
}

// Bytes that follow the first one of a UTF-8 character (RFC 3629 3); none when it cannot
// be a first one.
std::optional<std::size_t> utf8_tail(std::uint8_t first) {
  if (first < 0x80) {
    return 0;
  }
  if (first < 0xc2 || first > 0xf4) {
    return std::nullopt;
  }
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

// UTF-8 without control characters; the last character may be cut.
bool is_text(std::string_view text) {
  std::size_t expected = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (expected > 0) {
      if ((byte & 0xc0) != 0x80) {
        return false;
      }
      --expected;
      continue;
    }
    const std::optional<std::size_t> tail = utf8_tail(byte);
    const bool control =
        byte == 0x7f || (byte < 0x20 && !is_space(text[i]) && byte != '\f');
    if (!tail || control) {
      return false;
    }
    expected = *tail;
  }
  return text.size() > expected;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv);
}

// `callback({...})`: what stands inside; the text itself where there is no such frame.
std::string_view without_jsonp(std::string_view text) {
  const std::size_t open = text.find_first_of("({[");
  if (open == std::string_view::npos || text[open] != '(') {
    return text;
  }
  return without_space(text.substr(open + 1));
}

}  // namespace

bool is_har(Bytes head) {
  const std::string_view text = without_jsonp(without_mark(as_text(head)));
  if (!text.starts_with('{') && !text.starts_with('[')) {
    return false;
  }
  return text.find("\"log\"") != std::string_view::npos ||
         text.find("\"entries\"") != std::string_view::npos;
}

std::string describe_content(Bytes head) {
  const std::string_view text = as_text(head);
  for (const Magic& magic : kMagics) {
    if (text.starts_with(magic.bytes)) {
      return std::string(magic.what);
    }
  }
  if (std::all_of(text.begin(), text.end(), [](char c) { return c == 0; })) {
    return "a file of zeros";
  }
  if (is_utf16(text)) {
    return "a UTF-16 text";
  }
  if (!is_text(text)) {
    return "a file of a kind that is not known here";
  }
  const std::string_view words = without_mark(text);
  if (starts_with_word(words, "<!doctype html") || starts_with_word(words, "<html")) {
    return "an HTML page";
  }
  if (starts_with_word(words, "<?xml")) {
    return "an XML document";
  }
  if (words.starts_with('{') || words.starts_with('[')) {
    return "a JSON text that is no HAR";
  }
  return "a text file";
}

}  // namespace capaudit
