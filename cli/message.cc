// SPDX-License-Identifier: Apache-2.0
#include "cli/message.h"

#include <chrono>
#include <cstdio>
#include <string>

#include <unistd.h>

#include "reports/text.h"

namespace capaudit {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBytes = 2000;  // of a message

bool g_progress_shown = false;  // the terminal's state, of which there is one

void put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void say(std::string_view text) {
  end_progress();
  const std::string line = "capaudit: " + cut_end(visible(text), kMostBytes) + "\n";
  put(line);
}

void say_error(std::string_view text) {
  say("error: " + std::string(text));
}

void say_findings(const Analysis& analysis, const Options& options) {
  if (options.quiet) {
    return;
  }
  for (const Finding& finding : analysis.findings) {
    if (finding.severity != Severity::damage && !options.verbose) {
      continue;
    }
    std::string line(to_string(finding.severity));
    line += ": ";
    if (finding.code != "unreadable_capture" &&
        finding.capture < analysis.captures.size()) {
      line += analysis.captures[finding.capture].source.name + ": ";
    }
    line += finding.text;
    if (!finding.remedy.empty()) {
      line += " (" + finding.remedy + ")";
    }
    say(line);
  }
}

std::function<void(std::uint64_t, std::uint64_t)> progress_line(const Options& options) {
  if (options.quiet || isatty(STDERR_FILENO) == 0) {
    return {};
  }
  return [start = Clock::now(), last = Clock::now()](std::uint64_t done,
                                                     std::uint64_t total) mutable {
    const Clock::time_point now = Clock::now();
    if (now - start < std::chrono::seconds(1) ||
        now - last < std::chrono::milliseconds(200)) {
      return;
    }
    last = now;
    g_progress_shown = true;
    std::string line = "\r\x1b[Kreading: " + std::to_string(done / 1'000'000) + " MB";
    if (total > 0 && done <= total) {
      line += " of " + std::to_string(total / 1'000'000) + " MB (" +
              std::to_string(done * 100 / total) + " %)";
    }
    put(line);
    std::fflush(stderr);
  };
}

void end_progress() {
  if (g_progress_shown) {
    put("\r\x1b[K");
    g_progress_shown = false;
  }
}

}  // namespace capaudit
