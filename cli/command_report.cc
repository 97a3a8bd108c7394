// SPDX-License-Identifier: Apache-2.0
// capaudit report: one HTML file.
#include <algorithm>
#include <utility>

#include "cli/destination.h"
#include "cli/message.h"
#include "cli/run.h"
#include "reports/charts/charts.h"
#include "reports/page/build.h"
#include "reports/page/html.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kHeadsForReport = std::uint64_t{4} << 10;

Theme theme_of(const std::string& name) {
  return name == "dark" ? Theme::dark : name == "light" ? Theme::light : Theme::automatic;
}

// The command that makes the report again, quoted for a shell.
std::string command_line(const Options& options, const std::string& output) {
  std::string line = "capaudit report";
  const auto add = [&line](const std::string& word) {
    const bool plain = word.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_./-=:,+@%") == std::string::npos;
    line += ' ';
    if (plain && !word.empty()) {
      line += word;
      return;
    }
    line += '\'';
    for (const char c : word) {
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += '\'';
  };
  for (const std::string& word : options.given) {
    add(word);
  }
  if (options.output.empty()) {
    add("-o");
    add(output);
  }
  return line;
}

bool is_list_extension(const std::string& extension) {
  const auto formats = list_formats();
  return std::any_of(formats.begin(), formats.end(), [&extension](const ListFormat& f) {
    return f.extension == extension;
  });
}

}  // namespace

int run_report(const Options& options) {
  const std::string output = options.output.empty() ? "report.html" : options.output;
  const std::optional<TimeZone> zone = parse_time_zone(options.timezone);
  if (!zone) {
    return fail_zone(options);
  }
  const std::size_t dot = output.rfind('.');
  if (dot != std::string::npos && is_list_extension(output.substr(dot + 1))) {
    return fail_usage("report writes HTML; for " + output.substr(dot) +
                      " there is capaudit list");
  }
  const Result<std::optional<std::int64_t>> made_ns = source_date_ns();
  if (!made_ns) {
    return fail_usage(made_ns.error().what);
  }
  const Result<Templates> templates = load_templates(options.templates);
  if (!templates) {
    return fail_usage(templates.error().what);
  }
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(output, options.arguments);
  if (!destination) {
    return fail(destination.error());
  }
  AnalyzeOptions analyze = options.analyze;
  analyze.keep_heads = kHeadsForReport;
  const Analyzed analyzed = analyze_inputs(options, options.arguments, analyze);
  if (!analyzed.analysis) {
    return analyzed.code;
  }
  ReportOptions report_options;
  report_options.title = options.title;
  report_options.zone = *zone;
  report_options.redactor = Redactor(options.redact);
  report_options.command = command_line(options, output);
  report_options.selection = options.selection;
  report_options.made_ns = *made_ns;
  const Report report =
      build_report(select(*analyzed.analysis, options.select), report_options);
  HtmlOptions html;
  html.theme = theme_of(options.theme);
  Result<std::map<std::string, std::string>> charts = draw_charts(report);
  if (charts) {
    html.charts = std::move(*charts);
  } else {
    html.no_charts = charts.error().what;
    if (!options.quiet) {
      say("no charts: " + html.no_charts);
    }
  }
  const Result<bool> written = write_html(report, *templates, html, **destination);
  if (!written) {
    return fail_usage(written.error().what);
  }
  const int code = finish_output(**destination, *analyzed.analysis, options);
  if (code != kInternal && !options.quiet && output != "-") {
    say("wrote " + output);
  }
  return code;
}

}  // namespace capaudit
