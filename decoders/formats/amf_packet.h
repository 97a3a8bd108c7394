// SPDX-License-Identifier: Apache-2.0
// AMF over HTTP: the packet (AMF0 specification, section 4) and BlazeDS's endless
// streaming answer.
//
//   packet  = u16 version, u16 headers, header*, u16 messages, message*
//   header  = UTF name, u8 must-understand, u32 length, value
//   message = UTF target, UTF response, u32 length, value
//   stream  = {hex CRLF data CRLF}*, data = one AMF3 value, or 00 and padding
//
// Lengths are hints: BlazeDS writes 1 for every value.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "decoders/core/tree_builder.h"

namespace capaudit {

struct AmfMessage {
  std::string_view target, response;  ///< views of the body; empty in a stream
  NodeId node = kNoNode;              ///< of the whole message, for its extent
  NodeId value = kNoNode;             ///< kNoNode: not decoded
};

struct AmfPacket {
  std::uint16_t version = 0;
  bool amf3 = false;  ///< an AMF3 value was met
  NodeId root = kNoNode;
  std::vector<AmfMessage> messages;  ///< those that were found, whole or begun
  bool walked = false;  ///< to the last message, even if a value could not be decoded
  std::vector<std::string_view> findings;
};

/// Parses the tree's body. What is wrong is in the tree's error.
AmfPacket parse_amf_packet(TreeBuilder& builder);
AmfPacket parse_amf_stream(TreeBuilder& builder);

/// True if a body reads as the start of a streaming answer: a chunk size, then AMF3.
bool looks_like_amf_stream(Bytes body);

}  // namespace capaudit
