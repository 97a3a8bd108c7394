// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/charts.h"

#include <vector>

#include "reports/charts/gnuplot.h"
#include "reports/charts/script.h"
#include "reports/charts/svg.h"

namespace capaudit {

Result<std::map<std::string, std::string>> draw_charts(const Report& report) {
  std::string script;
  std::vector<const Chart*> charts;
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      const Chart* chart = std::get_if<Chart>(&block);
      const std::string commands = chart == nullptr ? "" : gnuplot_script(*chart);
      if (!commands.empty()) {
        script += commands;
        charts.push_back(chart);
      }
    }
  }
  std::map<std::string, std::string> drawn;
  if (charts.empty()) {
    return drawn;
  }
  const auto output = run_gnuplot(script);
  if (!output) {
    return output.error();
  }
  const std::vector<std::string_view> documents = split_svg(*output);
  if (documents.size() != charts.size()) {
    return Error{ErrorCode::io, 0,
                 "gnuplot drew " + std::to_string(documents.size()) + " of " +
                     std::to_string(charts.size()) + " charts"};
  }
  for (std::size_t i = 0; i < charts.size(); ++i) {
    auto svg = inline_svg(documents[i], {charts[i]->id, "p" + std::to_string(i + 1) + "-",
                                         charts[i]->title, charts[i]->description});
    if (!svg) {
      return svg.error();
    }
    drawn[charts[i]->id] = *std::move(svg);
  }
  return drawn;
}

}  // namespace capaudit
