// SPDX-License-Identifier: Apache-2.0
// Views of raw bytes. This is the one place where bytes and characters are cast into each
// other (both may alias anything, [basic.lval]).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace capaudit {

/// A view of bytes owned by someone else; the declaration that returns one says until
/// when it is valid.
using Bytes = std::span<const std::uint8_t>;

/// Bytes with an owner.
using Buffer = std::vector<std::uint8_t>;

// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): here, so that it is nowhere
// else
inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

}  // namespace capaudit
