// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cross/cross_check.h"

#include <algorithm>
#include <array>

#include "analyzer/cross/match.h"
#include "analyzer/select.h"

namespace capaudit {
namespace {

using Size = std::optional<std::uint64_t>;

struct SizeField {
  std::string_view name;
  bool of_request;
  Size (*get)(const Half& half);
};

constexpr std::array kSizes = {
    SizeField{"request head_bytes", true,
              [](const Half& h) -> Size { return h.head_bytes; }},
    SizeField{"request framing_bytes", true,
              [](const Half& h) -> Size { return h.framing_bytes; }},
    SizeField{"request encoded_bytes", true,
              [](const Half& h) -> Size { return h.encoded_bytes; }},
    SizeField{"request content_bytes", true,
              [](const Half& h) -> Size { return h.facts.content_bytes; }},
    SizeField{"response head_bytes", false,
              [](const Half& h) -> Size { return h.head_bytes; }},
    SizeField{"response framing_bytes", false,
              [](const Half& h) -> Size { return h.framing_bytes; }},
    SizeField{"response encoded_bytes", false,
              [](const Half& h) -> Size { return h.encoded_bytes; }},
    SizeField{"response content_bytes", false,
              [](const Half& h) -> Size { return h.facts.content_bytes; }},
    SizeField{"response rows", false, [](const Half& h) -> Size { return h.facts.rows; }},
};
constexpr std::string_view kStatus = "status";
constexpr std::string_view kShownAsCached =
    "the exporter shows a 304 with the cached answer's status";
constexpr std::string_view kState = "state";

struct TimeField {
  std::string_view name;
  std::optional<double> (*get)(const Exchange& exchange);
};

constexpr std::array kTimes = {
    TimeField{"wait",
              [](const Exchange& x) -> std::optional<double> { return x.time.wait; }},
    TimeField{"receive",
              [](const Exchange& x) -> std::optional<double> { return x.time.receive; }},
    TimeField{"wait + receive",
              [](const Exchange& x) -> std::optional<double> {
                return x.time.wait && x.time.receive
                           ? std::optional(*x.time.wait + *x.time.receive)
                           : std::nullopt;
              }},
    TimeField{"total",
              [](const Exchange& x) -> std::optional<double> { return x.time.total; }},
};

bool has_finding(const Exchange& exchange, std::string_view code) {
  return std::find(exchange.findings.begin(), exchange.findings.end(), code) !=
         exchange.findings.end();
}

bool is_gzip(const Half& half) {
  return !half.codings.empty() && half.codings.back() == "gzip";
}

/// One pair, its fields one after the other.
class PairCheck {
 public:
  PairCheck(CrossPair& pair, std::vector<CrossField>& fields)
      : pair_(pair), entry_(*pair.entry), exchange_(*pair.exchange), fields_(fields) {}

  void run() {
    check_status();
    check_state();
    for (const SizeField& size : kSizes) {
      check_size(size);
    }
  }

 private:
  CrossField& field(std::string_view name) {
    const auto known =
        std::find_if(fields_.begin(), fields_.end(),
                     [name](const CrossField& f) { return f.name == name; });
    return known != fields_.end() ? *known : fields_.emplace_back(CrossField{name});
  }

  void differ(std::string_view name, std::string har, std::string packets,
              std::string_view reason) {
    ++(reason.empty() ? field(name).unexplained : field(name).explained);
    pair_.differences.push_back({name, std::move(har), std::move(packets), reason});
  }

  void check_status() {
    CrossField& status = field(kStatus);
    if (entry_.status == exchange_.status) {
      ++(entry_.status ? status.equal : status.har_unknown);
      return;
    }
    if (!exchange_.status) {
      ++status.packets_unknown;
      return;
    }
    std::string_view reason;
    if (!entry_.status) {
      reason = "the client gave the answer up or kept it from the page";
    } else if (entry_.status == 502 || entry_.status == 504) {
      reason = "an intermediary answered in the server's place";
    } else if (shows_cached_answer()) {
      reason = kShownAsCached;
    }
    differ(kStatus, entry_.status ? std::to_string(*entry_.status) : std::string(),
           std::to_string(*exchange_.status), reason);
  }

  bool shows_cached_answer() const {
    return exchange_.status == 304 && entry_.status == 200;
  }

  void check_state() {
    if (entry_.state == exchange_.state) {
      ++field(kState).equal;
      return;
    }
    std::string_view reason;
    if (entry_.state == State::unanswered) {
      reason = "the client gave the answer up or kept it from the page";
    } else if (exchange_.state == State::cut_short || exchange_.state == State::gap) {
      reason = "the packet capture does not hold all of it";
    } else if (entry_.state == State::complete) {
      reason = "the exporter does not mark what was broken off";
    } else if (exchange_.state != State::complete) {
      reason = "who broke it off shows only in packets";
    }
    differ(kState, std::string(to_string(entry_.state)),
           std::string(to_string(exchange_.state)), reason);
  }

  void check_size(const SizeField& size) {
    const std::optional<Half>& har = size.of_request ? entry_.request : entry_.response;
    const std::optional<Half>& packets =
        size.of_request ? exchange_.request : exchange_.response;
    const Size a = har ? size.get(*har) : std::nullopt;
    const Size b = packets ? size.get(*packets) : std::nullopt;
    CrossField& counted = field(size.name);
    if (!a || !b) {
      counted.har_unknown += b ? 1u : 0u;
      counted.packets_unknown += a ? 1u : 0u;
      return;
    }
    if (a == b) {
      ++counted.equal;
      return;
    }
    differ(size.name, std::to_string(*a), std::to_string(*b),
           reason_of(size, *har, *packets, *a < *b));
  }

  std::string_view reason_of(const SizeField& size, const Half& har, const Half& packets,
                             bool har_is_less) const {
    if (exchange_.state != State::complete) {
      return "broken off: the client counts what it took, the packets what was sent";
    }
    if (shows_cached_answer()) {
      return kShownAsCached;
    }
    if (har_is_less && size.name == "response head_bytes" &&
        has_finding(entry_, "har_message_in_body_size")) {
      return "the exporter counts repeated lines once";
    }
    const bool same_body = har.encoded_bytes == packets.encoded_bytes;
    if (!size.of_request && har_is_less && is_gzip(packets) &&
        (same_body || !har.encoded_bytes) && size.name == "response content_bytes") {
      return "the client read only the first member of the gzip body";
    }
    if (size.name == "response framing_bytes" && same_body) {
      return "an intermediary cut the body into other chunks";
    }
    if (size.of_request && has_finding(entry_, "har_request_head_short")) {
      return "har_request_head_short: the exporter's list of headers is not whole";
    }
    if (exchange_.time.continue_pause || has_finding(exchange_, "early_response")) {
      return "the server answered before it had the whole request";
    }
    return {};
  }

  CrossPair& pair_;
  const Exchange& entry_;
  const Exchange& exchange_;
  std::vector<CrossField>& fields_;
};

std::string_view reason_without_packets(const Exchange& entry, bool encrypted) {
  switch (entry.origin) {
  case HarOrigin::cache:
    return "answered by a cache";
  case HarOrigin::service_worker:
    return "answered by a service worker";
  case HarOrigin::local:
    return "no request by its nature (data:, blob:)";
  case HarOrigin::not_sent:
    return "never sent";
  case HarOrigin::network:
    break;
  }
  if (entry.state == State::unanswered) {
    return "never sent: there is no answer and no packet";
  }
  const bool tls = entry.url.starts_with("https:") || entry.url.starts_with("wss:");
  return tls && encrypted ? "encrypted: the capture has no key for it" : "";
}

/// What makes an exchange one that exporters leave out.
class AloneReasons {
 public:
  AloneReasons(const HarInfo& har, const CrossCheck& check) : har_(har), check_(check) {}

  std::string_view of(const Exchange& exchange) const {
    if (exchange.status == 101) {
      return "the exporter leaves WebSockets out";
    }
    if (exchange.method == "OPTIONS") {
      return "a preflight, which the exporter leaves out";
    }
    if (exchange.url.ends_with("/favicon.ico")) {
      return "the browser's own request for the page's icon";
    }
    if (exchange.url.ends_with(".map")) {
      return "a source map, which developer tools ask for, not the page";
    }
    if (exchange.status == 401 && followed_by_entry(exchange)) {
      return "authentication inside the browser: one entry for two exchanges";
    }
    if (outside(exchange)) {
      return "before or after what the HAR holds";
    }
    if (har_.dialect == "chrome-har" || har_.dialect == "browsertime" ||
        har_.dialect == "sitespeed.io") {
      return "chrome-har leaves out failed requests and those of other targets";
    }
    const bool drops_broken =
        har_.dialect == "mitmproxy" || har_.dialect == "Firefox BiDi";
    if (drops_broken && exchange.state != State::complete) {
      return "the exporter leaves out what was broken off";
    }
    if (har_.dialect == "mitmproxy" &&
        (exchange.status == 502 || exchange.status == 504)) {
      return "the proxy's own answer, for a server's that was broken off";
    }
    return har_.lost > 0 ? "an entry of the HAR could not be read" : "";
  }

 private:
  bool followed_by_entry(const Exchange& exchange) const {
    return std::any_of(check_.pairs.begin(), check_.pairs.end(),
                       [&exchange](const CrossPair& pair) {
                         return pair.exchange->url == exchange.url &&
                                pair.exchange->number > exchange.number;
                       });
  }
  bool outside(const Exchange& exchange) const {
    return check_.pairs.empty() ||
           std::all_of(check_.pairs.begin(), check_.pairs.end(),
                       [&exchange](const CrossPair& pair) {
                         return pair.exchange->number > exchange.number;
                       }) ||
           std::all_of(check_.pairs.begin(), check_.pairs.end(),
                       [&exchange](const CrossPair& pair) {
                         return pair.exchange->number < exchange.number;
                       });
  }

  const HarInfo& har_;
  const CrossCheck& check_;
};

std::vector<CrossTime> times_of(const std::vector<CrossPair>& pairs) {
  std::vector<CrossTime> out;
  for (const TimeField& time : kTimes) {
    std::vector<double> differences;
    for (const CrossPair& pair : pairs) {
      const auto har = time.get(*pair.entry);
      const auto packets = time.get(*pair.exchange);
      if (har && packets) {
        differences.push_back(*har - *packets);
      }
    }
    CrossTime all{time.name, differences.size(), 0, 0, 0};
    if (!differences.empty()) {
      std::sort(differences.begin(), differences.end());
      const std::size_t middle = differences.size() / 2;
      all.least = differences.front();
      all.most = differences.back();
      all.median = differences.size() % 2 == 1
                       ? differences[middle]
                       : (differences[middle - 1] + differences[middle]) / 2;
    }
    out.push_back(all);
  }
  return out;
}

}  // namespace

std::uint64_t CrossCheck::unexplained() const {
  std::uint64_t count = 0;
  for (const CrossField& field : fields) {
    count += field.unexplained;
  }
  for (const std::vector<CrossSingle>* const list : {&entries_alone, &exchanges_alone}) {
    for (const CrossSingle& single : *list) {
      count += single.reason.empty() ? 1u : 0u;
    }
  }
  return count;
}

Result<CrossCheck> cross_check(const Analysis& analysis) {
  if (analysis.captures.size() != 2 ||
      analysis.captures[0].har.has_value() == analysis.captures[1].har.has_value()) {
    return Error{ErrorCode::unsupported, 0,
                 "--same takes a HAR and a packet capture of the same session"};
  }
  const std::uint32_t har = analysis.captures[0].har ? 0 : 1;
  std::vector<const Exchange*> entries;
  std::vector<const Exchange*> sent;
  std::vector<const Exchange*> exchanges;
  for (const Exchange& exchange : analysis.exchanges) {
    if (exchange.capture != har) {
      exchanges.push_back(&exchange);
    } else if (exchange.origin == HarOrigin::network) {
      sent.push_back(&exchange);
    } else {
      entries.push_back(&exchange);
    }
  }
  const Matching matching = match_exchanges(sent, exchanges);
  CrossCheck check;
  check.offset_ns = matching.offset_ns;
  for (const auto& [entry, exchange] : matching.pairs) {
    CrossPair pair{entry, exchange, {}};
    PairCheck(pair, check.fields).run();
    check.pairs.push_back(std::move(pair));
  }
  entries.insert(entries.end(), matching.entries.begin(), matching.entries.end());
  std::sort(entries.begin(), entries.end(),
            [](const Exchange* a, const Exchange* b) { return a->number < b->number; });
  const Capture& packets = analysis.captures[1 - har];
  const bool encrypted =
      std::any_of(packets.connections.begin(), packets.connections.end(),
                  [](const Connection& c) { return c.protocol == "TLS"; });
  for (const Exchange* const entry : entries) {
    check.entries_alone.push_back({entry, reason_without_packets(*entry, encrypted)});
  }
  const AloneReasons reasons(*analysis.captures[har].har, check);
  for (const Exchange* const exchange : matching.exchanges) {
    check.exchanges_alone.push_back({exchange, reasons.of(*exchange)});
  }
  check.times = times_of(check.pairs);
  return check;
}

}  // namespace capaudit
