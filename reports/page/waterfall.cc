// SPDX-License-Identifier: Apache-2.0
#include "reports/page/waterfall.h"

#include <algorithm>
#include <map>
#include <utility>

#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr double kNsPerMs = 1e6;
constexpr std::size_t kNameWidth = 40;

/// Adds pieces one behind the other, on an axis that begins at `zero_ns`.
class Pieces {
 public:
  Pieces(std::int64_t zero_ns, WaterfallBar& bar) : zero_ns_(zero_ns), bar_(bar) {}

  double at(std::int64_t ns) const {
    return static_cast<double>(ns - zero_ns_) / kNsPerMs;
  }
  void add(Phase phase, double start_ms, double ms, bool uncertain) {
    bar_.phases.push_back({phase, start_ms, std::max(ms, 0.0), uncertain});
  }
  /// Between two readings of the clock, if both are there.
  void between(Phase phase, const std::optional<std::int64_t>& from,
               const std::optional<std::int64_t>& to, bool uncertain) {
    if (from && to && *to >= *from) {
      add(phase, at(*from), static_cast<double>(*to - *from) / kNsPerMs, uncertain);
    }
  }

 private:
  std::int64_t zero_ns_;
  WaterfallBar& bar_;
};

/// The wait in two where the handshake tells the network's share, else striped.
void add_wait(const Timings& time, double start_ms, Pieces& pieces) {
  if (!time.server) {
    pieces.add(Phase::wait, start_ms, *time.wait, true);
    return;
  }
  const double network = std::max(0.0, *time.wait - *time.server);
  pieces.add(Phase::network, start_ms, network, false);
  pieces.add(Phase::server, start_ms + network, *time.server, false);
}

/// An exchange of which the phases are known only by length, as a HAR has them.
void add_by_length(const Timings& time, Pieces& pieces) {
  double at = pieces.at(*time.start_ns);
  const auto add = [&](Phase phase, const std::optional<double>& ms) {
    if (ms && *ms > 0) {
      pieces.add(phase, at, *ms, false);
      at += *ms;
    }
  };
  add(Phase::blocked, time.blocked);
  add(Phase::blocked, time.dns);
  add(Phase::connect, time.connect);
  add(Phase::send, time.send);
  if (time.wait) {
    add_wait(time, at, pieces);
    at += *time.wait;
  }
  add(Phase::receive, time.receive);
}

void add_by_clock(const Exchange& exchange, const Connection& connection,
                  Pieces& pieces) {
  const Timings& time = exchange.time;
  if (time.connect && connection.first_ns) {
    pieces.add(Phase::connect, pieces.at(*connection.first_ns), *time.connect, false);
  }
  const std::optional<std::int64_t> none;
  const auto& request = exchange.request;
  const auto& response = exchange.response;
  const auto q0 = request ? request->first_ns : none;
  const auto q1 = request ? request->last_ns : none;
  const auto r0 = response ? response->first_ns : none;
  const auto r1 = response ? response->last_ns : none;
  pieces.between(Phase::send, q0, q1, !time.send);
  if (time.wait && q1) {
    add_wait(time, pieces.at(*q1), pieces);
  } else {
    pieces.between(Phase::wait, q1, r0, true);
  }
  pieces.between(Phase::receive, r0, r1, !time.receive);
}

std::string name_of(const ReportInput& input, const Exchange& exchange) {
  std::string path = input.options.redactor.url(exchange.url);
  const std::size_t scheme = path.find("://");
  const std::size_t slash =
      scheme == std::string::npos ? std::string::npos : path.find('/', scheme + 3);
  path = slash == std::string::npos ? path : path.substr(slash);
  return cut_middle(
      visible("#" + std::to_string(exchange.number) + " " + exchange.method + " " + path),
      kNameWidth);
}

struct LaneKey {
  std::uint32_t capture = 0, connection = 0;
  bool operator<(const LaneKey& other) const {
    return std::pair(capture, connection) < std::pair(other.capture, other.connection);
  }
};

const Connection* connection_of(const Analysis& analysis, const LaneKey& key) {
  const auto& connections = analysis.captures[key.capture].connections;
  return key.connection == 0 || key.connection > connections.size()
             ? nullptr
             : &connections[key.connection - 1];
}

WaterfallLane lane_of(const ReportInput& input, const LaneKey& key,
                      const std::vector<const Exchange*>& exchanges) {
  WaterfallLane lane;
  const Connection* connection = connection_of(input.analysis, key);
  std::int64_t zero = *exchanges.front()->time.start_ns;
  if (connection != nullptr && connection->first_ns &&
      exchanges.front()->time.connect.has_value()) {
    zero = std::min(zero, *connection->first_ns);
  }
  for (const Exchange* exchange : exchanges) {
    if (lane.bars.size() == kMostLaneBars) {
      break;
    }
    WaterfallBar bar;
    bar.name = name_of(input, *exchange);
    bar.link = exchange_anchor(*exchange);
    Pieces pieces(zero, bar);
    if (connection == nullptr) {
      add_by_length(exchange->time, pieces);
    } else {
      add_by_clock(*exchange, *connection, pieces);
    }
    if (exchange->state != State::complete) {
      bar.note = std::string(to_string(exchange->state));
    }
    for (const PhaseBar& phase : bar.phases) {
      lane.end_ms = std::max(lane.end_ms, phase.start_ms + phase.ms);
    }
    lane.bars.push_back(std::move(bar));
  }
  lane.name = connection == nullptr
                  ? std::string("Exchanges without a connection")
                  : "Connection " + grouped(std::uint64_t{key.connection}) + ": " +
                        to_string(connection->client) + " to " +
                        to_string(connection->server);
  if (input.analysis.captures.size() > 1) {
    lane.name +=
        " in " +
        cut_middle(visible(input.analysis.captures[key.capture].source.name), 40);
  }
  lane.link = connection == nullptr ? std::string()
                                    : connection_anchor(key.capture, key.connection);
  return lane;
}

}  // namespace

WaterfallChoice waterfall_of(const ReportInput& input) {
  std::map<LaneKey, std::vector<const Exchange*>> lanes;
  std::size_t bars = 0;
  for (const Exchange* exchange : input.exchanges) {
    if (!exchange->time.start_ns) {
      continue;
    }
    ++bars;
    const LaneKey key{exchange->capture, exchange->connection.value_or(0)};
    std::vector<const Exchange*>& lane = lanes[key];
    if (lane.size() < kMostLaneBars) {
      lane.push_back(exchange);
    }
  }
  WaterfallChoice choice;
  Waterfall& waterfall = choice.waterfall;
  waterfall.id = "waterfall";
  waterfall.title = "Waterfall by connection";
  waterfall.reading =
      "A bar is an exchange, from its first to its last byte; its pieces are its phases. "
      "Of a wait the network's share is drawn first. Each connection has its own axis, "
      "which begins with its first packet or exchange.";
  waterfall.numbers_in = "requests-table";
  for (const auto& [key, exchanges] : lanes) {
    if (waterfall.lanes.size() == kMostLanes) {
      ++choice.lanes_left_out;
      continue;
    }
    waterfall.lanes.push_back(lane_of(input, key, exchanges));
    bars -= waterfall.lanes.back().bars.size();
  }
  choice.bars_left_out = bars;
  waterfall.description =
      counted(waterfall.lanes.size(), "connection") + " with their exchanges over time";
  return choice;
}

}  // namespace capaudit
