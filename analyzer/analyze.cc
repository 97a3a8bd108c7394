// SPDX-License-Identifier: Apache-2.0
// The program as one list of passes: read, dissect, assemble, examine bodies, measure,
// group.
#include <algorithm>
#include <iterator>
#include <map>
#include <thread>
#include <utility>

#include "analyzer/analysis.h"
#include "analyzer/flow/dissector.h"
#include "analyzer/flow/flow_table.h"
#include "analyzer/har/read_har.h"
#include "analyzer/http/exchange_log.h"
#include "analyzer/http/exchange_times.h"
#include "analyzer/http/http_connection.h"
#include "analyzer/http/start_line.h"
#include "analyzer/ingest/intake.h"
#include "analyzer/quality.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kProgressEvery = 4096;  // packets

struct Pass {
  Capture capture;
  Exchanges exchanges;
  std::vector<Finding> findings;
};

bool is_http_port(const AnalyzeOptions& options, const Connection& connection) {
  const auto listed = [&](std::uint16_t port) {
    return std::find(options.http_ports.begin(), options.http_ports.end(), port) !=
           options.http_ports.end();
  };
  return listed(connection.client.port) || listed(connection.server.port);
}

unsigned jobs_of(const AnalyzeOptions& options) {
  return options.jobs != 0 ? options.jobs
                           : std::max(1u, std::thread::hardware_concurrency());
}

ExchangeLogOptions log_options(const AnalyzeOptions& options) {
  ExchangeLogOptions out;
  out.jobs = jobs_of(options);
  out.examine_bodies = options.examine_bodies;
  out.keep_heads = options.keep_heads;
  out.keep_heads_in_all = options.keep_heads_in_all;
  return out;
}

// Which exchange was the first of its connection, for whose sake it was opened?
void fill_all_times(Pass& pass, const FlowTable& flows, const ClockWatch& clock) {
  std::vector<bool> seen(pass.capture.connections.size() + 1, false);
  std::vector<std::pair<Text, Text>> names(seen.size());
  for (Exchange& exchange : pass.exchanges) {
    const std::uint32_t number = *exchange.connection;
    Handshake handshake = flows.handshake(number - 1);
    if (clock.ever_ran_ahead()) {
      forget_times_ahead(exchange, clock);
      if (forget_times_ahead(handshake, clock)) {
        exchange.findings.push_back("clock_step");
      }
    }
    fill_times(exchange, handshake, !seen[number]);
    seen[number] = true;
    const Connection& connection = pass.capture.connections[number - 1];
    auto& [client, server] = names[number];
    if (client.empty()) {
      client = to_string(connection.client);
      server = to_string(connection.server);
    }
    exchange.client = client;
    exchange.server = server;
    sort_findings(exchange);
  }
}

// What a connection's handshake tells, less what a clock told that ran ahead.
void forget_round_trips(Pass& pass, const FlowTable& flows, const ClockWatch& clock) {
  if (!clock.ever_ran_ahead()) {
    return;
  }
  for (Connection& connection : pass.capture.connections) {
    Handshake handshake = flows.handshake(connection.number - 1);
    forget_times_ahead(handshake, clock);
    if (!handshake.round_trip_ns()) {
      connection.rtt_ms.reset();
    }
    if (!handshake.network_ns()) {
      connection.syn_to_synack_ms.reset();
    }
  }
}

// One capture from its first byte to its exchanges.
Pass run(PacketSource& source, const AnalyzeOptions& options,
         const ExchangeLogOptions& logging) {
  Pass pass;
  Capture& capture = pass.capture;
  QualityWatch quality;
  ExchangeLog log(logging);
  ReaderLimits limits;
  limits.max_body = options.max_body;
  limits.keep_bodies = log.keep_bodies();
  DissectOptions dissect;
  dissect.check_checksums = options.check_checksums;
  Dissector dissector(dissect, capture.ledger);
  FlowOptions flow;
  flow.remove_duplicates = options.remove_duplicates;
  flow.max_total_bytes = options.max_memory / 4;
  flow.begins_message = [](Bytes bytes) { return begins_message(as_text(bytes)); };
  std::vector<Connection>* connections = nullptr;
  FlowTable flows(flow, [&](std::uint32_t index, StreamSide client) {
    return std::make_unique<HttpConnection>(*connections, index, client,
                                            is_http_port(options, (*connections)[index]),
                                            log, limits);
  });
  connections = &flows.connections();

  Packet packet;
  std::vector<Segment> segments;
  while (source.next(packet)) {
    quality.see(packet);
    dissector.dissect(packet, segments);
    for (const Segment& segment : segments) {
      flows.add(segment);
    }
    if (options.progress && packet.number % kProgressEvery == 0) {
      options.progress(source.bytes_read(), source.info().file_bytes);
    }
  }
  dissector.finish();
  flows.finish();

  capture.source = source.info();
  capture.layers = dissector.counts();
  capture.connections = std::move(flows.connections());
  for (const Connection& connection : capture.connections) {
    for (const Fate fate : kPayloadFates) {
      capture.ledger.add(fate, connection.ledger.of(fate));
    }
  }
  pass.exchanges = log.finish();
  fill_all_times(pass, flows, quality.clock());
  forget_round_trips(pass, flows, quality.clock());
  capture.first_ns = quality.clock().first_ns();
  capture.last_ns = quality.clock().last_ns();
  pass.findings = capture.source.findings;
  for (Finding& finding : dissector.findings()) {
    pass.findings.push_back(std::move(finding));
  }
  quality.judge(capture, flows, pass.exchanges, pass.findings);
  return pass;
}

// The number behind the last # of an id, and the name before it.
std::optional<std::pair<std::string, std::uint64_t>> split_id(const std::string& id) {
  const std::size_t hash = id.rfind('#');
  if (hash == std::string::npos || hash + 1 == id.size() || id.size() - hash > 19 ||
      id.find_first_not_of("0123456789", hash + 1) != std::string::npos) {
    return std::nullopt;
  }
  return std::pair(id.substr(0, hash), std::stoull(id.substr(hash + 1)));
}

// A second pass over one capture, for the bodies of some of its exchanges.
void fetch_from(const Capture& capture, const AnalyzeOptions& options,
                std::map<ExchangeKey, WantedBody*> wanted) {
  OpenOptions open;
  open.filter = options.filter;
  AnalyzeOptions quiet = options;
  quiet.examine_bodies = false;
  if (capture.har) {
    Result<std::unique_ptr<Intake>> intake = open_intake(capture.source.path, open);
    const bool read = intake.ok() && read_har(**intake, quiet, 1, wanted).ok();
    for (const auto& [key, body] : wanted) {
      body->found = read;
    }
    return;
  }
  Result<std::unique_ptr<PacketSource>> source = open_capture(capture.source.path, open);
  if (!source) {
    return;
  }
  for (const auto& [key, body] : wanted) {
    body->found = true;
  }
  ExchangeLogOptions logging;
  logging.examine_bodies = false;
  logging.wanted = std::move(wanted);
  run(**source, quiet, logging);
}

// One file, whatever it holds.
Result<Pass> read_capture(const std::string& path, const AnalyzeOptions& options) {
  OpenOptions open;
  open.filter = options.filter;
  Result<std::unique_ptr<Intake>> intake = open_intake(path, open);
  if (!intake) {
    return intake.error();
  }
  if (holds_har(**intake)) {
    Result<HarPass> har = read_har(**intake, options, jobs_of(options), {});
    if (!har) {
      return har.error();
    }
    return Pass{std::move(har->capture), std::move(har->exchanges),
                std::move(har->findings)};
  }
  Result<std::unique_ptr<PacketSource>> source = open_packets(*std::move(intake));
  if (!source) {
    return source.error();
  }
  return run(**source, options, log_options(options));
}

}  // namespace

std::int64_t stream_residual(const Connection& connection) {
  std::uint64_t accounted = 0;
  for (const Fate fate :
       {Fate::exchange, Fate::tunnel, Fate::junk, Fate::not_http, Fate::undecryptable}) {
    accounted += connection.ledger.of(fate);
  }
  const std::uint64_t delivered =
      connection.client_bytes + connection.server_bytes - connection.missing_bytes;
  return static_cast<std::int64_t>(delivered - accounted);
}

Ledger outside_connections(const Capture& capture) {
  Ledger rest = capture.ledger;
  for (const Connection& connection : capture.connections) {
    rest -= connection.ledger;
  }
  return rest;
}

std::string exchange_id(const Analysis& analysis, const Exchange& exchange) {
  return analysis.captures[exchange.capture].source.name + "#" +
         std::to_string(exchange.number);
}

const Exchange* find_exchange(const Analysis& analysis, const std::string& id) {
  const auto parts = split_id(id);
  if (!parts || (parts->first.empty() && analysis.captures.size() != 1)) {
    return nullptr;
  }
  const auto named = [&](const Exchange& exchange) {
    return exchange.number == parts->second &&
           (parts->first.empty() ||
            analysis.captures[exchange.capture].source.name == parts->first);
  };
  for (std::uint32_t i = 0; i < analysis.captures.size(); ++i) {
    // A capture's exchanges stand together, numbered from 1.
    const auto found = std::partition_point(
        analysis.exchanges.begin(), analysis.exchanges.end(),
        [&](const Exchange& exchange) {
          return exchange.capture < i ||
                 (exchange.capture == i && exchange.number < parts->second);
        });
    if (found != analysis.exchanges.end() && found->capture == i && named(*found)) {
      return &*found;
    }
  }
  return nullptr;
}

BodyInput body_input(const Exchange& exchange, const WantedBody& body, bool is_request) {
  const Half& half = is_request ? *exchange.request : *exchange.response;
  const std::optional<std::string>& other =
      is_request ? body.request_type : body.response_type;
  BodyInput input;
  input.encoded = is_request ? body.request : body.response;
  input.complete = is_request ? body.request_complete : body.response_complete;
  if (!(is_request ? body.request_codings_removed : body.response_codings_removed)) {
    input.codings = half.codings;
  }
  if (other) {
    input.content_type = *other;
  } else if (half.content_type) {
    input.content_type = *half.content_type;
  }
  input.target = exchange.url;
  input.is_request = is_request;
  return input;
}

void fetch_bodies(const Analysis& analysis, const AnalyzeOptions& options,
                  const std::vector<WantedBody*>& wanted) {
  std::vector<std::map<ExchangeKey, WantedBody*>> by_capture(analysis.captures.size());
  for (WantedBody* const body : wanted) {
    if (const Exchange* const exchange = find_exchange(analysis, body->id)) {
      by_capture[exchange->capture][exchange->key] = body;
    }
  }
  for (std::size_t i = 0; i < by_capture.size(); ++i) {
    if (!by_capture[i].empty()) {
      fetch_from(analysis.captures[i], options, std::move(by_capture[i]));
    }
  }
}

Result<Analysis> analyze(const std::vector<std::string>& paths,
                         const AnalyzeOptions& options) {
  Analysis analysis;
  std::optional<Error> first_error;
  for (const std::string& path : paths) {
    Result<Pass> read = read_capture(path, options);
    if (!read) {
      if (!first_error) {
        first_error = read.error();
      }
      Finding finding;
      finding.code = "unreadable_capture";
      finding.severity = Severity::damage;
      finding.text = read.error().what;
      analysis.findings.push_back(std::move(finding));
      continue;
    }
    Pass pass = *std::move(read);
    const std::uint32_t index = static_cast<std::uint32_t>(analysis.captures.size());
    const auto same_name = std::count_if(
        analysis.captures.begin(), analysis.captures.end(), [&](const Capture& other) {
          return other.base_name == pass.capture.source.name;
        });
    pass.capture.base_name = pass.capture.source.name;
    if (same_name > 0) {
      pass.capture.source.name += " (" + std::to_string(same_name + 1) + ")";
    }
    for (Exchange& exchange : pass.exchanges) {
      exchange.capture = index;
    }
    if (analysis.exchanges.empty()) {
      analysis.exchanges = std::move(pass.exchanges);
    } else {
      std::move(pass.exchanges.begin(), pass.exchanges.end(),
                std::back_inserter(analysis.exchanges));
    }
    for (Finding& finding : pass.findings) {
      finding.capture = index;
      analysis.findings.push_back(std::move(finding));
    }
    analysis.captures.push_back(std::move(pass.capture));
  }
  if (analysis.captures.empty()) {
    return first_error.value_or(Error{ErrorCode::io, 0, "no capture was named"});
  }
  if (options.wanted != nullptr) {
    fetch_bodies(analysis, options, {options.wanted});
  }
  group_operations(analysis);
  return analysis;
}

}  // namespace capaudit
