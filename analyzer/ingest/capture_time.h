// SPDX-License-Identifier: Apache-2.0
// Capture clocks in nanoseconds since 1970-01-01 UTC. pcapng gives each interface a
// resolution and an offset (draft-ietf-opsawg-pcapng 4.2, if_tsresol and if_tsoffset).
#pragma once

#include <cstdint>
#include <optional>

namespace capaudit {

/// Ticks per second that an if_tsresol byte means: 10^v, or 2^v with the top bit set. 0
/// where a 64-bit count of them could not hold a single second.
std::int64_t ticks_per_second(std::uint8_t resolution);

/// None where the resolution is unknown (0 or less) or the time lies outside the years
/// 1677 to 2262, which is what 64 bits of nanoseconds hold.
std::optional<std::int64_t> to_nanoseconds(std::uint64_t ticks, std::int64_t per_second,
                                           std::int64_t offset_seconds);

}  // namespace capaudit
