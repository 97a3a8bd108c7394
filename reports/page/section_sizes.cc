// SPDX-License-Identifier: Apache-2.0
// Sizes: where the bytes of requests and responses went, by format and by host.
#include <algorithm>

#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/page/groups.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostBars = 8;

/// A sum that has unknown parts is a lower bound and says so.
PageCell sum_cell(const KnownSum& sum) {
  if (sum.known == 0 && sum.unknown != 0) {
    return bytes_cell(std::optional<std::uint64_t>());
  }
  PageCell cell = bytes_cell(sum.bytes);
  if (sum.unknown != 0) {
    cell.text = "≥ " + cell.text;
    cell.note =
        grouped(sum.unknown) + " of " + grouped(sum.known + sum.unknown) + " unknown";
  }
  return cell;
}

PageCell ratio_cell(const Group& group) {
  if (group.both == 0 || group.both_encoded == 0) {
    return text_cell("–");
  }
  const double ratio =
      static_cast<double>(group.both_content) / static_cast<double>(group.both_encoded);
  PageCell cell = text_cell(short_ratio(ratio));
  cell.order = ratio;
  return cell;
}

PageRow row_of(const Group& group, const Group& all) {
  PageRow row;
  row.cells = {cut_cell(group.name, 48),
               number_cell(group.exchanges),
               sum_cell(group.request_head),
               sum_cell(group.request_encoded),
               sum_cell(group.response_head),
               sum_cell(group.response_framing),
               sum_cell(group.response_encoded),
               sum_cell(group.response_content),
               ratio_cell(group),
               share_cell(group.response_encoded.bytes, all.response_encoded.bytes)};
  return row;
}

PageTable table_of(const std::vector<Group>& groups, const Group& all, std::string id,
                   std::string caption, std::string first) {
  PageTable table;
  table.id = std::move(id);
  table.caption = std::move(caption);
  table.sortable = true;
  table.columns = {{std::move(first), false},   {"Exchanges", true},
                   {"Request heads, B", true},  {"Request bodies, B", true},
                   {"Response heads, B", true}, {"Framing, B", true},
                   {"Encoded, B", true},        {"Decoded, B", true},
                   {"Decoded / encoded", true}, {"Share of encoded", true}};
  const std::size_t shown = std::min(groups.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    table.rows.push_back(row_of(groups[i], all));
  }
  table.left_out = groups.size() - shown;
  if (groups.size() > 1) {
    PageRow total = row_of(all, all);
    total.total = true;
    table.rows.push_back(std::move(total));
  }
  return table;
}

/// The largest groups; what remains is one bar.
std::vector<Group> largest(const std::vector<Group>& groups) {
  std::vector<Group> bars(
      groups.begin(),
      groups.begin() + static_cast<std::ptrdiff_t>(std::min(groups.size(), kMostBars)));
  if (groups.size() <= kMostBars) {
    return bars;
  }
  Group rest;
  rest.name = grouped(std::uint64_t{groups.size() - kMostBars}) + " others";
  for (std::size_t i = kMostBars; i < groups.size(); ++i) {
    rest.response_head.bytes += groups[i].response_head.bytes;
    rest.response_framing.bytes += groups[i].response_framing.bytes;
    rest.response_encoded.bytes += groups[i].response_encoded.bytes;
    rest.both += groups[i].both;
    rest.both_encoded += groups[i].both_encoded;
    rest.both_content += groups[i].both_content;
  }
  bars.push_back(std::move(rest));
  return bars;
}

std::string describe(const std::vector<Group>& bars) {
  std::string text;
  for (const Group& group : bars) {
    text += (text.empty() ? "" : "; ") + group.name + " " +
            short_bytes(group.response_bytes());
  }
  return text;
}

Chart parts_chart(const std::vector<Group>& groups) {
  const std::vector<Group> bars = largest(groups);
  Chart chart;
  chart.id = "chart-parts";
  chart.title = "Where the response bytes went, by format";
  chart.reading =
      "Each bar is all responses of one format: heads, framing (chunk sizes, trailers) "
      "and "
      "bodies as sent. The figure behind it is their sum.";
  chart.description = "Stacked bars of response bytes: " + describe(bars);
  chart.kind = Chart::Kind::stacked;
  chart.unit = "B";
  chart.numbers_in = "by-format";
  chart.series = {{"heads", {}}, {"framing", {}}, {"bodies, encoded", {}}};
  for (const Group& group : bars) {
    chart.categories.push_back(group.name);
    chart.series[0].values.push_back(static_cast<double>(group.response_head.bytes));
    chart.series[1].values.push_back(static_cast<double>(group.response_framing.bytes));
    chart.series[2].values.push_back(static_cast<double>(group.response_encoded.bytes));
  }
  return chart;
}

Chart coding_chart(const std::vector<Group>& groups) {
  Chart chart;
  chart.id = "chart-coding";
  chart.title = "Encoded against decoded";
  chart.reading =
      "Two bars per format, of the same responses: what went over the wire and what it "
      "becomes once decoded. Only responses of which both are known.";
  chart.kind = Chart::Kind::grouped;
  chart.unit = "B";
  chart.numbers_in = "by-format";
  chart.series = {{"encoded", {}}, {"decoded", {}}};
  std::string text;
  for (const Group& group : largest(groups)) {
    if (group.both == 0 || group.both_content == 0) {
      continue;
    }
    chart.categories.push_back(group.name);
    chart.series[0].values.push_back(static_cast<double>(group.both_encoded));
    chart.series[1].values.push_back(static_cast<double>(group.both_content));
    text += (text.empty() ? "" : "; ") + group.name + " " +
            short_bytes(group.both_encoded) + " to " + short_bytes(group.both_content);
  }
  chart.description = "Paired bars of body bytes before and after decoding: " + text;
  return chart;
}

}  // namespace

Section sizes_section(const ReportInput& input) {
  Section section{"sizes", "Sizes", {}};
  if (input.exchanges.empty()) {
    section.blocks.push_back(
        Paragraph{"There is no exchange, so there is nothing to measure or to chart."});
    return section;
  }
  const Group all = total_of(input.exchanges);
  const std::vector<Group> formats = group_by(input.exchanges, format_key);
  section.blocks.push_back(Paragraph{
      "Encoded is a body as it was sent, decoded the same body without its content "
      "codings. Framing is what HTTP adds to a body: chunk sizes and trailers. 1 kB is "
      "1,000 bytes."});
  Chart parts = parts_chart(formats);
  if (all.response_bytes() != 0) {
    section.blocks.push_back(std::move(parts));
  }
  Chart coding = coding_chart(formats);
  if (!coding.categories.empty()) {
    section.blocks.push_back(std::move(coding));
  }
  section.blocks.push_back(
      table_of(formats, all, "by-format", "By format of the response", "Format"));
  section.blocks.push_back(table_of(group_by(input.exchanges, host_key), all,
                                    "sizes-by-host", "By host", "Host"));
  return section;
}

}  // namespace capaudit
