// SPDX-License-Identifier: Apache-2.0
// The table of families, and what happens when a body is not what it looked like.
#include "decoders/formats/decode.h"

#include <algorithm>
#include <array>
#include <limits>

#include "decoders/formats/families.h"
#include "decoders/formats/json_guard.h"
#include "decoders/formats/media_type.h"
#include "decoders/formats/recognise.h"

namespace capaudit {
namespace {

/// An AMF packet holds at most 65,535 messages; no body needs more names than that.
constexpr std::size_t kMaxNames = 65535;

struct Family {
  Format format;
  bool (*decode)(Decoded& decoded, const Hints& hints, const Limits& limits);
};

constexpr std::array kFamilies = std::to_array<Family>({
    {Format::json, decode_json_body},
    {Format::json_lines, decode_json_body},
    {Format::xml, decode_xml_body},
    {Format::amf0, decode_amf_body},
    {Format::html, decode_html_body},
    {Format::csv, decode_csv_body},
    {Format::form, decode_form_body},
    {Format::multipart, decode_multipart_body},
    {Format::grpc, decode_grpc_body},
});

/// Text and scripts may be JSON behind a call or an event stream.
bool may_wrap_json(Bytes content, Format format) {
  if (format != Format::javascript && format != Format::text) {
    return false;
  }
  const std::string_view text =
      as_text(content.first(std::min<std::size_t>(512, content.size())));
  const JsonGuard guard = find_json_guard(text, 0);
  const std::size_t first = next_json_value(text, guard.begin, guard.events);
  return guard.begin < text.size() && first < text.size() &&
         (text[first] == '{' || text[first] == '[') && (guard.begin != 0 || guard.events);
}

/// For a body that looked like `refused` and was not: what its type says, or whether it
/// is text at all.
Format fall_back(Bytes content, const Hints& hints, Format refused) {
  const Format by_type = format_of_type(hints.content_type);
  if (by_type != Format::binary && by_type != refused) {
    return by_type;
  }
  const Bytes start = content.first(std::min<std::size_t>(4096, content.size()));
  return looks_like_text(start) ? Format::text : Format::binary;
}

}  // namespace

void Decoded::note(std::string_view code) {
  if (std::find(findings.begin(), findings.end(), code) == findings.end()) {
    findings.push_back(code);
  }
}

void Decoded::add_name(std::string name) {
  if (name.empty()) {
    return;
  }
  if (names.size() == kMaxNames) {
    note("names_limited");
    return;
  }
  names.push_back(std::move(name));
}

CallBytes Decoded::call_bytes() const {
  CallBytes bytes;
  for (const Call& call : calls) {
    bytes.own += call.bytes;
  }
  bytes.shared = tree.body().size() - bytes.own;
  return bytes;
}

Decoded decode(Bytes content, const Hints& hints, const Limits& limits) {
  Decoded decoded{Tree(content)};
  decoded.format = recognise(content, hints.content_type);
  if (decoded.format == Format::empty) {
    decoded.messages = 0;
    return decoded;
  }
  const Format wanted =
      may_wrap_json(content, decoded.format) ? Format::json : decoded.format;
  for (const Family& family : kFamilies) {
    if (family.format != wanted) {
      continue;
    }
    if (content.size() > std::numeric_limits<std::uint32_t>::max()) {
      decoded.tree.error =
          Error{ErrorCode::limit, 0, "bodies above 4 GiB are not decoded"};
    } else if (!family.decode(decoded, hints, limits)) {
      Decoded other{Tree(content)};
      other.format = fall_back(content, hints, wanted);
      return other;
    }
    break;
  }
  return decoded;
}

}  // namespace capaudit
