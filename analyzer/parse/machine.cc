// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/machine.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

#include <sys/utsname.h>

namespace capaudit {
namespace {

std::string value_of(const std::string& line) {
  const std::size_t colon = line.find(": ");
  return colon == std::string::npos ? std::string() : line.substr(colon + 2);
}

/// The flags that decide which code a parser runs.
std::string telling_flags(const std::string& all) {
  constexpr std::string_view kTelling[] = {"sse4_2", "avx",     "avx2",
                                           "bmi2",   "avx512f", "avx512vbmi2"};
  std::istringstream words(all);
  std::string out;
  for (std::string word; words >> word;) {
    for (const std::string_view telling : kTelling) {
      if (word == telling) {
        out += (out.empty() ? "" : " ") + word;
      }
    }
  }
  return out;
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cores = std::thread::hardware_concurrency();
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line) && machine.flags.empty();) {
    if (line.starts_with("model name") && machine.cpu.empty()) {
      machine.cpu = value_of(line);
    } else if (line.starts_with("flags") || line.starts_with("Features")) {
      machine.flags = telling_flags(value_of(line));
    }
  }
  utsname system{};
  if (uname(&system) == 0) {
    machine.system =
        std::string(system.sysname) + " " + system.release + " " + system.machine;
  }
  std::array<double, 1> load{};
  if (getloadavg(load.data(), 1) == 1) {
    machine.load = load[0];
  }
  return machine;
}

}  // namespace capaudit
