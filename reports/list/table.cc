// SPDX-License-Identifier: Apache-2.0
// The table for people: fits the terminal, one line per exchange, a line of totals.
// Colours only repeat what words say.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/list/list.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string_view name;
  Align align = Align::left;
  std::size_t most = 12;  ///< columns; longer text is cut in the middle
  int rank = 0;           ///< 0 always; else left out first where the terminal is narrow
};

constexpr std::size_t kUrl = 9;  // the last column takes the width that is left
constexpr std::array<Column, 10> kColumns = {{
    {"id", Align::left, 28, 0},
    {"start", Align::right, 14, 3},
    {"method", Align::left, 9, 0},
    {"status", Align::right, 6, 0},
    {"state", Align::left, 13, 1},
    {"format", Align::left, 10, 2},
    {"encoded", Align::right, 15, 1},
    {"decoded", Align::right, 15, 4},
    {"total", Align::right, 11, 1},
    {"url", Align::left, 0, 0},
}};
constexpr std::size_t kLeastUrl = 24;

using Cells = std::array<std::string, kColumns.size()>;

std::string since(const Analysis& analysis, const Exchange& exchange) {
  const auto& first = analysis.captures[exchange.capture].first_ns;
  if (!first || !exchange.time.start_ns) {
    return "?";
  }
  // In milliseconds, so that columns line up and nothing is rounded twice.
  const auto us = static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, *exchange.time.start_ns - *first) / 1000);
  std::string digits = std::to_string(us % 1'000'000);
  digits.insert(0, 6 - digits.size(), '0');
  return grouped(us / 1'000'000) + "." + digits;
}

std::string known(const std::optional<std::uint64_t>& value) {
  return value ? grouped(*value) : "?";
}

Cells cells_of(const Analysis& analysis, const Exchange& exchange,
               const Redactor& redactor) {
  const Half none;
  const Half& response = exchange.response ? *exchange.response : none;
  const bool answered = exchange.response.has_value();
  const std::string id = exchange_id(analysis, exchange);
  Cells cells;
  cells[0] =
      analysis.captures.size() > 1 ? visible(id) : "#" + std::to_string(exchange.number);
  cells[1] = since(analysis, exchange);
  cells[2] = exchange.method.empty() ? "?" : visible(exchange.method);
  cells[3] = exchange.status ? std::to_string(*exchange.status) : "-";
  cells[4] = to_string(exchange.state);
  cells[5] = response.facts.format ? to_string(*response.facts.format)
             : answered            ? "?"
                                   : "-";
  cells[6] = answered ? known(response.encoded_bytes) : "-";
  cells[7] = answered ? known(response.facts.content_bytes) : "-";
  cells[8] = exchange.time.total ? short_ms(*exchange.time.total) : "?";
  cells[kUrl] = exchange.url.empty() ? "?" : visible(redactor.url(exchange.url));
  for (std::size_t i = 0; i < kUrl; ++i) {
    cells[i] = cut_middle(cells[i], kColumns[i].most);
  }
  return cells;
}

class Table {
 public:
  Table(const Terminal& terminal, Output& out) : terminal_(terminal), out_(out) {
    for (std::size_t i = 0; i < kUrl; ++i) {
      widths_[i] = kColumns[i].name.size();
    }
  }

  void measure(const Cells& cells) {
    for (std::size_t i = 0; i < kUrl; ++i) {
      widths_[i] = std::max(widths_[i], display_width(cells[i]));
    }
  }

  /// Leaves columns out until the URL has room.
  void fit() {
    for (int rank = 4; terminal_.width && rank > 0; --rank) {
      if (*terminal_.width >= used() + kLeastUrl) {
        break;
      }
      for (std::size_t i = 0; i < kUrl; ++i) {
        if (kColumns[i].rank == rank) {
          widths_[i] = 0;
        }
      }
    }
    if (terminal_.width) {
      url_width_ = *terminal_.width > used() + 8 ? *terminal_.width - used() : 8;
    }
  }

  void head() {
    Cells names;
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      names[i] = kColumns[i].name;
    }
    line(names, "\x1b[1m", {});
  }

  void row(const Cells& cells, const Exchange& exchange) {
    const int hundred = exchange.status.value_or(0) / 100;
    const bool bad = exchange.state != State::complete || hundred >= 5;
    const bool odd = hundred == 3 || hundred == 4;
    line(cells, {}, bad ? "\x1b[31m" : odd ? "\x1b[33m" : std::string_view());
  }

 private:
  std::size_t used() const {
    std::size_t sum = 0;
    for (const std::size_t width : widths_) {
      sum += width == 0 ? 0 : width + 2;
    }
    return sum;
  }

  /// `whole` colours the line, `part` the status and the state.
  void line(const Cells& cells, std::string_view whole, std::string_view part) {
    std::string text;
    for (std::size_t i = 0; i < kUrl; ++i) {
      if (widths_[i] == 0) {
        continue;
      }
      const std::size_t gap = widths_[i] - std::min(widths_[i], display_width(cells[i]));
      const bool right = kColumns[i].align == Align::right;
      const bool colored = terminal_.color && !part.empty() && (i == 3 || i == 4);
      text.append(right ? gap : 0, ' ');
      text += colored ? part : std::string_view();
      text += cells[i];
      text += colored ? "\x1b[0m" : "";
      text.append(right ? 2 : gap + 2, ' ');
    }
    text += url_width_ == 0 ? cells[kUrl] : cut_middle(cells[kUrl], url_width_);
    const bool colored = terminal_.color && !whole.empty();
    out_.write(colored ? whole : std::string_view());
    out_.write(text);
    out_.write(colored ? "\x1b[0m\n" : "\n");
  }

  const Terminal& terminal_;
  Output& out_;
  std::array<std::size_t, kUrl> widths_{};
  std::size_t url_width_ = 0;  ///< 0: unlimited
};

/// A sum that says how many of its parts are missing.
struct Sum {
  std::uint64_t bytes = 0, unknown = 0;

  void add(const std::optional<std::uint64_t>& value) {
    bytes += value.value_or(0);
    unknown += value ? 0u : 1u;
  }
  std::string text(std::string_view what) const {
    std::string out = full_bytes(bytes) + " ";
    out += what;
    return unknown == 0 ? out : out + " (" + grouped(unknown) + " unknown)";
  }
};

void write_totals(const Selected& input, Output& out) {
  std::array<std::uint64_t, 7> states{};
  Sum encoded;
  Sum decoded;
  for (const Exchange* exchange : input.exchanges) {
    ++states[static_cast<std::size_t>(exchange->state)];
    if (exchange->response) {
      encoded.add(exchange->response->encoded_bytes);
      decoded.add(exchange->response->facts.content_bytes);
    }
  }
  std::string line = counted(input.exchanges.size(), "exchange");
  std::string parts;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] != 0) {
      parts += parts.empty() ? " (" : ", ";
      parts += grouped(states[i]) + " ";
      parts += to_string(static_cast<State>(i));
    }
  }
  line += parts.empty() ? "" : parts + ")";
  line += "; responses: " + encoded.text("encoded") + ", " + decoded.text("decoded");
  const std::size_t all = input.analysis.exchanges.size();
  if (all != input.exchanges.size()) {
    line += "; selected from " + grouped(all);
  }
  out.write(line + "\n");
}

}  // namespace

void write_list_table(const Selected& input, const Redactor& redactor,
                      const Terminal& terminal, Output& out) {
  Table table(terminal, out);
  for (const Exchange* exchange : input.exchanges) {
    table.measure(cells_of(input.analysis, *exchange, redactor));
  }
  if (!input.exchanges.empty()) {
    table.fit();
    table.head();
  }
  for (const Exchange* exchange : input.exchanges) {
    table.row(cells_of(input.analysis, *exchange, redactor), *exchange);
  }
  write_totals(input, out);
}

}  // namespace capaudit
