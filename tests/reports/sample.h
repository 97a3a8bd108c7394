// SPDX-License-Identifier: Apache-2.0
// Analyses made by hand, for tests of what stands behind the analyzer.
#pragma once

#include <cstdint>
#include <string>

#include "analyzer/analysis.h"

namespace capaudit {

/// 2026-11-30T15:25:00Z.
inline constexpr std::int64_t kSampleStart = 1'796'052'300'000'000'000;

/// A complete GET with its answer: a head of 120 bytes, gzip'd JSON, 300 encoded and
/// 1,000 decoded bytes, times of 1.5 ms to 12.25 ms, connection 1.
Exchange sample_exchange(std::uint32_t number);

/// One capture "a.pcap" with a connection, a ledger that balances and `exchanges`
/// complete exchanges.
Analysis sample_analysis(std::uint32_t exchanges);

/// The same with every state, unknown sizes, two hosts, several formats, and findings.
Analysis mixed_analysis();

/// Every place that captured text can reach holds `text`.
Analysis hostile_analysis(const std::string& text);

}  // namespace capaudit
