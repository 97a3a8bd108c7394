// SPDX-License-Identifier: Apache-2.0
// Times: how long exchanges took, and who took the time.
#include <algorithm>

#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/groups.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostBars = 8;

void add_cells(const std::optional<Distribution>& distribution, bool with_ends,
               PageRow& row) {
  const bool known = distribution.has_value();
  row.cells.push_back(number_cell(known ? distribution->n : 0));
  if (with_ends) {
    row.cells.push_back(
        ms_cell(known ? std::optional(distribution->least) : std::nullopt));
  }
  row.cells.push_back(
      ms_cell(known ? std::optional(distribution->median) : std::nullopt));
  PageCell p95 = text_cell("–");
  if (known && distribution->p95) {
    p95 = ms_cell(distribution->p95);
  }
  row.cells.push_back(p95);
  row.cells.push_back(ms_cell(known ? std::optional(distribution->most) : std::nullopt));
}

PageTable phases_table(const Group& all) {
  PageTable table;
  table.id = "phases";
  table.caption = "Phases of all exchanges, in milliseconds";
  table.columns = {{"Phase", false}, {"n", true},   {"Least", true},
                   {"Median", true}, {"p95", true}, {"Most", true}};
  const auto add = [&table](std::string name, const std::vector<double>& values) {
    PageRow row;
    row.cells.push_back(text_cell(std::move(name)));
    add_cells(distribution_of(values), true, row);
    table.rows.push_back(std::move(row));
  };
  add("wait: last byte of the request to first of the response", all.wait);
  add("server: wait less the network's share", all.server);
  add("receive: first to last byte of the response", all.receive);
  add("total", all.total);
  return table;
}

/// Mean of a sum over the exchanges in which every phase is known.
PageCell mean_cell(double sum, const Group& group) {
  return ms_cell(group.phased == 0
                     ? std::nullopt
                     : std::optional(sum / static_cast<double>(group.phased)));
}

PageTable hosts_table(const std::vector<Group>& hosts) {
  PageTable table;
  table.id = "times-by-host";
  table.caption = "By host, in milliseconds";
  table.sortable = true;
  table.columns = {
      {"Host", false},         {"Exchanges", true},      {"All phases known", true},
      {"Send, mean", true},    {"Network, mean", true},  {"Server, mean", true},
      {"Receive, mean", true}, {"Server, median", true}, {"Total, n", true},
      {"Total, median", true}, {"Total, p95", true},     {"Total, most", true}};
  const std::size_t shown = std::min(hosts.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const Group& host = hosts[i];
    const auto server = distribution_of(host.server);
    PageRow row;
    row.cells = {cut_cell(host.name, 48),
                 number_cell(host.exchanges),
                 number_cell(host.phased),
                 mean_cell(host.send_sum, host),
                 mean_cell(host.network_sum, host),
                 mean_cell(host.server_sum, host),
                 mean_cell(host.receive_sum, host),
                 ms_cell(server ? std::optional(server->median) : std::nullopt)};
    add_cells(distribution_of(host.total), false, row);
    table.rows.push_back(std::move(row));
  }
  table.left_out = hosts.size() - shown;
  return table;
}

/// A few very slow exchanges must not press all others against the axis.
void end_axis_early(Chart& chart) {
  std::vector<double> all;
  for (const Series& series : chart.series) {
    all.insert(all.end(), series.values.begin(), series.values.end());
  }
  std::sort(all.begin(), all.end());
  const double common = all[all.size() * 98 / 100];
  if (common <= 0 || all.back() <= 4 * common) {
    return;
  }
  chart.axis_end = common * 1.5;
  chart.reading += " The axis ends at " + short_ms(*chart.axis_end) +
                   "; the slowest took " + short_ms(all.back()) + ".";
}

Chart distribution_chart(const Group& all) {
  Chart chart;
  chart.id = "chart-times";
  chart.title = "How long exchanges took";
  chart.kind = Chart::Kind::distribution;
  chart.unit = "ms";
  chart.numbers_in = "phases";
  std::string text;
  std::size_t most = 0;
  const auto add = [&](std::string name, unsigned color,
                       const std::vector<double>& values) {
    const auto distribution = distribution_of(values);
    if (!distribution) {
      return;
    }
    most = std::max(most, values.size());
    text += (text.empty() ? "" : "; ") + name + " median " +
            short_ms(distribution->median) + ", most " + short_ms(distribution->most);
    chart.series.push_back({std::move(name), thinned(values), {}, color});
  };
  add("wait", 7, all.wait);
  add("server", 2, all.server);
  add("receive", 1, all.receive);
  add("total", 3, all.total);
  if (most < kManyValues) {
    chart.reading = "Every exchange is one point; further right is slower.";
  } else {
    chart.reading =
        "At each time on the axis: the share of exchanges that took no longer. A curve "
        "further left is faster.";
    end_axis_early(chart);
  }
  chart.description = "Distribution of times: " + text;
  return chart;
}

Chart hosts_chart(const std::vector<Group>& hosts) {
  Chart chart;
  chart.id = "chart-host-times";
  chart.title = "Who took the time, by host";
  chart.reading =
      "Each bar is the mean exchange with a host: sending the request, the network's "
      "share "
      "of the wait, the server, receiving the response. Only exchanges of which all are "
      "known.";
  chart.kind = Chart::Kind::stacked;
  chart.unit = "ms";
  chart.numbers_in = "times-by-host";
  // The colours of the waterfall.
  chart.series = {{"send", {}, {}, 6},
                  {"network", {}, {}, 8},
                  {"server", {}, {}, 2},
                  {"receive", {}, {}, 1}};
  std::string text;
  for (const Group& host : hosts) {
    if (host.phased == 0 || chart.categories.size() == kMostBars) {
      continue;
    }
    const auto n = static_cast<double>(host.phased);
    chart.categories.push_back(host.name);
    chart.series[0].values.push_back(host.send_sum / n);
    chart.series[1].values.push_back(host.network_sum / n);
    chart.series[2].values.push_back(host.server_sum / n);
    chart.series[3].values.push_back(host.receive_sum / n);
    text +=
        (text.empty() ? "" : "; ") + host.name + " server " +
        short_ms(host.server_sum / n) + " of " +
        short_ms((host.send_sum + host.network_sum + host.server_sum + host.receive_sum) /
                 n);
  }
  chart.description = "Stacked bars of mean times: " + text;
  return chart;
}

}  // namespace

Section times_section(const ReportInput& input) {
  Section section{"times", "Times", {}};
  const Group all = total_of(input.exchanges);
  if (all.wait.empty() && all.total.empty() && all.receive.empty()) {
    section.blocks.push_back(
        Paragraph{"No exchange shows a time, so there is nothing to chart."});
    return section;
  }
  section.blocks.push_back(Paragraph{
      "Times are those of packets where they were recorded. The server's time is known "
      "where the handshake of its connection was recorded; it is an upper bound for work "
      "of the server, since a queue before it counts as well."});
  section.blocks.push_back(distribution_chart(all));
  const std::vector<Group> hosts = group_by(input.exchanges, host_key);
  Chart by_host = hosts_chart(hosts);
  if (!by_host.categories.empty()) {
    section.blocks.push_back(std::move(by_host));
  }
  section.blocks.push_back(phases_table(all));
  section.blocks.push_back(hosts_table(hosts));
  return section;
}

}  // namespace capaudit
