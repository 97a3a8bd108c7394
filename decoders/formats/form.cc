// SPDX-License-Identifier: Apache-2.0
// application/x-www-form-urlencoded (URL Standard 5.1): an object of strings. A form that
// carries Bayeux messages in its field `message` (Bayeux 1.0, 3.4) is Bayeux.
#include <optional>
#include <string>

#include "decoders/formats/families.h"
#include "decoders/formats/percent.h"

namespace capaudit {
namespace {

/// Appends `text` with %xx and + decoded; false if there was nothing to decode.
bool percent_decode(std::string_view text, std::string& out) {
  if (text.find_first_of("%+") == std::string_view::npos) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<char> byte = percent_byte(text, i);
    out += byte.value_or(text[i] == '+' ? ' ' : text[i]);
    i += byte ? 2U : 0U;
  }
  return true;
}

bool add_pair(TreeBuilder& builder, std::string_view pair, std::size_t begin) {
  const std::size_t equals = std::min(pair.find('='), pair.size());
  std::string name;
  if (!percent_decode(pair.substr(0, equals), name)) {
    name = pair.substr(0, equals);
  }
  const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
  Node* node = builder.add(NodeKind::string, builder.tree().names.intern(name), begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(pair.size());
  std::string& store = builder.store_text();
  const std::size_t store_begin = store.size();
  const bool stored = percent_decode(value, store);
  const std::size_t at = stored ? store_begin : begin + pair.size() - value.size();
  const std::size_t length = stored ? store.size() - store_begin : value.size();
  builder.set_text(*node,
                   {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length)},
                   stored);
  return true;
}

/// Decodes the field `message` as JSON and keeps it if it is Bayeux.
bool decode_bayeux(Decoded& decoded, const Hints& hints, const Limits& limits) {
  const NodeId id = decoded.tree.find(decoded.tree.root, "message");
  const std::string_view text =
      id == kNoNode ? std::string_view() : decoded.tree.text(id);
  if (!text.starts_with('[') && !text.starts_with('{')) {
    return false;
  }
  const Bytes bytes = as_bytes(text);
  Decoded inner{Tree(Buffer(bytes.begin(), bytes.end()))};
  Hints json = hints;
  json.content_type = "application/json";
  if (!decode_json_body(inner, json, limits) || inner.format != Format::bayeux) {
    return false;
  }
  decoded = std::move(inner);
  return true;
}

}  // namespace

bool decode_form_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  const std::string_view text = as_text(decoded.tree.body());
  TreeBuilder builder(decoded.tree, limits);
  if (builder.open(NodeKind::object, kNoName, 0) == nullptr) {
    return true;
  }
  for (std::size_t at = 0; at < text.size() && !builder.failed();) {
    const std::size_t end = std::min(text.find('&', at), text.size());
    std::string_view pair = text.substr(at, end - at);
    while (end == text.size() && pair.ends_with('\n')) {
      pair.remove_suffix(pair.ends_with("\r\n") ? 2 : 1);
    }
    if (!pair.empty()) {
      add_pair(builder, pair, at);
    }
    at = end + 1;
  }
  builder.close(text.size());
  decode_bayeux(decoded, hints, limits);
  return true;
}

}  // namespace capaudit
