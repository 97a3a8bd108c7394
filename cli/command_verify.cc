// SPDX-License-Identifier: Apache-2.0
// capaudit verify: derives a report again from the inputs it names and lists what
// differs. The report may be anybody's: it can make this read captures, and nothing else.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

#include "analyzer/audit/claims_reader.h"
#include "cli/audit_page.h"
#include "cli/message.h"
#include "cli/page_output.h"
#include "cli/run.h"
#include "reports/numbers.h"
#include "reports/page/data.h"
#include "reports/text.h"
#include "reports/verify.h"
#include "reports/version.h"

namespace capaudit {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostReportBytes = std::uintmax_t{1} << 30;

Result<std::string> read_report(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return Error{ErrorCode::io, 0, path + ": no such file"};
  }
  if (fs::file_size(path, error) > kMostReportBytes || error) {
    return Error{ErrorCode::limit, 0, path + ": larger than 1 GiB"};
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) {
    return Error{ErrorCode::io, 0, path + ": cannot be read"};
  }
  return text;
}

std::string base_name(const std::string& path) {
  return fs::path(path).filename().string();
}

/// Where an input is now: where the report says, beside the report, or as given.
std::optional<std::string> locate(const std::string& path, const Options& options) {
  std::vector<std::string> places = {options.arguments.begin() + 1,
                                     options.arguments.end()};
  std::erase_if(places, [&path](const std::string& place) {
    return base_name(place) != base_name(path);
  });
  places.push_back(path);
  places.push_back(
      (fs::path(options.arguments.front()).parent_path() / base_name(path)).string());
  for (const std::string& place : places) {
    std::error_code error;
    if (fs::is_regular_file(place, error)) {
      return place;
    }
  }
  return std::nullopt;
}

/// What is derived again: the report's own command, whose captures are where they are
/// now.
struct Again {
  Options options;
  std::map<std::string, std::string> named;  ///< by where it is: as the report names it
};

Result<Again> options_of(const ReportSource& source, const Options& options) {
  const auto all = commands();
  const auto command = std::find_if(all.begin(), all.end(), [&source](const Command& c) {
    return c.name == source.words.front() && (c.groups & kPage) != 0;
  });
  if (command == all.end()) {
    return Error{
        ErrorCode::malformed, 0,
        "it was made by '" + visible(source.words.front()) + "', which makes no reports"};
  }
  Result<Options> parsed =
      parse_options(*command, {source.words.begin() + 1, source.words.end()});
  if (!parsed) {
    return Error{ErrorCode::malformed, 0,
                 "the command it names cannot be run: " + parsed.error().what};
  }
  if (parsed->arguments.empty()) {
    return Error{ErrorCode::malformed, 0, "the command it names has no input"};
  }
  Again again{std::move(*parsed), {}};
  again.options.quiet = options.quiet;
  again.options.verbose = options.verbose;
  for (std::string& capture : again.options.arguments) {
    const std::optional<std::string> place = locate(capture, options);
    if (!place) {
      return Error{ErrorCode::io, 0,
                   "input " + visible(capture) +
                       " is not where it was, nor beside the report: name it behind the "
                       "report"};
    }
    again.named[*place] = capture;
    capture = *place;
  }
  return again;
}

/// True if every input is the one that the report was made from; else says which are not.
bool same_inputs(const ReportSource& source, const Analysis& analysis) {
  bool same = source.inputs.size() == analysis.captures.size();
  for (std::size_t i = 0; same && i < source.inputs.size(); ++i) {
    const std::string& now = analysis.captures[i].source.sha256;
    if (now.empty() || now != source.inputs[i].sha256) {
      say("input " + visible(source.inputs[i].path) + " is another file: SHA-256 " +
          (now.empty() ? std::string(kUnknown) : now) + ", the report names " +
          visible(source.inputs[i].sha256));
      same = false;
    }
  }
  return same;
}

/// True if the claims file is the one that was judged; else says so.
bool same_claims(const ReportSource& source, const Again& again) {
  if (source.words.front() != "audit" || source.claims_sha256.empty()) {
    return true;
  }
  const std::string& path = again.options.arguments.front();
  const std::string now = read_claims(path).file.sha256;
  if (now != source.claims_sha256) {
    say("claims file " + visible(path) + " is another file: SHA-256 " +
        (now.empty() ? std::string(kUnknown) : now) + ", the report names " +
        visible(source.claims_sha256));
    return false;
  }
  return true;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print(const Differences& differences) {
  for (const Difference& difference : differences.list) {
    print(difference.where + ": " + difference.reported + " in the report, " +
          difference.derived + " derived\n");
  }
  if (differences.count > differences.list.size()) {
    print("… and " + grouped(differences.count - differences.list.size()) + " more\n");
  }
}

/// What the inputs give: an audit, or the analysis alone.
struct Derived {
  std::unique_ptr<Audit> audit;
  std::optional<Analysis> alone;
  Analysis& analysis() { return audit != nullptr ? audit->analysis : *alone; }
  const Analysis& analysis() const { return audit != nullptr ? audit->analysis : *alone; }
};

/// The error was said where `code` is not kDone.
struct Derivation {
  Derived derived;
  int code = kDone;
};

Derivation derive(const ReportSource& source, const Again& again) {
  Derivation out;
  if (source.words.front() == "audit") {
    Result<std::unique_ptr<Audit>> audit = audit_again(again.options);
    if (!audit) {
      out.code = fail(audit.error());
      return out;
    }
    out.derived.audit = std::move(*audit);
    return out;
  }
  AnalyzeOptions analyze = again.options.analyze;
  keep_heads_for_page(analyze);
  Analyzed analyzed = analyze_inputs(again.options, again.options.arguments, analyze);
  out.code = analyzed.code;
  out.derived.alone = std::move(analyzed.analysis);
  return out;
}

struct Verdict {
  Differences data, page;
  std::vector<std::string> charts;
};

Result<Verdict> compare(const std::string& text, const ReportData& reported,
                        const ReportSource& source, const Again& again,
                        const Derived& derived, const ReportExtras& extras) {
  Result<PagePlan> plan =
      prepare_page(source.words.front(), "", again.options, source.made_ns);
  if (!plan) {
    return plan.error();
  }
  if (derived.audit != nullptr) {
    plan->report.claims_sha256 = derived.audit->file.sha256;
  }
  const Selected selected = select(derived.analysis(), again.options.select);
  const Report report = derived.audit != nullptr
                            ? audit_report(*derived.audit, *plan, selected, extras)
                            : build_report(selected, plan->report, extras);
  StringOutput data;
  write_data(report, selected, plan->report, reported.page ? kPageData : DataLimits(),
             reported.page ? JsonPlace::script : JsonPlace::file, data);
  Verdict verdict;
  Result<Differences> differences = compare_data(reported.data, data.text());
  if (!differences) {
    return differences.error();
  }
  verdict.data = std::move(*differences);
  if (!reported.page) {
    return verdict;
  }
  StringOutput page;
  const Result<bool> written = write_form(*plan, report, selected, again.options, page);
  if (!written) {
    return written.error();
  }
  verdict.page = compare_pages(text, page.text(), report);
  verdict.charts = charts_that_differ(text, page.text(), report);
  return verdict;
}

int tell(const Verdict& verdict, const ReportSource& source, const Analysis& analysis) {
  print(verdict.data);
  if (verdict.data.count == 0) {
    print(verdict.page);
  }
  if (!verdict.charts.empty()) {
    say(counted(verdict.charts.size(), "chart") +
        " drawn otherwise, as another version of gnuplot does; their numbers were "
        "compared");
  }
  const std::uint64_t count =
      verdict.data.count != 0 ? verdict.data.count : verdict.page.count;
  if (count == 0) {
    print("the report says what " + counted(analysis.captures.size(), "capture") +
          " with " + counted(analysis.exchanges.size(), "exchange") + " give\n");
    return kDone;
  }
  print(counted(count, "difference") + "\n");
  if (source.version != version()) {
    say("the report was made by capaudit " + visible(source.version) + ", this is " +
        std::string(version()));
  }
  return kContradicted;
}

}  // namespace

int run_verify(const Options& options) {
  if (options.arguments.empty()) {
    return fail_usage("no report was named");
  }
  const Result<std::string> text = read_report(options.arguments.front());
  if (!text) {
    return fail(text.error());
  }
  const auto fail_report = [&options](const Error& error) {
    return fail({error.code, 0, options.arguments.front() + ": " + error.what});
  };
  const Result<ReportData> reported = find_report_data(*text);
  if (!reported) {
    return fail_report(reported.error());
  }
  const Result<ReportSource> source = read_report_source(reported->data);
  if (!source) {
    return fail_report(source.error());
  }
  const Result<Again> again = options_of(*source, options);
  if (!again) {
    return fail_report(again.error());
  }
  if (!same_claims(*source, *again)) {
    return kContradicted;
  }
  Derivation derivation = derive(*source, *again);
  if (derivation.code != kDone) {
    return derivation.code;
  }
  Analysis& analysis = derivation.derived.analysis();
  if (!same_inputs(*source, analysis)) {
    return kContradicted;
  }
  // While the captures still have the paths where they are.
  const ReportExtras extras =
      page_extras(select(analysis, again->options.select), again->options);
  for (Capture& capture : analysis.captures) {
    const auto named = again->named.find(capture.source.path);
    if (named != again->named.end()) {
      capture.source.path = named->second;
    }
  }
  const Result<Verdict> verdict =
      compare(*text, *reported, *source, *again, derivation.derived, extras);
  if (!verdict) {
    return fail_report(verdict.error());
  }
  return tell(*verdict, *source, analysis);
}

}  // namespace capaudit
