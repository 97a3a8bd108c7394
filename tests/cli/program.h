// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user does.
#pragma once

#include <string>
#include <vector>

namespace capaudit {

struct ProgramOutcome {
  int code = -1;
  std::string out, err;
};

struct Setting {
  std::string input;                     ///< standard input
  std::vector<std::string> environment;  ///< "NAME=value", beside PATH
  std::string path;                      ///< PATH; empty: as it is
  bool close_output = false;             ///< nobody reads standard output
};

/// The program of the build folder (CAPAUDIT_PROGRAM), in the folder `folder`.
ProgramOutcome run_program(const std::vector<std::string>& arguments,
                           const std::string& folder, const Setting& setting = {});

}  // namespace capaudit
