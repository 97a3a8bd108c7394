// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/script.h"

#include "reports/charts/kinds.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// gnuplot takes \0 and three more digits for one escape, so a digit that follows one is
/// escaped as well.
std::string quote(std::string_view text, bool tick) {
  std::string out = "\"";
  bool escaped = false;
  for (const char c : to_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool digit = c >= '0' && c <= '9';
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || digit ||
                      std::string_view(" .,:/_-").find(c) != std::string_view::npos;
    if (byte < 0x20 || byte == 0x7f) {
      out += ' ';
      escaped = false;
    } else if (safe && !(digit && escaped)) {
      out += c;
      escaped = false;
    } else {
      for (int copies = tick && c == '%' ? 2 : 1; copies > 0; --copies) {
        out += '\\';
        out += static_cast<char>('0' + (byte >> 6));
        out += static_cast<char>('0' + (byte >> 3 & 7));
        out += static_cast<char>('0' + (byte & 7));
      }
      escaped = true;
    }
  }
  return out + "\"";
}

}  // namespace

std::string gnuplot_quote(std::string_view text) {
  return quote(text, false);
}

std::string gnuplot_quote_tick(std::string_view text) {
  return quote(text, true);
}

std::string gnuplot_script(const Chart& chart) {
  switch (chart.kind) {
  case Chart::Kind::stacked:
  case Chart::Kind::grouped:
    return bars_script(chart);
  case Chart::Kind::distribution:
    return distribution_script(chart);
  case Chart::Kind::strips:
    return strips_script(chart);
  case Chart::Kind::lines:
    return lines_script(chart);
  case Chart::Kind::intervals:
    return intervals_script(chart);
  }
  return {};
}

}  // namespace capaudit
