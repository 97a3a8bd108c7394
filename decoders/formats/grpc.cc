// SPDX-License-Identifier: Apache-2.0
// gRPC (gRPC over HTTP2, "Length-Prefixed-Message") and gRPC-Web: messages are counted,
// what is in them needs a schema and stays opaque.
//
//   body = {u8 flags, u32 length, bytes}*     flags: 1 compressed, 80 trailers (gRPC-Web)
#include "decoders/core/reader.h"
#include "decoders/formats/base64.h"
#include "decoders/formats/families.h"
#include "decoders/formats/media_type.h"

namespace capaudit {

bool decode_grpc_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  constexpr std::uint8_t kTrailers = 0x80;
  if (media_type_essence(hints.content_type).starts_with("application/grpc-web-text")) {
    decoded.tree = Tree(decode_base64(as_text(decoded.tree.body())));
  }
  TreeBuilder builder(decoded.tree, limits);
  Reader reader(decoded.tree.body());
  std::uint64_t messages = 0;
  if (builder.open(NodeKind::list, kNoName, 0) == nullptr) {
    return true;
  }
  builder.innermost().flags |= Node::kEnvelope;
  while (!reader.at_end()) {
    const std::size_t begin = reader.offset();
    const std::uint8_t flags = reader.u8();
    const std::uint32_t length = reader.u32be();
    reader.skip(length);
    if (!reader.ok()) {
      builder.fail(ErrorCode::truncated, begin, "gRPC body ends inside a message");
      break;
    }
    Node* node = builder.add(NodeKind::bytes, kNoName, begin);
    if (node == nullptr) {
      break;
    }
    node->length = static_cast<std::uint32_t>(reader.offset() - begin);
    node->set(TextRef{static_cast<std::uint32_t>(begin + 5), length});
    messages += (flags & kTrailers) == 0 ? 1U : 0U;
  }
  builder.close(reader.offset());
  decoded.messages = messages;
  if (builder.failed()) {
    decoded.messages.reset();
  }
  return true;
}

}  // namespace capaudit
