// SPDX-License-Identifier: Apache-2.0
#include "reports/page/captured_sizes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/payloads.h"
#include "reports/numbers.h"
#include "reports/page/names.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kFewestCounts = 3;
constexpr std::size_t kNameWidth = 40;

std::string coding_of(const Half& half) {
  std::string out;
  for (const std::string& coding : half.codings) {
    out += (out.empty() ? "" : ", ") + coding;
  }
  return out.empty() ? "as is" : out;
}

/// Of answers with as many rows the one in the middle: a size that was sent.
CapturedPoint point_of(std::vector<const Exchange*> same) {
  std::stable_sort(same.begin(), same.end(), [](const Exchange* a, const Exchange* b) {
    return a->response->encoded_bytes < b->response->encoded_bytes;
  });
  const Exchange* const middle = same[(same.size() - 1) / 2];
  const Half& half = *middle->response;
  return {*half.facts.rows, *half.encoded_bytes, *half.facts.content_bytes, middle};
}

using ByCoding =
    std::map<std::string, std::map<std::uint64_t, std::vector<const Exchange*>>>;

ByCoding by_coding(const PayloadGroup& group) {
  ByCoding out;
  for (const Exchange* const exchange : group.exchanges) {
    const Half& half = *exchange->response;
    if (half.encoded_bytes) {
      out[coding_of(half)][*half.facts.rows].push_back(exchange);
    }
  }
  return out;
}

bool same_rows(const CapturedPoint& a, const CapturedPoint& b) {
  return a.rows == 0 ||
         a.exchange->response->facts.digest == b.exchange->response->facts.digest;
}

/// Points at the counts that both have; none where the rows differ.
std::vector<SizeCurve> common_curves(const CapturedSeries& a, const CapturedSeries& b) {
  std::vector<SizeCurve> out(2);
  for (const CapturedPoint& one : a.points) {
    const CapturedPoint* const other = b.at(one.rows);
    if (other == nullptr) {
      continue;
    }
    if (!same_rows(one, *other)) {
      return {};
    }
    out[0].points.push_back({one.rows, one.content, one.encoded, false});
    out[1].points.push_back({one.rows, other->content, other->encoded, false});
  }
  out[0].name = "a";
  out[1].name = "b";
  return out[0].points.size() < kFewestCounts ? std::vector<SizeCurve>() : out;
}

}  // namespace

const CapturedPoint* CapturedSeries::at(std::uint64_t rows) const {
  const auto found = std::find_if(points.begin(), points.end(),
                                  [rows](const auto& p) { return p.rows == rows; });
  return found == points.end() ? nullptr : &*found;
}

std::vector<CapturedSeries> captured_series(const ReportInput& input) {
  const std::vector<PayloadGroup> groups = group_payloads(input.exchanges);
  std::vector<std::string> names;
  for (const PayloadGroup& group : groups) {
    names.push_back(answer_name(*group.exchanges.front(), input.options.redactor));
  }
  const ShortNames shorts(names);
  std::vector<CapturedSeries> out;
  for (const PayloadGroup& group : groups) {
    const Format format = *group.exchanges.front()->response->facts.format;
    for (auto& [coding, counts] : by_coding(group)) {
      if (counts.size() < kFewestCounts) {
        continue;
      }
      CapturedSeries& series = out.emplace_back();
      series.coding = coding;
      const std::string name = cut_middle(
          visible(
              shorts.of(answer_name(*group.exchanges.front(), input.options.redactor))),
          kNameWidth);
      series.name = std::string(to_string(format)) + (name.empty() ? "" : " ") + name;
      for (auto& [rows, same] : counts) {
        series.points.push_back(point_of(std::move(same)));
      }
    }
  }
  const bool one_coding = std::all_of(
      out.begin(), out.end(),
      [&out](const CapturedSeries& one) { return one.coding == out.front().coding; });
  for (CapturedSeries& series : out) {
    series.name += one_coding ? "" : ", " + series.coding;
  }
  return out;
}

std::vector<CapturedCrossing> captured_crossings(
    const std::vector<CapturedSeries>& series) {
  std::vector<CapturedCrossing> out;
  for (std::size_t i = 0; i < series.size(); ++i) {
    for (std::size_t j = i + 1; j < series.size(); ++j) {
      if (series[i].coding != series[j].coding) {
        continue;
      }
      for (const Crossover& one : find_crossovers(common_curves(series[i], series[j]))) {
        if (!one.gzip && series[i].coding == "as is") {
          continue;  // decoded and as sent are one
        }
        const bool forward = one.before == "a";
        out.push_back({&series[forward ? i : j], &series[forward ? j : i], one.gzip,
                       one.from, one.to});
      }
    }
  }
  return out;
}

std::string crossing_text(const CapturedCrossing& crossing) {
  const auto sizes = [&crossing](std::uint64_t rows) {
    const auto size = [&crossing, rows](const CapturedSeries& series) {
      const CapturedPoint& point = *series.at(rows);
      return grouped(crossing.encoded ? point.encoded : point.content) + " B";
    };
    return size(*crossing.after) + " against " + size(*crossing.before);
  };
  return "from " + counted(crossing.to, "row") + " on " + crossing.after->name +
         " is smaller than " + crossing.before->name + " (" + sizes(crossing.to) +
         "); at " + counted(crossing.from, "row") + " it is not (" +
         sizes(crossing.from) + ")";
}

}  // namespace capaudit
