// SPDX-License-Identifier: Apache-2.0
// Everything that goes to standard error: one line a message, captured text made visible.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "analyzer/analysis.h"
#include "cli/options.h"

namespace capaudit {

/// "capaudit: error: ..." in one line.
void say_error(std::string_view text);
void say(std::string_view text);

/// Damage in the inputs, and with -v every finding. Not with -q.
void say_findings(const Analysis& analysis, const Options& options);

/// A progress line while standard error is a terminal and work takes long; none
/// otherwise.
std::function<void(std::uint64_t, std::uint64_t)> progress_line(const Options& options);
/// Takes the progress line off the terminal.
void end_progress();

}  // namespace capaudit
