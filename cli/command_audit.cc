// SPDX-License-Identifier: Apache-2.0
// capaudit audit: claims judged, as a table, JSON, JUnit, Markdown or the report.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/claims_reader.h"
#include "cli/audit_page.h"
#include "cli/destination.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "cli/page_output.h"
#include "cli/run.h"
#include "reports/audit/audit_output.h"
#include "reports/page/markdown.h"
#include "reports/text.h"

namespace capaudit {
namespace {

enum class Form : std::uint8_t { table, json, junit, markdown, page };

Result<Form> form_of(const Options& options) {
  const std::string& path = options.output;
  if (options.json || path.ends_with(".json")) {
    return Form::json;
  }
  if (path.ends_with(".xml")) {
    return Form::junit;
  }
  if (path.ends_with(".md")) {
    return Form::markdown;
  }
  if (path.ends_with(".html") || path.ends_with(".htm")) {
    return Form::page;
  }
  if (path.empty() || path == "-" || path.ends_with(".txt")) {
    return Form::table;
  }
  return Error{
      ErrorCode::malformed, 0,
      "audit writes .html, .json, .xml (JUnit), .md and .txt, not '" + path + "'"};
}

int say_errors(const std::string& path, const std::vector<ClaimsError>& errors) {
  // More than anybody mends at once; a hostile file could have any number.
  constexpr std::size_t kMostErrors = 100;
  const std::size_t said = std::min(errors.size(), kMostErrors);
  for (std::size_t i = 0; i < said; ++i) {
    say_error(error_line(path, errors[i]));
  }
  if (said < errors.size()) {
    say_error(path + ": and " + std::to_string(errors.size() - said) + " more errors");
  }
  return kUsage;
}

/// What the verdicts mean for who called.
int code_of(const Audit& audit, const Options& options) {
  if (audit.count(VerdictKind::contradicted) != 0) {
    return kContradicted;
  }
  const bool open = audit.count(VerdictKind::inconclusive) != 0 ||
                    audit.count(VerdictKind::not_observable) != 0;
  const bool left_out = std::any_of(
      audit.scenarios.begin(), audit.scenarios.end(),
      [](const ScenarioResult& one) { return !one.scenario.damaged.empty(); });
  return options.strict && (open || left_out) ? kStrict
                                              : exit_code(audit.analysis, options);
}

int write_page_form(const Audit& audit, PagePlan& plan, const Options& options) {
  const Selected selected = select(audit.analysis, Selection());
  ReportExtras extras = page_extras(selected, options);
  extras.times_asked = extras.times_asked || times_parsing(audit);
  add_parse_times(selected, options, extras);
  const Report report = audit_report(audit, plan, selected, extras);
  return write_built_page(plan, report, selected, options);
}

int write_text_form(const Audit& audit, Form form, const Options& options,
                    Destination& out) {
  switch (form) {
  case Form::json:
    write_audit_json(audit, out);
    break;
  case Form::junit:
    write_audit_junit(audit, out);
    break;
  case Form::markdown: {
    Report report;
    report.title = audit.file.title.empty() ? "Audit" : audit.file.title;
    report.subtitle = audit.file.source;
    report.sections = audit_sections(audit);
    write_markdown(report, out);
    break;
  }
  case Form::table:
  case Form::page:
    write_audit_table(audit, terminal_of(options), out);
    break;
  }
  if (const std::optional<Error> error = out.commit()) {
    say_error(error->what);
    return kInternal;
  }
  return kDone;
}

std::vector<SideRuns> sides_of(const Audit& audit) {
  std::vector<SideRuns> out;
  for (const ScenarioResult& one : audit.scenarios) {
    SideRuns& side = out.emplace_back();
    side.name = visible(one.scenario.spec->id);
    side.runs_in_all = one.scenario.runs.size();
    for (const Run& run : one.scenario.runs) {
      if (side.runs.size() < kMostRuns && !run.exchanges.empty()) {
        side.runs.push_back({run.exchanges, run.operations});
      }
    }
  }
  return out;
}

/// The verdicts, then what a reader asks first, then the rest; what each scenario
/// measured, a long table to look things up in, before the method.
std::vector<Section> in_reading_order(std::vector<Section> of_audit,
                                      std::vector<Section> of_captures) {
  std::vector<Section> out;
  const auto move_if = [&out](std::vector<Section>& from, const auto& wanted) {
    const auto rest = std::stable_partition(
        from.begin(), from.end(), [&](const Section& one) { return !wanted(one); });
    out.insert(out.end(), std::make_move_iterator(rest),
               std::make_move_iterator(from.end()));
    from.erase(rest, from.end());
  };
  const auto named = [](std::string_view id) {
    return [id](const Section& one) { return one.id == id; };
  };
  const auto any = [](const Section&) { return true; };
  move_if(of_audit, named("verdicts"));
  move_if(of_captures, named("summary"));
  move_if(of_audit, [](const Section& one) { return one.id != "scenarios"; });
  const auto method =
      std::find_if(of_captures.begin(), of_captures.end(), named("method"));
  std::vector<Section> from_method(std::make_move_iterator(method),
                                   std::make_move_iterator(of_captures.end()));
  of_captures.erase(method, of_captures.end());
  move_if(of_captures, any);
  move_if(of_audit, any);
  move_if(from_method, any);
  return out;
}

}  // namespace

Report audit_report(const Audit& audit, const PagePlan& plan, const Selected& selected,
                    const ReportExtras& extras) {
  ReportExtras with_sides = extras;
  with_sides.sides = sides_of(audit);
  with_sides.times_asked = extras.times_asked || times_parsing(audit);
  Report report = build_report(selected, plan.report, with_sides);
  report.sections = in_reading_order(audit_sections(audit), std::move(report.sections));
  if (plan.report.title.empty() && !audit.file.title.empty()) {
    report.title = audit.file.title;
  }
  return report;
}

Result<std::unique_ptr<Audit>> audit_again(const Options& options) {
  const std::string& path = options.arguments.front();
  ReadClaims claims = read_claims(path);
  const CapturePaths captures = find_captures(claims.file);
  claims.errors.insert(claims.errors.end(), captures.errors.begin(),
                       captures.errors.end());
  AuditOutcome outcome;
  if (claims.errors.empty()) {
    AuditOptions audit_options;
    audit_options.analyze = options.analyze;
    audit_options.timing = timing_options(options, TimingOptions().runs);
    keep_heads_for_page(audit_options.analyze);
    outcome = run_audit(std::move(claims.file), audit_options);
    claims.errors = std::move(outcome.errors);
  }
  if (outcome.unreadable) {
    return *outcome.unreadable;
  }
  if (!outcome.audit) {
    return Error{ErrorCode::malformed, 0,
                 claims.errors.empty() ? path : error_line(path, claims.errors.front())};
  }
  return std::move(outcome.audit);
}

int run_audit_command(const Options& options) {
  if (options.arguments.size() != 1) {
    return fail_usage("audit takes one claims file");
  }
  const std::string& path = options.arguments.front();
  const Result<Form> form = form_of(options);
  if (!form) {
    return fail(form.error());
  }
  if (options.parse && *form != Form::page) {
    return fail_usage("--parse is for the report: -o FILE.html");
  }
  ReadClaims claims = read_claims(path);
  const CapturePaths captures = find_captures(claims.file);
  claims.errors.insert(claims.errors.end(), captures.errors.begin(),
                       captures.errors.end());
  if (!claims.errors.empty()) {
    return say_errors(path, claims.errors);
  }
  std::vector<std::string> inputs = captures.all;
  inputs.push_back(path);
  PagePlan plan;
  if (*form == Form::page) {
    Result<PagePlan> planned = plan_page("audit", "report.html", options, inputs);
    if (!planned) {
      return fail(planned.error());
    }
    plan = std::move(*planned);
  } else {
    Result<std::unique_ptr<Destination>> opened =
        Destination::open(options.output, inputs);
    if (!opened) {
      return fail(opened.error());
    }
    plan.destination = std::move(*opened);
  }
  AuditOptions audit_options;
  audit_options.analyze = options.analyze;
  audit_options.timing = timing_options(options, TimingOptions().runs);
  if (*form == Form::page) {
    keep_heads_for_page(audit_options.analyze);
  }
  audit_options.analyze.progress = progress_line(options);
  const AuditOutcome outcome = run_audit(std::move(claims.file), audit_options);
  end_progress();
  if (outcome.unreadable) {
    say_error(outcome.unreadable->what);
    return kNoCapture;
  }
  if (!outcome.audit) {
    return say_errors(path, outcome.errors);
  }
  const Audit& audit = *outcome.audit;
  say_findings(audit.analysis, options);
  plan.report.claims_sha256 = audit.file.sha256;
  const int written = *form == Form::page
                          ? write_page_form(audit, plan, options)
                          : write_text_form(audit, *form, options, *plan.destination);
  return written == kDone ? code_of(audit, options) : written;
}

}  // namespace capaudit
