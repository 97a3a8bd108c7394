// SPDX-License-Identifier: Apache-2.0
// What --help and `help` print.
#pragma once

#include <string>

#include "cli/commands.h"

namespace capaudit {

/// Of the program: its commands.
std::string overview();
/// Of one command: its options, examples, exit codes.
std::string help_of(const Command& command);

}  // namespace capaudit
