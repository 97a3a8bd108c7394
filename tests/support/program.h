// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a user does. The environment variable CAPAUDIT_PROGRAM, which
// the build sets for its tests, says where it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

struct ProgramResult {
  int status = -1;  ///< exit status; 128 + number where a signal ended it
  std::string out, err;
};

/// Runs `capaudit arguments...` with `input` on standard input.
ProgramResult run_program(const std::vector<std::string>& arguments,
                          std::string_view input = {});

}  // namespace capaudit
