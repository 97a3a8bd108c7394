// SPDX-License-Identifier: Apache-2.0
// Runs gnuplot: without a shell, with nothing of the environment but PATH, and never for
// longer than a bound.
#pragma once

#include <string>

#include "decoders/core/result.h"

namespace capaudit {

/// What gnuplot writes to standard output for `script`. Fails where it is missing, where
/// a command of the script fails or where it does not end in time.
Result<std::string> run_gnuplot(const std::string& script);

}  // namespace capaudit
