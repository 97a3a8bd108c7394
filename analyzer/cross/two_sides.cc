// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cross/two_sides.h"

#include <algorithm>
#include <map>

#include "analyzer/audit/scenario.h"

namespace capaudit {
namespace {

constexpr std::string_view kMetrics[] = {"total_time",    "server_time",
                                         "transfer_time", "encoded_bytes",
                                         "content_bytes", "rows"};

/// Operations of one side that have one name.
struct Group {
  std::string name;
  std::vector<const Operation*> whole;
  std::uint64_t left_out = 0;
};

std::string name_of(const Analysis& analysis, const Operation& operation) {
  std::string name = operation_name(analysis, operation);
  const Exchange& anchor = analysis.exchanges[operation.anchor];
  const bool of_calls = anchor.request && !anchor.request->facts.names.empty();
  const std::size_t scheme = of_calls ? std::string::npos : name.find("://");
  if (scheme == std::string::npos) {
    return name;
  }
  const std::size_t path = std::min(name.find('/', scheme + 3), name.size());
  const std::size_t space = name.find(' ');
  const std::size_t begin = space < scheme ? space + 1 : 0;
  name.replace(begin, path - begin, "");
  return begin == name.size() ? name + "/" : name;
}

std::vector<Group> groups_of(const Analysis& analysis, const ComparedSide& side) {
  std::vector<Group> out;
  std::map<std::string, std::size_t> places;
  for (const Operation& operation : analysis.operations) {
    const auto exchange_at = [&](const Part& part) -> const Exchange& {
      return analysis.exchanges[part.exchange];
    };
    if (side.captures.count(operation.capture) == 0 ||
        std::none_of(
            operation.parts.begin(), operation.parts.end(),
            [&](const Part& part) { return side.select.matches(exchange_at(part)); })) {
      continue;
    }
    const std::string name = name_of(analysis, operation);
    const auto [place, fresh] = places.try_emplace(name, out.size());
    if (fresh) {
      out.push_back({name, {}, 0});
    }
    Group& group = out[place->second];
    if (std::any_of(operation.parts.begin(), operation.parts.end(),
                    [&](const Part& part) { return is_damaged(exchange_at(part)); })) {
      ++group.left_out;
    } else {
      group.whole.push_back(&operation);
    }
  }
  return out;
}

/// Of all rows of an operation's answers, in order; empty: there are none.
std::string digest_of(const Analysis& analysis, const Operation& operation) {
  std::string out;
  for (const Part& part : operation.parts) {
    const Exchange& one = analysis.exchanges[part.exchange];
    if (one.response && !one.response->facts.digest.empty()) {
      out += (out.empty() ? "" : "+") + one.response->facts.digest;
    }
  }
  return out;
}

class Comparer {
 public:
  Comparer(const Analysis& analysis, const Group& first, const Group& second)
      : analysis_(analysis), groups_{&first, &second} {}

  ComparedOperation compare() {
    ComparedOperation out;
    for (std::size_t i = 0; i < 2; ++i) {
      out.names[i] = groups_[i]->name;
      out.counted[i] = groups_[i]->whole.size();
      out.left_out[i] = groups_[i]->left_out;
      rows_[i] = measured(i, *find_metric("rows"));
    }
    rows_agree_ = out.rows = agree();
    for (const std::string_view name : kMetrics) {
      out.metrics.push_back(compare(*find_metric(name)));
    }
    return out;
  }

 private:
  using Values = std::vector<Measured>;  // one of each operation, in their order

  Values measured(std::size_t side, const Metric& metric) const {
    Values out;
    for (const Operation* const operation : groups_[side]->whole) {
      out.push_back(measure(metric, {analysis_, exchanges_of(*operation, true)}));
    }
    return out;
  }

  RowsAgree agree() const {
    std::array<std::set<std::string>, 2> digests;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const Operation* const operation : groups_[i]->whole) {
        digests[i].insert(digest_of(analysis_, *operation));
      }
      if (digests[i].empty() || digests[i].count("") != 0) {
        return RowsAgree::none;
      }
    }
    return digests[0] == digests[1] ? RowsAgree::same : RowsAgree::other;
  }

  /// Values of one side to compare, by rows where `per_row`.
  std::vector<double> comparable(std::size_t side, const Values& values,
                                 bool per_row) const {
    std::vector<double> out;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::optional<double>& rows = rows_[side][i].value;
      if (values[i].value && (!per_row || (rows && *rows > 0))) {
        out.push_back(per_row ? *values[i].value / *rows : *values[i].value);
      }
    }
    return out;
  }

  ComparedMetric compare(const Metric& metric) const {
    ComparedMetric out;
    out.metric = &metric;
    std::array<Values, 2> values;
    for (std::size_t i = 0; i < 2; ++i) {
      values[i] = measured(i, metric);
      out.sides[i].value = estimate_median(comparable(i, values[i], false));
      for (const Measured& one : values[i]) {
        if (!one.value && out.sides[i].unknown++ == 0) {
          out.sides[i].why = one.unknown;
        }
      }
    }
    const bool is_rows = metric.name == "rows";
    out.per_row = rows_agree_ == RowsAgree::other && !is_rows;
    if (groups_[0]->whole.empty() || groups_[1]->whole.empty()) {
      out.reason = "a side has none of these";
      return out;
    }
    if (rows_agree_ == RowsAgree::none && !is_rows) {
      out.reason = "nothing proves that both sides carried the same data: no rows";
      return out;
    }
    const std::vector<double> first = comparable(0, values[0], out.per_row);
    const std::vector<double> second = comparable(1, values[1], out.per_row);
    out.difference = estimate_difference(second, first);
    if (!out.difference) {
      out.reason = "a side has no value";
      return out;
    }
    if (!is_rows) {
      out.ratio = estimate_ratio(second, first);
    }
    out.outcome = outcome_of(*out.difference, metric);
    return out;
  }

  static SideOutcome outcome_of(const Estimate& difference, const Metric& metric) {
    const bool few = difference.n < kFewestRuns;
    if (difference.kind == IntervalKind::constant &&
        (!few || metric.unit != Unit::milliseconds)) {
      return difference.middle == 0 ? SideOutcome::equal : SideOutcome::different;
    }
    if (few) {
      return SideOutcome::too_few_runs;
    }
    return difference.low <= 0 && difference.high >= 0
               ? SideOutcome::no_measurable_difference
               : SideOutcome::different;
  }

  const Analysis& analysis_;
  std::array<const Group*, 2> groups_;
  std::array<Values, 2> rows_;
  RowsAgree rows_agree_ = RowsAgree::none;
};

/// Operations of one name in parts: each set of rows that both sides carried, what other
/// rows there are, and what has none. Medians over different rows would compare how often
/// each was asked for.
void compare_names(const Analysis& analysis, const Group& first, const Group& second,
                   std::vector<ComparedOperation>& into) {
  using Halves = std::array<Group, 2>;
  std::array<std::set<std::string>, 2> digests;
  for (std::size_t i = 0; i < 2; ++i) {
    for (const Operation* const operation : (i == 0 ? first : second).whole) {
      digests[i].insert(digest_of(analysis, *operation));
    }
  }
  std::vector<Halves> parts;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < 2; ++i) {
    for (const Operation* const operation : (i == 0 ? first : second).whole) {
      const std::string digest = digest_of(analysis, *operation);
      const bool shared = digests[1 - i].count(digest) != 0;
      const std::string key = digest.empty() || shared ? digest : "other";
      const auto [place, fresh] = places.try_emplace(key, parts.size());
      if (fresh) {
        parts.push_back({Group{first.name, {}, 0}, Group{second.name, {}, 0}});
      }
      parts[place->second][i].whole.push_back(operation);
    }
  }
  if (parts.empty()) {
    parts.push_back({Group{first.name, {}, 0}, Group{second.name, {}, 0}});
  }
  parts.front()[0].left_out = first.left_out;
  parts.front()[1].left_out = second.left_out;
  for (const Halves& part : parts) {
    into.push_back(Comparer(analysis, part[0], part[1]).compare());
  }
}

void add_alone(const Group& group, std::vector<LoneOperation>& into) {
  into.push_back({group.name, group.whole.size() + group.left_out});
}

}  // namespace

std::string_view to_string(RowsAgree rows) {
  switch (rows) {
  case RowsAgree::none:
    return "none";
  case RowsAgree::same:
    return "same";
  case RowsAgree::other:
    return "other";
  }
  return "";
}

std::string_view to_string(SideOutcome outcome) {
  switch (outcome) {
  case SideOutcome::not_compared:
    return "not compared";
  case SideOutcome::equal:
    return "equal";
  case SideOutcome::no_measurable_difference:
    return "no measurable difference";
  case SideOutcome::different:
    return "different";
  case SideOutcome::too_few_runs:
    return "too few runs";
  }
  return "";
}

TwoSides compare_sides(const Analysis& analysis, const Sides& sides) {
  const std::vector<Group> first = groups_of(analysis, sides[0]);
  const std::vector<Group> second = groups_of(analysis, sides[1]);
  TwoSides out;
  if (first.size() == 1 && second.size() == 1) {
    compare_names(analysis, first[0], second[0], out.operations);
    return out;
  }
  std::map<std::string, const Group*> unmatched;
  for (const Group& group : second) {
    unmatched[group.name] = &group;
  }
  for (const Group& group : first) {
    const auto other = unmatched.find(group.name);
    if (other == unmatched.end()) {
      add_alone(group, out.alone[0]);
      continue;
    }
    compare_names(analysis, group, *other->second, out.operations);
    unmatched.erase(other);
  }
  for (const Group& group : second) {
    if (unmatched.count(group.name) != 0) {
      add_alone(group, out.alone[1]);
    }
  }
  return out;
}

}  // namespace capaudit
