// SPDX-License-Identifier: Apache-2.0
#include "cli/page_output.h"

#include <algorithm>
#include <utility>

#include "cli/destination.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "cli/run.h"
#include "reports/charts/charts.h"
#include "reports/numbers.h"
#include "reports/page/data.h"
#include "reports/page/html.h"
#include "reports/page/markdown.h"

namespace capaudit {
namespace {

constexpr std::uint64_t kLargePage = 5'000'000;

Theme theme_of(const std::string& name) {
  return name == "dark" ? Theme::dark : name == "light" ? Theme::light : Theme::automatic;
}

/// Words quoted for a shell.
std::string command_line(const std::vector<std::string>& words) {
  std::string line = "capaudit";
  for (const std::string& word : words) {
    const bool plain = word.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_./-=:,+@%") == std::string::npos;
    line += ' ';
    if (plain && !word.empty()) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += '\'';
  }
  return line;
}

std::string extension_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  const bool has =
      dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return has ? path.substr(dot + 1) : std::string();
}

bool is_list_extension(const std::string& extension) {
  const auto formats = list_formats();
  return std::any_of(formats.begin(), formats.end(), [&extension](const ListFormat& f) {
    return f.extension == extension;
  });
}

Error usage(std::string what) {
  return {ErrorCode::malformed, 0, std::move(what)};
}

void set_options(const std::string& command, const std::string& output,
                 const Options& options, ReportOptions& report) {
  report.title = options.title;
  report.redactor = Redactor(options.redact);
  report.selection = options.selection;
  report.words = {command};
  report.words.insert(report.words.end(), options.given.begin(), options.given.end());
  if (options.output.empty()) {
    report.words.insert(report.words.end(), {"-o", output});
  }
  report.command = command_line(report.words);
  report.data = options.data;
}

int write_side(const PagePlan& plan, const Report& report, const Selected& selected) {
  Result<std::unique_ptr<Destination>> side = Destination::open(plan.side, plan.inputs);
  if (!side) {
    return fail(side.error());
  }
  write_data(report, selected, plan.report, DataLimits(), JsonPlace::file, **side);
  (*side)->put('\n');
  if (const std::optional<Error> error = (*side)->commit()) {
    say_error(error->what);
    return kInternal;
  }
  return kDone;
}

}  // namespace

void keep_heads_for_page(AnalyzeOptions& analyze) {
  analyze.keep_heads = std::uint64_t{4} << 10;
  analyze.keep_heads_in_all = std::uint64_t{16} << 20;
}

ReportExtras page_extras(const Selected& selected, const Options& options) {
  ReportExtras extras;
  EncodeBounds bounds;
  bounds.distinct_rows = true;
  extras.encoded =
      encode_again(selected.analysis, selected.exchanges, options.analyze, bounds);
  extras.times_asked = options.parse;
  return extras;
}

void add_parse_times(const Selected& selected, const Options& options,
                     ReportExtras& extras) {
  // Enough for an interval: a report has many bodies to time.
  constexpr std::size_t kRuns = 20;
  if (extras.times_asked && extras.encoded) {
    TimingOptions timing = timing_options(options, kRuns);
    timing.batch_ns = 1e6;
    timing.most_batches = std::max(timing.runs, kRuns) * 2;
    extras.parsed = parse_again(selected.analysis, selected.exchanges, options.analyze,
                                *extras.encoded, timing);
  }
}

Result<bool> write_form(const PagePlan& plan, const Report& report,
                        const Selected& selected, const Options& options, Output& out) {
  switch (plan.form) {
  case PagePlan::Form::json:
    write_data(report, selected, plan.report, DataLimits(), JsonPlace::file, out);
    out.put('\n');
    return true;
  case PagePlan::Form::markdown:
    write_markdown(report, out);
    return true;
  case PagePlan::Form::html:
    break;
  }
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
  if (plan.report.data == DataPlace::embed) {
    html.data = [&](Output& to) {
      write_data(report, selected, plan.report, kPageData, JsonPlace::script, to);
    };
  }
  return write_html(report, plan.templates, html, out);
}

Result<PagePlan> prepare_page(const std::string& command, const std::string& output,
                              const Options& options,
                              const std::optional<std::int64_t>& made_ns) {
  PagePlan plan;
  plan.output = options.output.empty() ? output : options.output;
  const std::optional<TimeZone> zone = parse_time_zone(options.timezone);
  if (!zone) {
    return usage("--tz: '" + options.timezone +
                 "' is not known; UTC, local, +HH:MM and names such as Europe/Berlin "
                 "are");
  }
  const std::string extension = extension_of(plan.output);
  if (extension == "json") {
    plan.form = PagePlan::Form::json;
  } else if (extension == "md") {
    plan.form = PagePlan::Form::markdown;
  } else if (is_list_extension(extension)) {
    return usage(command + " writes .html, .json and .md; for ." + extension +
                 " there is capaudit list");
  }
  Result<Templates> templates = load_templates(options.templates);
  if (!templates) {
    return usage(templates.error().what);
  }
  plan.templates = std::move(*templates);
  plan.report.zone = *zone;
  plan.report.made_ns = made_ns;
  set_options(command, output, options, plan.report);
  if (options.data == DataPlace::side && plan.form == PagePlan::Form::html) {
    if (plan.output == "-") {
      return usage("--data side needs a file: -o FILE");
    }
    const std::string stem =
        extension.empty()
            ? plan.output
            : plan.output.substr(0, plan.output.size() - extension.size() - 1);
    plan.side = stem + ".data.json";
    plan.report.side_file = plan.side.substr(plan.side.rfind('/') + 1);
  }
  return plan;
}

Result<PagePlan> plan_page(const std::string& command, const std::string& output,
                           const Options& options, std::vector<std::string> inputs) {
  const Result<std::optional<std::int64_t>> made_ns = source_date_ns();
  if (!made_ns) {
    return usage(made_ns.error().what);
  }
  Result<PagePlan> plan = prepare_page(command, output, options, *made_ns);
  if (!plan) {
    return plan;
  }
  plan->inputs = std::move(inputs);
  Result<std::unique_ptr<Destination>> destination =
      Destination::open(plan->output, plan->inputs);
  if (!destination) {
    return destination.error();
  }
  plan->destination = std::move(*destination);
  return plan;
}

int write_page(PagePlan& plan, const Selected& selected, const Options& options) {
  ReportExtras extras = page_extras(selected, options);
  add_parse_times(selected, options, extras);
  const Report report = build_report(selected, plan.report, extras);
  return write_built_page(plan, report, selected, options);
}

int write_built_page(PagePlan& plan, const Report& report, const Selected& selected,
                     const Options& options) {
  const Result<bool> written =
      write_form(plan, report, selected, options, *plan.destination);
  if (!written) {
    return fail_usage(written.error().what);
  }
  if (const std::optional<Error> error = plan.destination->commit()) {
    say_error(error->what);
    return kInternal;
  }
  const std::uint64_t bytes = plan.destination->written();
  plan.destination.reset();
  if (!plan.side.empty()) {
    const int code = write_side(plan, report, selected);
    if (code != kDone) {
      return code;
    }
  }
  if (options.quiet || plan.output == "-") {
    return kDone;
  }
  say("wrote " + plan.output + (plan.side.empty() ? "" : " and " + plan.side));
  if (plan.form == PagePlan::Form::html && bytes > kLargePage) {
    say("the page is large (" + short_bytes(bytes) +
        "): --select narrows it, --data side or none takes its data out");
  }
  return kDone;
}

}  // namespace capaudit
