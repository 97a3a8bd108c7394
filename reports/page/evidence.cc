// SPDX-License-Identifier: Apache-2.0
#include "reports/page/evidence.h"

#include <algorithm>
#include <cstdlib>

namespace capaudit {
namespace {

void add_connections(const Capture& capture, Evidence& totals) {
  for (const Connection& connection : capture.connections) {
    ++totals.connections;
    totals.stream_bytes += connection.client_bytes + connection.server_bytes;
    totals.missing += connection.missing_bytes;
    totals.holed_connections += connection.missing_bytes != 0 ? 1u : 0u;
    totals.retransmitted += connection.retransmitted_bytes;
    totals.encrypted += connection.protocol == "TLS" ? 1u : 0u;
    if (connection.exchanges != 0) {
      ++totals.with_http;
      totals.no_handshake += connection.handshake ? 0u : 1u;
    }
  }
}

void add_exchanges(const ReportInput& input, Evidence& totals) {
  totals.exchanges = input.exchanges.size();
  for (const Exchange* exchange : input.exchanges) {
    totals.incomplete += exchange->state == State::complete ? 0u : 1u;
    const auto& response = exchange->response;
    totals.sizes_unknown +=
        response && (!response->head_bytes || !response->encoded_bytes ||
                     !response->facts.content_bytes)
            ? 1u
            : 0u;
  }
}

}  // namespace

Evidence evidence_of(const ReportInput& input) {
  Evidence totals;
  for (const Capture& capture : input.analysis.captures) {
    totals.packets += capture.source.packets;
    totals.wire_bytes += capture.ledger.wire_bytes;
    totals.damaged += capture.source.damaged ? 1u : 0u;
    totals.cut_packets += capture.layers.snaplen_cut;
    totals.cut_bytes += capture.ledger.of(Fate::snaplen_cut);
    totals.estimated += capture.layers.length_estimated;
    totals.duplicates += capture.ledger.of(Fate::duplicate);
    totals.undecryptable += capture.ledger.of(Fate::undecryptable);
    totals.residual += std::abs(capture.ledger.residual());
    for (const CaptureInterface& interface : capture.source.interfaces) {
      ++totals.interfaces;
      totals.drops += interface.dropped.value_or(0) + interface.os_dropped.value_or(0);
      totals.drops_known += interface.dropped || interface.os_dropped ? 1u : 0u;
      const std::int64_t ticks = interface.ticks_per_second;
      if (totals.slowest_clock == 0 || ticks < totals.slowest_clock) {
        totals.slowest_clock = ticks;
      }
    }
    add_connections(capture, totals);
  }
  add_exchanges(input, totals);
  return totals;
}

bool was_found(const Analysis& analysis, std::string_view code) {
  return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

Grade grade_of(const ReportInput& input, const Evidence& evidence) {
  const auto any = [&input](Severity severity) {
    return std::any_of(
        input.analysis.findings.begin(), input.analysis.findings.end(),
        [severity](const Finding& finding) { return finding.severity == severity; });
  };
  if (evidence.damaged != 0 || any(Severity::damage)) {
    return {'D', Tone::bad, "a file is damaged: what it lost is in no figure"};
  }
  if (evidence.missing != 0 || evidence.cut_packets != 0 || evidence.drops != 0 ||
      evidence.undecryptable != 0 || evidence.sizes_unknown != 0) {
    return {'C', Tone::warning,
            "bytes are missing or cannot be read: figures they touch are unknown"};
  }
  if (any(Severity::warning) || evidence.incomplete != 0 || evidence.no_handshake != 0 ||
      evidence.estimated != 0) {
    return {'B', Tone::warning,
            "every byte is there; some times or counts of packets are limited"};
  }
  return {'A', Tone::good, "every byte is there and nothing limits the figures"};
}

}  // namespace capaudit
