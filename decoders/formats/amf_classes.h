// SPDX-License-Identifier: Apache-2.0
// Names that the AMF decoders and their readers share.
#pragma once

#include <cstdint>
#include <string_view>

namespace capaudit {

/// The one member that a collection and a proxy have in the tree.
inline constexpr std::string_view kCollectionMember = "source";
inline constexpr std::string_view kProxyMember = "object";

/// What a Flex message is, by its class.
enum class AmfClass : std::uint8_t {
  other,
  remoting,
  command,
  async,
  acknowledge,
  error,
  http,
};

/// Of `flex.messaging.messages.*` and the aliases of small messages.
AmfClass amf_class(std::string_view type);

}  // namespace capaudit
