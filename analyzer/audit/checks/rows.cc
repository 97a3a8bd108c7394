// SPDX-License-Identifier: Apache-2.0
// The two sides carry different rows, or rows of different columns.
#include <optional>
#include <set>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

struct Shape {
  std::optional<double> rows, columns;
};

Shape shape_of(const CheckInput& input, const Scenario& scenario) {
  if (scenario.runs.empty()) {
    return {};
  }
  const std::vector<std::uint32_t>& exchanges = scenario.runs.front().exchanges;
  return {input.maker.measure_set("rows", exchanges).value,
          input.maker.measure_set("columns", exchanges).value};
}

std::string number(const std::optional<double>& value) {
  return value ? std::to_string(static_cast<long long>(*value)) : "no";
}

std::set<std::string> digests(const Scenario& scenario) {
  std::set<std::string> out;
  for (const Run& run : scenario.runs) {
    out.insert(run.digest);
  }
  return out;
}

}  // namespace

std::vector<AuditFinding> check_rows(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const Shape first = shape_of(input, pair.first);
    const Shape second = shape_of(input, pair.second);
    if (first.rows != second.rows || first.columns != second.columns) {
      out.push_back(about(pair, "a run of '" + pair.first.spec->id + "' carries " +
                                    number(first.rows) + " rows of " +
                                    number(first.columns) + " columns, one of '" +
                                    pair.second.spec->id + "' " + number(second.rows) +
                                    " of " + number(second.columns)));
    } else if (first.rows && digests(pair.first) != digests(pair.second)) {
      out.push_back(about(pair, "'" + pair.first.spec->id + "' and '" +
                                    pair.second.spec->id +
                                    "' carry as many rows, but "
                                    "not the same values, or not in the same pieces"));
    }
  }
  return out;
}

}  // namespace capaudit
