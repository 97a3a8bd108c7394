// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/scenario.h"

#include <algorithm>
#include <map>
#include <set>

namespace capaudit {
namespace {

class Builder {
 public:
  Builder(const ScenarioSpec& spec, const Analysis& analysis,
          const std::set<std::uint32_t>& captures)
      : spec_(spec), analysis_(analysis), captures_(captures) {
    out_.spec = &spec;
  }

  Scenario build() {
    std::vector<const Operation*> chosen;
    for (const Operation& operation : analysis_.operations) {
      if (captures_.count(operation.capture) != 0 && belongs(operation)) {
        chosen.push_back(&operation);
      }
    }
    out_.operations = chosen.size();
    for (const Operation* operation : chosen) {
      out_.requests += operation->parts.size();
    }
    switch (spec_.run.kind) {
    case RunRule::Kind::operation:
      by_operation(chosen);
      break;
    case RunRule::Kind::capture:
      by_group(
          chosen, [](const Operation&) { return std::int64_t{0}; }, false);
      break;
    case RunRule::Kind::window:
      by_window(chosen);
      break;
    }
    return std::move(out_);
  }

 private:
  const Exchange& exchange(std::uint32_t index) const {
    return analysis_.exchanges[index];
  }

  bool in_range(const Exchange& one) const {
    return spec_.exchanges.empty() ||
           std::any_of(spec_.exchanges.begin(), spec_.exchanges.end(),
                       [&one](const NumberRange& range) {
                         return one.number >= range.first && one.number <= range.last;
                       });
  }

  std::uint64_t rows_of(const Operation& operation) const {
    std::uint64_t rows = 0;
    for (const Part& part : operation.parts) {
      const Exchange& one = exchange(part.exchange);
      if (part.role != PartRole::failed_try && one.response && one.response->facts.rows) {
        rows += *one.response->facts.rows;
      }
    }
    return rows;
  }

  /// Any of its requests is meant: what the user did is one thing.
  bool belongs(const Operation& operation) const {
    if ((spec_.start == StartFilter::cold && operation.start != Start::cold) ||
        (spec_.start == StartFilter::warm && operation.start == Start::cold)) {
      return false;
    }
    const bool any = std::any_of(operation.parts.begin(), operation.parts.end(),
                                 [this](const Part& part) {
                                   const Exchange& one = exchange(part.exchange);
                                   return in_range(one) && spec_.select.matches(one);
                                 });
    return any && (!spec_.rows || rows_of(operation) == *spec_.rows);
  }

  void add(Run& run, const Operation& operation) {
    for (const std::uint32_t index : exchanges_of(operation, true)) {
      if (is_damaged(exchange(index))) {
        out_.damaged.push_back(index);
      } else {
        run.exchanges.push_back(index);
      }
    }
    for (const std::uint32_t index : exchanges_of(operation, false)) {
      if (!is_damaged(exchange(index))) {
        run.calls_only.push_back(index);
      }
    }
    run.cold = run.cold || operation.start == Start::cold;
  }

  void finish(Run run) {
    std::sort(run.exchanges.begin(), run.exchanges.end());
    std::sort(run.calls_only.begin(), run.calls_only.end());
    out_.has_setup = out_.has_setup || run.calls_only.size() != run.exchanges.size();
    std::vector<std::string> digests;
    for (const std::uint32_t index : run.exchanges) {
      const Exchange& one = exchange(index);
      if (one.response && !one.response->facts.digest.empty()) {
        digests.push_back(one.response->facts.digest);
      }
    }
    if (spec_.run.kind != RunRule::Kind::operation) {
      std::sort(digests.begin(), digests.end());
      digests.erase(std::unique(digests.begin(), digests.end()), digests.end());
    }
    for (const std::string& digest : digests) {
      run.digest += (run.digest.empty() ? "" : "+") + digest;
    }
    out_.runs.push_back(std::move(run));
  }

  void by_operation(const std::vector<const Operation*>& chosen) {
    for (const Operation* operation : chosen) {
      Run run;
      run.capture = operation->capture;
      const std::size_t damaged = out_.damaged.size();
      add(run, *operation);
      if (out_.damaged.size() != damaged) {
        ++out_.runs_left_out;
      } else {
        finish(std::move(run));
      }
    }
  }

  template <class Key>
  void by_group(const std::vector<const Operation*>& chosen, Key key, bool drop_last) {
    std::map<std::pair<std::uint32_t, std::int64_t>, Run> groups;
    for (const Operation* operation : chosen) {
      Run& run = groups[{operation->capture, key(*operation)}];
      run.operations += run.exchanges.empty() ? 0u : 1u;
      run.capture = operation->capture;
      add(run, *operation);
    }
    for (auto at = groups.begin(); at != groups.end(); ++at) {
      const auto next = std::next(at);
      const bool last = next == groups.end() || next->first.first != at->first.first;
      // The last stretch of a capture is cut off by its end.
      if (!(drop_last && last && at->first.second > 0) && !at->second.exchanges.empty()) {
        finish(std::move(at->second));
      }
    }
  }

  void by_window(const std::vector<const Operation*>& chosen) {
    std::map<std::uint32_t, std::int64_t> begins;
    for (const Operation* operation : chosen) {
      const auto start = start_of(*operation);
      if (start && begins.count(operation->capture) == 0) {
        begins[operation->capture] = *start;
      }
    }
    const double length_ns = spec_.run.seconds * 1e9;
    by_group(
        chosen,
        [&](const Operation& operation) {
          const auto start = start_of(operation);
          const double since =
              start ? static_cast<double>(*start - begins[operation.capture]) : 0;
          return static_cast<std::int64_t>(std::max(since, 0.0) / length_ns);
        },
        true);
  }

  std::optional<std::int64_t> start_of(const Operation& operation) const {
    return exchange(operation.parts.front().exchange).time.start_ns;
  }

  const ScenarioSpec& spec_;
  const Analysis& analysis_;
  const std::set<std::uint32_t>& captures_;
  Scenario out_;
};

}  // namespace

bool is_damaged(const Exchange& exchange) {
  const bool holes = (exchange.request && exchange.request->missing_bytes != 0) ||
                     (exchange.response && exchange.response->missing_bytes != 0);
  // An answer that a close or a reset cut off; a request without an answer is none.
  const bool cut_off = exchange.status && (exchange.state == State::closed_early ||
                                           exchange.state == State::reset);
  return holes || cut_off || exchange.state == State::gap ||
         exchange.state == State::cut_short || exchange.state == State::response_only ||
         (!exchange.response && may_be_answered(exchange));
}

std::vector<Scenario> build_scenarios(const ClaimsFile& file, const CapturePaths& paths,
                                      const Analysis& analysis) {
  std::vector<Scenario> out;
  for (std::size_t i = 0; i < file.scenarios.size(); ++i) {
    std::set<std::uint32_t> captures;
    for (std::uint32_t c = 0; c < analysis.captures.size(); ++c) {
      for (const std::size_t path : paths.of_scenario[i]) {
        if (paths.all[path] == analysis.captures[c].source.path) {
          captures.insert(c);
        }
      }
    }
    out.push_back(Builder(file.scenarios[i], analysis, captures).build());
  }
  return out;
}

}  // namespace capaudit
