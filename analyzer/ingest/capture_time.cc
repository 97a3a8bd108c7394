// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/capture_time.h"

#include <limits>

namespace capaudit {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr unsigned kMaxDecimal = 18;  // 10^18 < 2^63
constexpr unsigned kMaxBinary = 62;

}  // namespace

std::int64_t ticks_per_second(std::uint8_t resolution) {
  const unsigned exponent = resolution & 0x7fu;
  if ((resolution & 0x80) != 0) {
    return exponent <= kMaxBinary ? std::int64_t{1} << exponent : 0;
  }
  if (exponent > kMaxDecimal) {
    return 0;
  }
  std::int64_t ticks = 1;
  for (unsigned i = 0; i < exponent; ++i) {
    ticks *= 10;
  }
  return ticks;
}

std::optional<std::int64_t> to_nanoseconds(std::uint64_t ticks, std::int64_t per_second,
                                           std::int64_t offset_seconds) {
  if (per_second <= 0) {
    return std::nullopt;
  }
  // Below 2^64 * 10^9 + 2^63 * 10^9, which 127 bits hold.
  const std::uint64_t rate = static_cast<std::uint64_t>(per_second);
  const Wide seconds = Wide{ticks / rate} + offset_seconds;
  const Wide nanoseconds =
      seconds * kNanoseconds + Wide{ticks % rate} * kNanoseconds / per_second;
  if (nanoseconds > std::numeric_limits<std::int64_t>::max() ||
      nanoseconds < std::numeric_limits<std::int64_t>::min()) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(nanoseconds);
}

}  // namespace capaudit
