// SPDX-License-Identifier: Apache-2.0
#include "decoders/core/format.h"

#include <array>
#include <cstddef>

namespace capaudit {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 30> kNames = {
    "json",       "json-lines", "json-rpc", "graphql",    "bayeux", "odata-json",
    "xml",        "soap",       "atom",     "odata-atom", "rss",    "html",
    "amf0",       "amf3",       "form",     "multipart",  "csv",    "text",
    "javascript", "css",        "image",    "font",       "audio",  "video",
    "swf",        "wasm",       "grpc",     "protobuf",   "binary", "empty",
};
static_assert(kNames.size() == static_cast<std::size_t>(Format::empty) + 1);

}  // namespace

std::string_view to_string(Format format) {
  return kNames[static_cast<std::size_t>(format)];
}

}  // namespace capaudit
