// SPDX-License-Identifier: Apache-2.0
// Analysis: everything that was found in a set of captures. reports/ sees this and never
// a packet.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/finding.h"
#include "analyzer/flow/dissector.h"
#include "analyzer/flow/segment.h"
#include "analyzer/har/har_info.h"
#include "analyzer/http/exchange.h"
#include "analyzer/ingest/packet_source.h"
#include "analyzer/ledger.h"
#include "analyzer/operations/operation.h"

namespace capaudit {

/// A TCP connection, numbered from 1 in the order of first packets (Wireshark's
/// tcp.stream + 1).
struct Connection {
  std::uint32_t number = 0;
  Endpoint client, server;
  bool opening_seen = false;  ///< a SYN or SYN-ACK was: it began within the capture
  bool handshake = false;     ///< both were
  bool one_sided =
      false;  ///< only one direction's payload was captured, the other existed
  bool direction_known = true;  ///< false: client and server are a guess
  std::uint64_t packets = 0;
  std::uint64_t client_bytes = 0,
                server_bytes = 0;  ///< stream bytes, each once, holes counted
  std::uint64_t missing_bytes = 0;
  std::uint64_t given_up_bytes = 0;  ///< of them, what was given up to bound memory
  std::uint64_t over_mss = 0;        ///< segments larger than the peer announced to take
  std::uint64_t largest_over_mss = 0, largest_over_mss_frame = 0;
  std::uint64_t retransmitted_bytes = 0;
  std::uint64_t overlap_conflicts = 0;  ///< stretches that came again with other bytes
  std::uint64_t exchanges = 0;
  std::uint64_t malformed_starts = 0;  ///< start lines that were cut off or are none
  std::optional<std::int64_t> first_ns, last_ns;
  std::optional<double> rtt_ms, syn_to_synack_ms;
  std::string_view protocol;  ///< literal: "HTTP/1", "TLS", "HTTP/2", "WebSocket",
                              ///< "other", "" (no payload)
  Ledger ledger;              ///< of this connection's frames
};

/// The second, independent sum: what the streams delivered, less what the fates of
/// payload account for. 0 unless capaudit is wrong.
std::int64_t stream_residual(const Connection& connection);

/// A packet capture, or a HAR: that has no layers, no ledger and no connections.
struct Capture {
  SourceInfo source;      ///< its name is unique among the captures
  std::string base_name;  ///< of the file, as it is
  LayerCounts layers;
  Ledger ledger;
  std::vector<Connection> connections;
  std::optional<std::int64_t> first_ns, last_ns;  ///< of all packets, by time
  std::optional<HarInfo> har;                     ///< none: a packet capture
};

/// The capture's ledger less those of its connections: the frames without a TCP segment.
Ledger outside_connections(const Capture& capture);

struct Analysis {
  std::vector<Capture> captures;
  Exchanges exchanges;  ///< per capture in order of the request's first byte
  std::vector<Operation> operations;  ///< per capture by their first exchange
  std::vector<Finding> findings;      ///< of all captures, in a fixed order
};

/// "<capture name>#<n>"; a second file of the same name is told apart as "name (2)".
std::string exchange_id(const Analysis& analysis, const Exchange& exchange);

/// The exchange with that id; "#n" does when there is one capture. Null: none. Valid as
/// long as `analysis` is.
const Exchange* find_exchange(const Analysis& analysis, const std::string& id);

/// Bytes of one exchange's bodies, fetched by a second pass for `show`, `sizes`, `parse`.
struct WantedBody {
  std::string id;  ///< as exchange_id() prints it, or only "#n" when there is one capture
  Buffer request, response;  ///< transfer framing taken off, codings still on
  bool request_complete = false, response_complete = false;
  /// A HAR holds bodies decoded, most often, and as text of its own charset.
  bool request_codings_removed = false, response_codings_removed = false;
  std::optional<std::string> request_type, response_type;  ///< instead of Content-Type
  bool found = false;  ///< the exchange exists and its capture could be read again
};

struct AnalyzeOptions {
  std::string filter;  ///< BPF
  std::vector<std::uint16_t>
      http_ports;  ///< --decode-as PORT=http: treat as HTTP without asking the content
  bool check_checksums = false;
  bool remove_duplicates = true;  ///< --dedup auto
  unsigned jobs = 0;              ///< threads that examine bodies; 0: as many as cores
  std::uint64_t max_body = std::uint64_t{256}
                           << 20;  ///< bytes of one body that are kept for decoding
  std::uint64_t max_memory = std::uint64_t{1} << 30;  ///< bytes buffered in all
  bool examine_bodies = true;
  std::uint64_t keep_heads = 0;  ///< bytes of each head to keep in Half::head
  std::uint64_t keep_heads_in_all =
      UINT64_MAX;                ///< of a capture; later ones are not kept
  WantedBody* wanted = nullptr;  ///< filled when its exchange is met; not owned
  /// Called now and then with bytes read and the file's size (0: unknown).
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// Reads, assembles and measures `paths`. An error only when no capture could be read; a
/// path that cannot be read beside others that can is a finding.
Result<Analysis> analyze(const std::vector<std::string>& paths,
                         const AnalyzeOptions& options);

/// One of the fetched bodies with all that decoding it needs. Valid as long as `exchange`
/// and `body` are; the exchange must have that message.
BodyInput body_input(const Exchange& exchange, const WantedBody& body, bool is_request);

/// Reads the captures of `analysis` a second time, each once, for the bodies of the
/// exchanges that `wanted` names. `options` must be those of the first pass.
void fetch_bodies(const Analysis& analysis, const AnalyzeOptions& options,
                  const std::vector<WantedBody*>& wanted);

}  // namespace capaudit
