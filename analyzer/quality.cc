// SPDX-License-Identifier: Apache-2.0
#include "analyzer/quality.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace capaudit {
namespace {

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return number(n) + " " + std::string(n == 1 ? one : many);
}

std::string milliseconds(std::uint64_t ns) {
  const std::uint64_t us = ns / 1000;
  std::string fraction = std::to_string(us % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return std::to_string(us / 1000) + "." + fraction + " ms";
}

Finding make(std::string_view code, Severity severity, std::string text,
             std::string remedy, std::uint64_t count) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.text = std::move(text);
  finding.remedy = std::move(remedy);
  finding.count = count;
  return finding;
}

/// Sums over the connections of a capture.
struct Sums {
  std::uint64_t with_gaps = 0, missing = 0, first_gap = 0;
  std::uint64_t given_up = 0, outside = 0, with_outside = 0, first_outside = 0;
  std::uint64_t over_mss = 0, largest_over_mss = 0, largest_over_mss_frame = 0;
  std::uint64_t conflicts = 0, first_conflict = 0;
  std::uint64_t midstream = 0, one_sided = 0, guessed = 0;
  std::uint64_t junk = 0, malformed_starts = 0, first_malformed = 0;
  std::uint64_t tls = 0, http2 = 0, with_rtt = 0;
  double syn_share = 0;  ///< (s2-s1)/(s3-s1), summed over connections with both
  double rtt_ms = 0;     ///< of those connections, summed
};

Sums sum(const std::vector<Connection>& connections) {
  Sums sums;
  for (const Connection& c : connections) {
    const std::uint64_t bytes = c.client_bytes + c.server_bytes;
    if (c.missing_bytes > 0) {
      ++sums.with_gaps;
      sums.missing += c.missing_bytes;
      sums.first_gap = sums.first_gap == 0 ? c.number : sums.first_gap;
    }
    sums.given_up += c.given_up_bytes;
    // A probe brings one byte (RFC 9293 3.8.4): more than one for each packet was data.
    if (const std::uint64_t o = c.ledger.of(Fate::outside_window); o > c.packets) {
      ++sums.with_outside;
      sums.outside += o;
      sums.first_outside = sums.first_outside == 0 ? c.number : sums.first_outside;
    }
    sums.over_mss += c.over_mss;
    if (c.largest_over_mss > sums.largest_over_mss) {
      sums.largest_over_mss = c.largest_over_mss;
      sums.largest_over_mss_frame = c.largest_over_mss_frame;
    }
    if (c.overlap_conflicts > 0) {
      sums.conflicts += c.overlap_conflicts;
      sums.first_conflict = sums.first_conflict == 0 ? c.number : sums.first_conflict;
    }
    const std::uint64_t got = c.ledger.of(Fate::exchange) + c.ledger.of(Fate::junk);
    sums.midstream += bytes > 0 && !c.opening_seen ? 1u : 0u;
    sums.guessed += got > 0 && !c.direction_known ? 1u : 0u;
    sums.one_sided += c.one_sided ? 1u : 0u;
    sums.junk += c.ledger.of(Fate::junk);
    if (c.malformed_starts > 0 && c.exchanges > 0) {
      sums.malformed_starts += c.malformed_starts;
      sums.first_malformed = sums.first_malformed == 0 ? c.number : sums.first_malformed;
    }
    sums.tls += c.protocol == "TLS" ? 1u : 0u;
    sums.http2 += c.protocol == "HTTP/2" ? 1u : 0u;
    if (c.rtt_ms && c.syn_to_synack_ms && *c.rtt_ms > 0) {
      ++sums.with_rtt;
      sums.syn_share += *c.syn_to_synack_ms / *c.rtt_ms;
      sums.rtt_ms += *c.rtt_ms;
    }
  }
  return sums;
}

void judge_source(const SourceInfo& source, std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < source.interfaces.size(); ++i) {
    const CaptureInterface& interface = source.interfaces[i];
    const std::uint64_t own = interface.dropped.value_or(0);
    const std::uint64_t os = interface.os_dropped.value_or(0);
    const std::uint64_t dropped = os > ~own ? ~std::uint64_t{0} : own + os;
    if (dropped > 0) {
      findings.push_back(
          make("capture_dropped", Severity::warning,
               "the capturing machine dropped " + counted(dropped, "packet", "packets") +
                   " on interface " + number(i) + ": every count is a lower bound",
               "capture again with a larger buffer (tcpdump -B) or a capture filter",
               dropped));
    }
  }
}

// The limit is ours, and the bytes may well have been captured later.
std::string given_up_text(std::uint64_t bytes) {
  if (bytes == 0) {
    return "";
  }
  return ", or not where they belong: " + counted(bytes, "byte", "bytes") +
         " were given up when too much waited behind them (4 MiB of a connection, a "
         "quarter of --max-memory of all)";
}

void judge_offload(const Sums& sums, std::vector<Finding>& findings) {
  if (sums.over_mss == 0) {
    return;
  }
  Finding finding =
      make("offload", Severity::warning,
           counted(sums.over_mss, "segment is", "segments are") +
               " larger than the connection's maximum segment size (up to " +
               counted(sums.largest_over_mss, "byte", "bytes") +
               "): captured before the network card cut them, so packet counts and "
               "header bytes are estimates",
           "switch segmentation offload off while capturing (ethtool -K DEVICE tso off "
           "gso off gro off)",
           sums.over_mss);
  finding.frame = sums.largest_over_mss_frame;
  findings.push_back(std::move(finding));
}

void judge_connections(const Sums& sums, std::vector<Finding>& findings) {
  if (sums.with_gaps > 0) {
    Finding finding = make("gap", Severity::warning,
                           counted(sums.missing, "byte", "bytes") + " of " +
                               counted(sums.with_gaps, "connection", "connections") +
                               " were on the wire and are not in the capture" +
                               given_up_text(sums.given_up),
                           "exchanges that touch a gap are left out of statistics; "
                           "capture closer to the client "
                           "or with a larger buffer",
                           sums.with_gaps);
    finding.connection = static_cast<std::uint32_t>(sums.first_gap);
    findings.push_back(std::move(finding));
  }
  if (sums.conflicts > 0) {
    Finding finding =
        make("overlap_conflict", Severity::warning,
             counted(sums.conflicts, "retransmitted stretch", "retransmitted stretches") +
                 " of bytes differ from the bytes captured first, which were kept",
             "someone rewrites or forges segments: look at the connection in Wireshark",
             sums.conflicts);
    finding.connection = static_cast<std::uint32_t>(sums.first_conflict);
    findings.push_back(std::move(finding));
  }
  if (sums.midstream > 0) {
    findings.push_back(
        make("midstream", Severity::note,
             counted(sums.midstream, "connection", "connections") +
                 " began before the capture: no connect time, no round trip",
             "start the capture before the session", sums.midstream));
  }
  if (sums.one_sided > 0) {
    findings.push_back(make("one_sided", Severity::warning,
                            "of " + counted(sums.one_sided, "connection", "connections") +
                                " only one direction was captured",
                            "capture at an endpoint, or on both directions of the tap",
                            sums.one_sided));
  }
  if (sums.with_outside > 0) {
    Finding finding = make(
        "outside_window", Severity::warning,
        counted(sums.outside, "byte", "bytes") + " of " +
            counted(sums.with_outside, "connection", "connections") +
            " lie far from their streams and were not read: stray or forged segments, or "
            "a later connection on the same ports whose SYN was not captured",
        "capture both directions from the start; look at the connection in Wireshark",
        sums.with_outside);
    finding.connection = static_cast<std::uint32_t>(sums.first_outside);
    findings.push_back(std::move(finding));
  }
  if (sums.junk > 0) {
    findings.push_back(make(
        "junk", Severity::note,
        counted(sums.junk, "byte", "bytes") + " between messages belong to none of them",
        "", sums.junk));
  }
  if (sums.malformed_starts > 0) {
    Finding finding =
        make("malformed_start_line", Severity::warning,
             counted(sums.malformed_starts, "start line is", "start lines are") +
                 " malformed or cut off: no exchange was made of them",
             "look at the connection in Wireshark", sums.malformed_starts);
    finding.connection = static_cast<std::uint32_t>(sums.first_malformed);
    findings.push_back(std::move(finding));
  }
  if (sums.tls > 0) {
    findings.push_back(make("undecryptable", Severity::note,
                            counted(sums.tls, "connection is", "connections are") +
                                " TLS without a key: their content is not counted",
                            "", sums.tls));
  }
  if (sums.http2 > 0) {
    findings.push_back(
        make("http2_not_read", Severity::warning,
             counted(sums.http2, "connection speaks", "connections speak") +
                 " HTTP/2, which is not read yet: its requests are not counted",
             "", sums.http2));
  }
}

// Below this round trip what the hosts and the tap take themselves, some ten microseconds
// each, outweighs the way.
constexpr double kTellingRttMs = 0.5;

// s2-s1 is the tap's way to the server and back: its share of the round trip tells where
// the tap sits.
void judge_capture_point(const Sums& sums, std::vector<Finding>& findings) {
  if (sums.with_rtt == 0) {
    return;
  }
  const double count = static_cast<double>(sums.with_rtt);
  if (sums.rtt_ms / count < kTellingRttMs) {
    findings.push_back(
        make("capture_point", Severity::note,
             "cannot be told: handshakes took " +
                 milliseconds(static_cast<std::uint64_t>(sums.rtt_ms / count * 1e6)) +
                 " on average, which is no more than the hosts' own delays",
             "", sums.with_rtt));
    return;
  }
  const double share = sums.syn_share / count;
  const std::string_view where = share > 0.8   ? "at or near the client"
                                 : share < 0.2 ? "at or near the server"
                                               : "between client and server";
  findings.push_back(make("capture_point", Severity::note,
                          "taken " + std::string(where) + ": on average " +
                              number(static_cast<std::uint64_t>(share * 100 + 0.5)) +
                              " % of the handshake's round trip lies on the server's "
                              "side of the capture point",
                          "", sums.with_rtt));
}

void judge_pauses(const Exchanges& exchanges, std::vector<Finding>& findings) {
  std::uint64_t count = 0;
  double sum = 0;
  for (const Exchange& exchange : exchanges) {
    if (exchange.time.continue_pause) {
      ++count;
      sum += *exchange.time.continue_pause;
    }
  }
  if (count > 0) {
    findings.push_back(make("continue_pause", Severity::note,
                            counted(count, "request", "requests") +
                                " waited for 100 (Continue) between head and body, for " +
                                milliseconds(static_cast<std::uint64_t>(sum * 1e6)) +
                                " in all, which are part of the time to send",
                            "", count));
  }
}

}  // namespace

void QualityWatch::see(const Packet& packet) {
  if (packet.time_ns) {
    clock_.see(packet.number, *packet.time_ns);
  } else {
    ++untimed_;
  }
}

void QualityWatch::judge_clock(std::vector<Finding>& findings) const {
  if (const std::uint64_t steps = clock_.steps_back(); steps > 0) {
    const std::string_view ahead =
        clock_.ever_ran_ahead()
            ? ". Before that it had run ahead: the times of packets stamped then, from "
              "the frame named here on, are unknown"
            : "";
    Finding finding =
        make("clock_step", Severity::warning,
             "the clock goes back " + counted(steps, "time", "times") + ", by up to " +
                 milliseconds(clock_.largest_step_ns()) +
                 ": a time that would be negative is given as 0, and what "
                 "a handshake across a step would tell is unknown" +
                 std::string(ahead),
             "a multi-queue network card or a clock correction: capture with one clock",
             steps);
    finding.frame =
        clock_.ever_ran_ahead() ? clock_.first_frame_ahead() : clock_.first_step_frame();
    findings.push_back(std::move(finding));
  }
  if (untimed_ > 0) {
    findings.push_back(make("no_time", Severity::note,
                            counted(untimed_, "packet has", "packets have") + " no time",
                            "", untimed_));
  }
}

void QualityWatch::judge(const Capture& capture, const FlowTable& flows,
                         const Exchanges& exchanges,
                         std::vector<Finding>& findings) const {
  judge_source(capture.source, findings);
  judge_clock(findings);
  const std::uint64_t cut = capture.ledger.of(Fate::snaplen_cut);
  if (cut > 0) {
    findings.push_back(make("snaplen_cut", Severity::warning,
                            counted(cut, "byte", "bytes") + " of " +
                                counted(capture.layers.snaplen_cut, "frame", "frames") +
                                " were cut off by the snapshot length",
                            "capture whole frames (tcpdump -s 0)",
                            capture.layers.snaplen_cut));
  }
  if (flows.duplicates() > 0) {
    findings.push_back(make(
        "duplicates", Severity::note,
        counted(flows.duplicates(), "frame is a copy", "frames are copies") +
            " of another one (same IP packet seen twice) and counted once",
        "capture on one interface instead of \"any\", or use --dedup off to keep them",
        flows.duplicates()));
  }
  if (flows.ignored_resets() > 0) {
    findings.push_back(make("reset_outside_window", Severity::note,
                            counted(flows.ignored_resets(), "reset lies", "resets lie") +
                                " outside the window and ended nothing",
                            "", flows.ignored_resets()));
  }
  if (flows.urgent() > 0) {
    findings.push_back(make("urgent_data", Severity::note,
                            counted(flows.urgent(), "segment carries", "segments carry") +
                                " urgent data, which is read in line (RFC 6093)",
                            "", flows.urgent()));
  }
  if (capture.layers.checksum_wrong > 0) {
    findings.push_back(
        make("checksum_wrong", Severity::note,
             counted(capture.layers.checksum_wrong, "frame has", "frames have") +
                 " a wrong checksum; nothing was dropped for it",
             "usual for outgoing packets with checksum offload",
             capture.layers.checksum_wrong));
  }
  const Sums sums = sum(capture.connections);
  judge_offload(sums, findings);
  judge_connections(sums, findings);
  judge_capture_point(sums, findings);
  judge_pauses(exchanges, findings);
  if (exchanges.empty()) {
    findings.push_back(make("no_exchanges", Severity::note,
                            "no HTTP/1 exchange was found in " +
                                counted(capture.source.packets, "packet", "packets"),
                            "", 1));
  }
}

}  // namespace capaudit
