// SPDX-License-Identifier: Apache-2.0
#include "cli/run.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/destination.h"
#include "cli/message.h"

namespace capaudit {

int fail_usage(const std::string& what) {
  say_error(what);
  return kUsage;
}

int fail_zone(const Options& options) {
  return fail_usage(
      "--tz: '" + options.timezone +
      "' is not known; UTC, local, +HH:MM and names such as Europe/Berlin are");
}

int fail(const Error& error) {
  say_error(error.what);
  return error.code == ErrorCode::malformed ? kUsage : kNoCapture;
}

Analyzed analyze_inputs(const Options& options, const std::vector<std::string>& captures,
                        const AnalyzeOptions& analyze) {
  Analyzed out;
  if (captures.empty()) {
    out.code = fail_usage("no capture was named; - reads one from standard input");
    return out;
  }
  if (std::count(captures.begin(), captures.end(), "-") > 1) {
    out.code = fail_usage("standard input can be read only once");
    return out;
  }
  if (const std::optional<Error> wrong = check_filter(analyze.filter)) {
    out.code = fail_usage(wrong->what);
    return out;
  }
  AnalyzeOptions with_progress = analyze;
  with_progress.progress = progress_line(options);
  Result<Analysis> analysis = capaudit::analyze(captures, with_progress);
  end_progress();
  if (!analysis) {
    say_error(analysis.error().what);
    out.code = kNoCapture;
    return out;
  }
  out.analysis = std::move(*analysis);
  say_findings(*out.analysis, options);
  return out;
}

int exit_code(const Analysis& analysis, const Options& options) {
  const bool damaged = std::any_of(
      analysis.findings.begin(), analysis.findings.end(),
      [](const Finding& finding) { return finding.severity == Severity::damage; });
  return options.strict && damaged ? kStrict : kDone;
}

int finish_output(Destination& destination, const Analysis& analysis,
                  const Options& options) {
  if (const std::optional<Error> error = destination.commit()) {
    say_error(error->what);
    return kInternal;
  }
  return exit_code(analysis, options);
}

Terminal terminal_of(const Options& options) {
  Terminal terminal;
  const bool to_file = !options.output.empty() && options.output != "-";
  const bool tty = !to_file && isatty(STDOUT_FILENO) != 0;
  if (tty) {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
      terminal.width = size.ws_col;
    }
  }
  switch (options.color) {
  case ColorMode::automatic: {
    const char* const no_color = std::getenv("NO_COLOR");
    const char* const term = std::getenv("TERM");
    terminal.color = tty && (no_color == nullptr || *no_color == '\0') &&
                     (term == nullptr || std::string_view(term) != "dumb");
    break;
  }
  case ColorMode::always:
    terminal.color = true;
    break;
  case ColorMode::never:
    break;
  }
  return terminal;
}

Result<std::optional<std::int64_t>> source_date_ns() {
  const char* const text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr || *text == '\0') {
    return std::optional<std::int64_t>();
  }
  const std::string_view view(text);
  std::int64_t seconds = 0;
  const auto [stop, error] =
      std::from_chars(view.data(), view.data() + view.size(), seconds);
  constexpr std::int64_t kLatest = 253'402'300'799;  // the end of the year 9999
  if (error != std::errc() || stop != view.data() + view.size() || seconds < 0 ||
      seconds > kLatest || seconds > INT64_MAX / 1'000'000'000) {
    return Error{ErrorCode::malformed, 0,
                 "SOURCE_DATE_EPOCH is no number of seconds since 1970"};
  }
  return std::optional(seconds * 1'000'000'000);
}

}  // namespace capaudit
