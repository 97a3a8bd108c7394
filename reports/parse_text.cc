// SPDX-License-Identifier: Apache-2.0
#include "reports/parse_text.h"

#include <cmath>
#include <cstdlib>

#include "reports/numbers.h"

namespace capaudit {

std::string ns_interval(const Estimate& ns) {
  return short_ms(ns.low / kNsPerMs) + " to " + short_ms(ns.high / kNsPerMs);
}

std::string percent_longer(const Estimate& ratio) {
  const auto text = [](double value) {
    const std::int64_t tenths = std::llround((value - 1) * 1000);
    const std::uint64_t size = static_cast<std::uint64_t>(std::abs(tenths));
    return (tenths < 0 ? "-" : "+") + std::to_string(size / 10) + "." +
           std::to_string(size % 10);
  };
  return text(ratio.middle) + "% (" + text(ratio.low) + " to " + text(ratio.high) + ")";
}

std::string mb_per_second(std::uint64_t bytes, double ns) {
  const std::int64_t tenths =
      std::llround(static_cast<double>(bytes) / ns * 1e4);  // of MB/s
  return grouped(tenths / 10) + "." + std::to_string(tenths % 10);
}

PageCell ns_per_row_cell(std::uint64_t rows, double ns) {
  if (rows == 0) {
    return text_cell("no rows");
  }
  return number_cell(
      static_cast<std::uint64_t>(std::llround(ns / static_cast<double>(rows))));
}

std::string machine_text(const Machine& machine) {
  std::string text = machine.cpu.empty() ? "an unknown processor" : machine.cpu;
  text += ", " + counted(machine.cores, "core") + ", " + machine.system;
  if (!machine.flags.empty()) {
    text += "; " + machine.flags;
  }
  if (machine.load) {
    const std::int64_t tenths = std::llround(*machine.load * 10);
    text += "; load when it began " + std::to_string(tenths / 10) + "." +
            std::to_string(tenths % 10);
  }
  return text;
}

}  // namespace capaudit
