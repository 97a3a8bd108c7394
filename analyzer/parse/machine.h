// SPDX-License-Identifier: Apache-2.0
// The machine that times were taken on, as far as it tells.
#pragma once

#include <optional>
#include <string>

namespace capaudit {

struct Machine {
  std::string cpu;    ///< model name; empty: unknown
  std::string flags;  ///< of instruction sets that parsers use
  unsigned cores = 0;
  std::string system;          ///< "Linux 6.1.0 x86_64"
  std::optional<double> load;  ///< runnable processes over the last minute
};

Machine this_machine();

}  // namespace capaudit
