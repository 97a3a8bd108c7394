// SPDX-License-Identifier: Apache-2.0
// Recognition by magic number, by first token, by type.
#include "decoders/formats/recognise.h"

#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/reader.h"
#include "decoders/core/text.h"
#include "decoders/formats/media_type.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

/// Bytes at an offset that give a format away.
struct Magic {
  std::size_t offset;
  std::string_view bytes;
  Format format;
};

constexpr std::array kMagics = std::to_array<Magic>({
    {0, "\x89PNG\r\n\x1a\n"sv, Format::image},
    {0, "GIF87a"sv, Format::image},
    {0, "GIF89a"sv, Format::image},
    {0, "\xff\xd8\xff"sv, Format::image},
    {0, "II*\0"sv, Format::image},
    {0, "MM\0*"sv, Format::image},
    {8, "WEBPVP8"sv, Format::image},
    {4, "ftypavif"sv, Format::image},
    {4, "ftypavis"sv, Format::image},
    {4, "ftypheic"sv, Format::image},
    {4, "ftypmif1"sv, Format::image},
    {0, "wOFF"sv, Format::font},
    {0, "wOF2"sv, Format::font},
    {0, "OTTO\0"sv, Format::font},
    {0, "true\0"sv, Format::font},
    {0, "ttcf\0"sv, Format::font},
    {34, "LP"sv, Format::font},
    {4, "ftypM4A"sv, Format::audio},
    {4, "ftyp"sv, Format::video},
    {0, "\x1a\x45\xdf\xa3"sv, Format::video},
    {0, "FLV\x01"sv, Format::video},
    {0, "\0\0\x01\xba"sv, Format::video},
    {0, "\0\0\x01\xb3"sv, Format::video},
    {8, "AVI LIST"sv, Format::video},
    {8, "WAVEfmt"sv, Format::audio},
    {0, "ID3\x02"sv, Format::audio},
    {0, "ID3\x03"sv, Format::audio},
    {0, "ID3\x04"sv, Format::audio},
    {0, "fLaC"sv, Format::audio},
    {0, "MThd\0\0\0\x06"sv, Format::audio},
    {0, "\0asm"sv, Format::wasm},
    {0, "\x1f\x8b\x08"sv, Format::binary},
    {0, "PK\x03\x04"sv, Format::binary},
    {0, "%PDF-"sv, Format::binary},
    {0, "\x28\xb5\x2f\xfd"sv, Format::binary},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     Format::binary},
});

/// Types by essence, or by its start where the name ends in "/".
struct TypeName {
  std::string_view name;
  Format format;
};

constexpr std::array kTypes = std::to_array<TypeName>({
    {"application/json", Format::json},
    {"text/json", Format::json},
    {"application/x-json", Format::json},
    {"application/manifest", Format::json},
    {"application/x-ndjson", Format::json_lines},
    {"application/ndjson", Format::json_lines},
    {"application/jsonl", Format::json_lines},
    {"application/x-jsonlines", Format::json_lines},
    {"application/json-seq", Format::json_lines},
    {"application/xml", Format::xml},
    {"text/xml", Format::xml},
    {"text/html", Format::html},
    {"application/xhtml+xml", Format::html},
    {"application/x-amf", Format::amf0},
    {"application/x-www-form-urlencoded", Format::form},
    {"text/csv", Format::csv},
    {"application/csv", Format::csv},
    {"text/comma-separated-values", Format::csv},
    {"text/tab-separated-values", Format::csv},
    {"text/css", Format::css},
    {"text/javascript", Format::javascript},
    {"application/javascript", Format::javascript},
    {"application/x-javascript", Format::javascript},
    {"application/ecmascript", Format::javascript},
    {"text/ecmascript", Format::javascript},
    {"application/x-shockwave-flash", Format::swf},
    {"application/wasm", Format::wasm},
    {"application/grpc", Format::grpc},
    {"application/grpc-web", Format::grpc},
    {"application/grpc-web-text", Format::grpc},
    {"application/protobuf", Format::protobuf},
    {"application/x-protobuf", Format::protobuf},
    {"application/vnd.google.protobuf", Format::protobuf},
    {"application/x-google-protobuf", Format::protobuf},
    {"application/font-woff", Format::font},
    {"application/font-woff2", Format::font},
    {"application/x-font-ttf", Format::font},
    {"application/x-font-woff", Format::font},
    {"application/vnd.ms-fontobject", Format::font},
    {"application/ogg", Format::audio},
    {"application/vnd.apple.mpegurl", Format::text},
    {"multipart/", Format::multipart},
    {"image/", Format::image},
    {"font/", Format::font},
    {"audio/", Format::audio},
    {"video/", Format::video},
    {"text/", Format::text},
});

bool is_swf(Bytes content) {
  // Compression, 'W', 'S', version, length (SWF File Format Specification 19, "The SWF
  // header").
  return content.size() >= 8 &&
         (content[0] == 'F' || content[0] == 'C' || content[0] == 'Z') &&
         content[1] == 'W' && content[2] == 'S' && content[3] >= 1 && content[3] < 64;
}

bool is_bitmap(Bytes content, std::string_view type) {
  const std::string_view text = as_text(content);
  return (text.starts_with("BM") && content.size() > 14 && type.starts_with("image/")) ||
         (text.starts_with("\0\0\x01\0"sv) && type.starts_with("image/"));
}

/// MPEG audio or ADTS frame sync, and Ogg: the type says whether audio or video.
bool is_stream(Bytes content, std::string_view type) {
  const bool sync = content.size() >= 2 && content[0] == 0xff && content[1] >= 0xe0;
  const bool transport =
      content.size() > 188 && content[0] == 0x47 && content[188] == 0x47;
  return (sync && type.starts_with("audio/")) ||
         (transport && type.starts_with("video/")) ||
         as_text(content).starts_with("OggS\0"sv);
}

/// The first thing after white space, byte order mark and, in markup, comments.
std::string_view first_token(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) {
    text.remove_prefix(3);
  }
  text = trim_left(text);
  while (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->");
    if (end == std::string_view::npos) {
      return text;
    }
    text = trim_left(text.substr(end + 3));
  }
  return text;
}

bool starts_html_document(std::string_view text) {
  if (starts_with_ignoring_case(text, "<!doctype")) {
    return starts_with_ignoring_case(trim_left(text.substr(9)), "html");
  }
  return starts_with_ignoring_case(text, "<html");
}

bool starts_html(std::string_view text) {
  if (starts_html_document(text)) {
    return true;
  }
  // Names that other vocabularies hardly begin with.
  constexpr std::array kTags = {"html"sv,   "head"sv,   "body"sv,    "table"sv, "thead"sv,
                                "tbody"sv,  "tr"sv,     "td"sv,      "div"sv,   "span"sv,
                                "script"sv, "style"sv,  "form"sv,    "h1"sv,    "h2"sv,
                                "br"sv,     "ul"sv,     "ol"sv,      "li"sv,    "img"sv,
                                "iframe"sv, "center"sv, "frameset"sv};
  const std::size_t end = text.find_first_of(" \t\r\n/>", 1);
  if (text.size() < 2 || text[0] != '<' || end == std::string_view::npos) {
    return false;
  }
  return std::any_of(kTags.begin(), kTags.end(), [&](std::string_view tag) {
    return equal_ignoring_case(text.substr(1, end - 1), tag);
  });
}

/// Markup: HTML by doctype or by tags that HTML has, XML otherwise.
Format recognise_markup(std::string_view text, Format by_type) {
  if (text.starts_with("<?xml")) {
    const std::size_t end = text.find("?>");
    const std::string_view rest =
        end == std::string_view::npos ? text : first_token(text.substr(end + 2));
    return starts_html_document(rest) ? Format::html : Format::xml;
  }
  if (by_type == Format::xml) {
    return starts_html_document(text) ? Format::html : Format::xml;
  }
  return by_type == Format::html || starts_html(text) ? Format::html : Format::xml;
}

/// UTF-16 or UTF-32 without looking further: every other byte is 0 at the start.
bool looks_wide(Bytes content) {
  return content.size() >= 4 &&
         ((content[0] == 0xff && content[1] == 0xfe) ||
          (content[0] == 0xfe && content[1] == 0xff) ||
          (content[0] == 0 && content[1] != 0 && content[2] == 0 && content[3] != 0) ||
          (content[0] != 0 && content[1] == 0 && content[2] != 0 && content[3] == 0));
}

/// The first character of text in UTF-16 or UTF-32, as ASCII.
char first_wide_character(Bytes content) {
  for (const std::uint8_t byte :
       content.first(std::min<std::size_t>(64, content.size()))) {
    const char c = static_cast<char>(byte);
    if (byte != 0 && byte < 0x80 && !is_blank(c)) {
      return c;
    }
  }
  return '\0';
}

bool starts_json(std::string_view text) {
  constexpr std::array kGuards = {")]}'"sv,     "while(1);"sv, "while (1);"sv,
                                  "for(;;);"sv, "for (;;);"sv, "throw 1;"sv};
  return text.starts_with('{') || text.starts_with('[') || text.starts_with('\x1e') ||
         std::any_of(kGuards.begin(), kGuards.end(),
                     [text](std::string_view guard) { return text.starts_with(guard); });
}

/// A boundary line and a header of a part, whatever the type says.
bool starts_multipart(std::string_view text) {
  text = trim_left(text);
  const std::size_t end = text.substr(0, 256).find('\n');
  return text.starts_with("--") && end != std::string_view::npos &&
         starts_with_ignoring_case(text.substr(end + 1), "content-");
}

}  // namespace

Format format_of_type(std::string_view content_type) {
  const std::string essence = media_type_essence(content_type);
  for (const TypeName& type : kTypes) {
    if (type.name.ends_with('/') ? essence.starts_with(type.name)
                                 : essence == type.name) {
      return essence == "image/svg+xml" ? Format::xml : type.format;
    }
  }
  if (essence.ends_with("+json")) {
    return Format::json;
  }
  if (essence.ends_with("+xml")) {
    return Format::xml;
  }
  if (essence.starts_with("application/grpc")) {
    return Format::grpc;
  }
  return Format::binary;
}

bool looks_like_text(Bytes content) {
  return std::all_of(content.begin(), content.end(), [](std::uint8_t byte) {
    return byte >= 0x20 ? byte != 0x7f
                        : (byte >= '\t' && byte <= '\r') || byte == 0x1b || byte == 0x1e;
  });
}

bool looks_like_amf(Bytes content) {
  constexpr std::size_t kMaxName = 1024;
  Reader reader(content);
  const std::uint16_t version = reader.u16be();
  const std::uint16_t headers = reader.u16be();
  const auto name_fits = [](Bytes name) {
    return name.size() <= kMaxName && looks_like_text(name);
  };
  if (version > 3 || version == 2 || headers > 256) {
    return false;
  }
  if (headers == 0 && reader.u16be() == 0) {
    return false;
  }
  const Bytes name = reader.bytes(reader.u16be());
  if (headers != 0) {
    const std::uint8_t must_understand = reader.u8();
    reader.skip(4);
    return reader.u8() <= 0x11 && reader.ok() && must_understand <= 1 && !name.empty() &&
           name_fits(name);
  }
  const Bytes response = reader.bytes(reader.u16be());
  reader.skip(4);
  const std::uint8_t marker = reader.u8();
  return reader.ok() && marker <= 0x11 && name_fits(name) && name_fits(response) &&
         name.size() + response.size() != 0;
}

Format recognise(Bytes content, std::string_view content_type) {
  if (content.empty()) {
    return Format::empty;
  }
  const std::string type = media_type_essence(content_type);
  const Format by_type = format_of_type(content_type);
  const std::string_view text = as_text(content);
  for (const Magic& magic : kMagics) {
    if (text.size() >= magic.offset + magic.bytes.size() &&
        text.substr(magic.offset, magic.bytes.size()) == magic.bytes) {
      return magic.format;
    }
  }
  if (is_swf(content)) {
    return Format::swf;
  }
  if (is_bitmap(content, type)) {
    return Format::image;
  }
  if (is_stream(content, type)) {
    return by_type == Format::video ? Format::video : Format::audio;
  }
  if (by_type == Format::grpc || by_type == Format::multipart ||
      by_type == Format::protobuf) {
    return by_type;
  }
  if (starts_multipart(text)) {
    return Format::multipart;
  }
  if (looks_like_amf(content)) {
    return Format::amf0;
  }
  const Bytes start = content.first(std::min<std::size_t>(content.size(), 4096));
  const std::string_view token = first_token(text);
  const char first = looks_wide(content) ? first_wide_character(content)
                     : token.empty()     ? '\0'
                                         : token[0];
  if (first == '<' && by_type != Format::javascript && by_type != Format::css) {
    return looks_wide(content) ? Format::xml : recognise_markup(token, by_type);
  }
  if (first == '{' || first == '[' || starts_json(token)) {
    return by_type == Format::css || by_type == Format::json_lines ? by_type
                                                                   : Format::json;
  }
  if (by_type == Format::binary) {
    return looks_like_text(start) ? Format::text : Format::binary;
  }
  return by_type;
}

}  // namespace capaudit
