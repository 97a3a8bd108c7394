// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a user does, and tools whose answers ours are held to. The
// environment variable CAPAUDIT_PROGRAM, which the build sets for its tests, says where
// it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

struct ProgramResult {
  int status = -1;  ///< exit status; 128 + number where a signal ended it
  std::string out, err;
};

/// Status of a tool that is not installed.
inline constexpr int kNoSuchProgram = 127;

/// Runs a tool of the machine, looked up in PATH, with `input` on standard input.
ProgramResult run_tool(std::vector<std::string> words, std::string_view input = {});

/// Runs `capaudit arguments...` with `input` on standard input.
ProgramResult run_program(const std::vector<std::string>& arguments,
                          std::string_view input = {});

}  // namespace capaudit
