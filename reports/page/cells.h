// SPDX-License-Identifier: Apache-2.0
// Cells of the report's tables, all made in one way, and the ids they link to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/http/exchange.h"
#include "reports/page/table.h"

namespace capaudit {

struct Analysis;

/// Id of the row of an exchange or a connection. A link to a row that is not on the page
/// is written as text.
std::string exchange_anchor(const Exchange& exchange);
std::string connection_anchor(std::uint32_t capture, std::uint32_t number);

/// "#3", of several captures "a.pcap#3".
PageLink exchange_link(const Analysis& analysis, const Exchange& exchange);

PageCell text_cell(std::string text);
/// Longer text is cut in the middle; the title holds all, up to a limit.
PageCell cut_cell(std::string text, std::size_t width);
PageCell number_cell(std::uint64_t value);
PageCell bytes_cell(std::uint64_t bytes);
/// "unknown" is a word in a cell, never an empty one.
PageCell bytes_cell(const std::optional<std::uint64_t>& bytes);
/// For long tables, whose columns name the unit: rounded figures beside each would only
/// be in the way.
PageCell exact_bytes_cell(const std::optional<std::uint64_t>& bytes);
PageCell ms_cell(const std::optional<double>& ms);
/// A part of a whole, with a bar.
PageCell share_cell(std::uint64_t part, std::uint64_t whole);

/// "120", "120 to 131": as Wireshark numbers frames; "unknown" where there is none.
std::string frames_text(std::uint64_t first, std::uint64_t last);

}  // namespace capaudit
