// SPDX-License-Identifier: Apache-2.0
// Bounds on what one body may make a decoder build.
#pragma once

#include <cstddef>
#include <cstdint>

namespace capaudit {

struct Limits {
  std::uint32_t max_nodes = 4U << 20;  ///< 40 bytes each
  std::uint32_t max_depth = 512;       ///< containers inside containers
  std::size_t max_names = 1U << 20;    ///< different member and element names
};

}  // namespace capaudit
