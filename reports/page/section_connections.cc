// SPDX-License-Identifier: Apache-2.0
// Connections: who talked to whom and when, and how well it was recorded.
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/waterfall.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// Milliseconds from the capture's first packet to the connection's.
PageCell since_start(const Capture& capture, const Connection& connection) {
  if (!capture.first_ns || !connection.first_ns) {
    return ms_cell(std::nullopt);
  }
  return ms_cell(static_cast<double>(*connection.first_ns - *capture.first_ns) / 1e6);
}

PageRow row_of(const ReportInput& input, std::uint32_t capture,
               const Connection& connection) {
  PageRow row;
  row.id = connection_anchor(capture, connection.number);
  PageCell number = text_cell(std::to_string(connection.number));
  number.order = static_cast<double>(capture) * 1e10 + connection.number;
  if (input.analysis.captures.size() > 1) {
    number.note = cut_middle(visible(input.analysis.captures[capture].source.name), 20);
  }
  const bool guess = !connection.direction_known;
  PageCell protocol = text_cell(
      connection.protocol.empty() ? "no payload" : std::string(connection.protocol));
  PageCell handshake = text_cell(connection.handshake ? "recorded" : "missing");
  handshake.tone = connection.handshake ? Tone::plain : Tone::warning;
  PageCell missing = exact_bytes_cell(connection.missing_bytes);
  missing.tone = connection.missing_bytes == 0 ? Tone::plain : Tone::warning;
  row.cells = {number,
               text_cell(to_string(connection.client) + (guess ? " (guessed)" : "")),
               text_cell(to_string(connection.server) + (guess ? " (guessed)" : "")),
               protocol,
               number_cell(connection.exchanges),
               number_cell(connection.packets),
               exact_bytes_cell(connection.client_bytes),
               exact_bytes_cell(connection.server_bytes),
               missing,
               exact_bytes_cell(connection.retransmitted_bytes),
               handshake,
               ms_cell(connection.rtt_ms),
               since_start(input.analysis.captures[capture], connection)};
  return row;
}

}  // namespace

Section connections_section(const ReportInput& input) {
  Section section{"connections", "Connections", {}};
  WaterfallChoice choice = waterfall_of(input);
  if (!choice.waterfall.lanes.empty()) {
    section.blocks.push_back(std::move(choice.waterfall));
  }
  if (choice.bars_left_out != 0) {
    std::string text =
        "The waterfall leaves out " + counted(choice.bars_left_out, "exchange");
    if (choice.lanes_left_out != 0) {
      text += ", among them all of " + counted(choice.lanes_left_out, "connection");
    }
    section.blocks.push_back(
        Paragraph{text + ": it draws the first " + std::to_string(kMostLaneBars) +
                  " exchanges of the first " + std::to_string(kMostLanes) +
                  " connections. The table of requests has them."});
  }
  PageTable table;
  table.id = "connections-table";
  table.caption = "TCP connections; number n is tcp.stream n − 1 in Wireshark";
  table.sortable = true;
  table.columns = {
      {"Connection", false},        {"Client", false},        {"Server", false},
      {"Protocol", false},          {"Exchanges", true},      {"Packets", true},
      {"Client sent, B", true},     {"Server sent, B", true}, {"Missing, B", true},
      {"Retransmitted, B", true},   {"Handshake", false},     {"Round trip, ms", true},
      {"First packet at, ms", true}};
  for (std::uint32_t c = 0; c < input.analysis.captures.size(); ++c) {
    for (const Connection& connection : input.analysis.captures[c].connections) {
      if (table.rows.size() == kMostRows) {
        ++table.left_out;
        continue;
      }
      table.rows.push_back(row_of(input, c, connection));
    }
  }
  table.left_out_hint = "capaudit info counts them all";
  if (table.rows.empty()) {
    section.blocks.push_back(Paragraph{"There is no TCP connection in the captures."});
  } else {
    section.blocks.push_back(std::move(table));
  }
  return section;
}

}  // namespace capaudit
