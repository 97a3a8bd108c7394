// SPDX-License-Identifier: Apache-2.0
// What limits the evidence of a set of captures, counted once for all sections that speak
// of it.
#pragma once

#include <cstdint>
#include <string_view>

#include "reports/page/build.h"

namespace capaudit {

struct Evidence {
  std::uint64_t packets = 0, wire_bytes = 0, damaged = 0;
  std::uint64_t cut_packets = 0, cut_bytes = 0, estimated = 0;
  std::uint64_t stream_bytes = 0, missing = 0, holed_connections = 0;
  std::uint64_t retransmitted = 0, duplicates = 0, undecryptable = 0;
  std::uint64_t connections = 0, with_http = 0, no_handshake = 0;
  std::uint64_t encrypted = 0;  ///< connections that are TLS
  std::uint64_t drops = 0, drops_known = 0, interfaces = 0;
  std::uint64_t exchanges = 0, incomplete = 0, sizes_unknown = 0;
  std::int64_t residual = 0, slowest_clock = 0;
};

Evidence evidence_of(const ReportInput& input);
bool was_found(const Analysis& analysis, std::string_view code);

struct Grade {
  char letter = 'A';
  Tone tone = Tone::good;
  std::string_view meaning;
};
/// A: nothing limits the figures. B: sizes and counts hold, times or packet counts are
/// limited. C: bytes are missing or cannot be read. D: a file is damaged.
Grade grade_of(const ReportInput& input, const Evidence& evidence);

}  // namespace capaudit
