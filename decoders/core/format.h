// SPDX-License-Identifier: Apache-2.0
// The formats a body can be in, by the names that `list` prints. Content decides first,
// Content-Type where content cannot tell.
#pragma once

#include <cstdint>
#include <string_view>

namespace capaudit {

enum class Format : std::uint8_t {
  json,
  json_lines,
  json_rpc,
  graphql,
  bayeux,
  odata_json,
  xml,
  soap,
  atom,
  odata_atom,
  rss,
  html,
  amf0,
  amf3,
  form,
  multipart,
  csv,
  text,
  javascript,
  css,
  image,
  font,
  audio,
  video,
  swf,
  wasm,
  grpc,
  protobuf,
  binary,
  empty,
};

/// The name as printed: "json-lines", "odata-atom", ...
std::string_view to_string(Format format);

}  // namespace capaudit
