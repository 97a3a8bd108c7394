// SPDX-License-Identifier: Apache-2.0
#include "cli/figures.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/destination.h"
#include "cli/message.h"
#include "decoders/core/text.h"
#include "reports/charts/charts.h"
#include "reports/page/html.h"
#include "reports/page/markdown.h"
#include "reports/plain.h"

namespace capaudit {
namespace {

bool looks_like_id(const std::string& word) {
  const std::size_t hash = word.rfind('#');
  const std::string number = hash == std::string::npos ? word : word.substr(hash + 1);
  return !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
}

int write_page(const Options& options, const Report& report, Destination& destination) {
  const Result<Templates> templates = load_templates(options.templates);
  if (!templates) {
    return fail_usage(templates.error().what);
  }
  HtmlOptions html;
  Result<std::map<std::string, std::string>> charts = draw_charts(report);
  if (charts) {
    html.charts = std::move(*charts);
  } else {
    html.no_charts = charts.error().what;
  }
  const Result<bool> written = write_html(report, *templates, html, destination);
  return written ? kDone : fail_usage(written.error().what);
}

}  // namespace

TimingOptions timing_options(const Options& options, std::size_t runs) {
  TimingOptions out;
  out.runs = static_cast<std::size_t>(options.runs.value_or(runs));
  if (options.warmup) {
    out.warm_up = static_cast<std::size_t>(*options.warmup);
  }
  out.most_batches = std::max<std::size_t>(out.most_batches, out.runs * 2);
  return out;
}

FigureInput figure_input(const Options& options) {
  FigureInput input;
  input.captures = options.arguments;
  std::error_code ignored;
  if (input.captures.size() > 1 && looks_like_id(input.captures.back()) &&
      !std::filesystem::exists(input.captures.back(), ignored)) {
    input.id = input.captures.back();
    input.captures.pop_back();
    if (input.id.find('#') == std::string::npos) {
      input.id.insert(0, 1, '#');
    }
  }
  return input;
}

FigureExchanges figure_exchanges(const Options& options, const FigureInput& input,
                                 const Analysis& analysis) {
  FigureExchanges out;
  if (input.id.empty()) {
    out.exchanges = select(analysis, options.select).exchanges;
    return out;
  }
  const Exchange* const exchange = find_exchange(analysis, input.id);
  if (exchange == nullptr) {
    out.code =
        fail_usage("there is no exchange '" + input.id + "'; capaudit list shows " +
                   std::to_string(analysis.exchanges.size()));
    return out;
  }
  out.exchanges.push_back(exchange);
  return out;
}

std::string figure_format(const Options& options) {
  constexpr std::array<std::string_view, 5> kFormats = {"text", "json", "md", "csv",
                                                        "html"};
  if (options.json) {
    return "json";
  }
  if (!options.format.empty()) {
    if (std::find(kFormats.begin(), kFormats.end(), options.format) == kFormats.end()) {
      fail_usage("--format takes text, json, md, csv, html, not '" + options.format +
                 "'");
      return {};
    }
    return options.format;
  }
  const std::size_t dot = options.output.rfind('.');
  const std::string extension =
      dot == std::string::npos ? "" : options.output.substr(dot + 1);
  const bool known =
      std::find(kFormats.begin(), kFormats.end(), extension) != kFormats.end();
  return known ? extension : "text";
}

int write_figures(const Options& options, const FigureInput& input,
                  const Analysis& analysis, const std::string& format,
                  const Report& report, const std::function<void(Output&)>& json) {
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(options.output, input.captures);
  if (!destination) {
    return fail(destination.error());
  }
  int code = kDone;
  if (format == "json") {
    json(**destination);
  } else if (format == "md") {
    write_markdown(report, **destination);
  } else if (format == "csv") {
    write_tables_csv(report, **destination);
  } else if (format == "html") {
    code = write_page(options, report, **destination);
  } else {
    write_plain(report, terminal_of(options), **destination);
  }
  return code != kDone ? code : finish_output(**destination, analysis, options);
}

}  // namespace capaudit
