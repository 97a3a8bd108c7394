// SPDX-License-Identifier: Apache-2.0
#include "reports/cross.h"

#include <array>
#include <string>
#include <vector>

#include "reports/json_writer.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

using Row = std::vector<std::string>;

// Columns as wide as their longest cell; the first is set left, the others right, but the
// last one, which is text again where `text_last`.
void write_table(const std::vector<Row>& rows, bool text_last, Output& out) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - display_width(row[i]), ' ');
      const bool left = i == 0 || (text_last && i + 1 == row.size());
      line += ' ' + (left ? row[i] + space : space + row[i]) + ' ';
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out.write(line + "\n");
  }
}

std::string signed_ms(double ms) {
  return (ms < 0 ? "-" : "+") + short_ms(ms < 0 ? -ms : ms);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

std::string reason_text(std::string_view reason) {
  return reason.empty() ? "NOT EXPLAINED" : std::string(reason);
}

constexpr std::size_t kLongestUrl = 60;

std::string request_text(const Exchange& exchange, const Redactor& redactor) {
  return cut_middle(visible(exchange.method + " " + redactor.url(exchange.url)),
                    kLongestUrl);
}

void write_fields(const CrossCheck& check, Output& out) {
  std::vector<Row> rows = {
      {"field", "equal", "explained", "unexplained", "HAR unknown", "packets unknown"}};
  for (const CrossField& field : check.fields) {
    rows.push_back({std::string(field.name), grouped(field.equal),
                    grouped(field.explained), grouped(field.unexplained),
                    grouped(field.har_unknown), grouped(field.packets_unknown)});
  }
  write_table(rows, false, out);
}

void write_times(const CrossCheck& check, Output& out) {
  std::vector<Row> rows = {{"HAR less packets", "pairs", "median", "least", "most"}};
  for (const CrossTime& time : check.times) {
    if (time.pairs == 0) {
      rows.push_back({std::string(time.name), "0", "-", "-", "-"});
      continue;
    }
    rows.push_back({std::string(time.name), grouped(time.pairs), signed_ms(time.median),
                    signed_ms(time.least), signed_ms(time.most)});
  }
  write_table(rows, false, out);
}

void write_differences(const Analysis& analysis, const CrossCheck& check,
                       const Redactor& redactor, Output& out) {
  std::vector<Row> rows = {
      {"entry", "exchange", "request", "field", "HAR", "packets", "why"}};
  for (const CrossPair& pair : check.pairs) {
    for (const CrossDifference& difference : pair.differences) {
      rows.push_back({visible(exchange_id(analysis, *pair.entry)),
                      visible(exchange_id(analysis, *pair.exchange)),
                      request_text(*pair.entry, redactor), std::string(difference.field),
                      or_dash(difference.har), or_dash(difference.packets),
                      reason_text(difference.reason)});
    }
  }
  if (rows.size() == 1) {
    out.write("  none\n");
    return;
  }
  write_table(rows, true, out);
}

void write_alone(const Analysis& analysis, const std::vector<CrossSingle>& singles,
                 const Redactor& redactor, Output& out) {
  if (singles.empty()) {
    out.write("  none\n");
    return;
  }
  std::vector<Row> rows;
  for (const CrossSingle& single : singles) {
    rows.push_back({visible(exchange_id(analysis, *single.exchange)),
                    request_text(*single.exchange, redactor),
                    reason_text(single.reason)});
  }
  write_table(rows, true, out);
}

void write_alone_json(const Analysis& analysis, std::string_view key,
                      const std::vector<CrossSingle>& singles, const Redactor& redactor,
                      JsonWriter& json) {
  json.key(key);
  json.begin_array();
  for (const CrossSingle& single : singles) {
    json.begin_object();
    json.key("id");
    json.text(exchange_id(analysis, *single.exchange));
    json.key("method");
    json.known_text(single.exchange->method);
    json.key("url");
    json.known_text(redactor.url(single.exchange->url));
    json.key("reason");
    json.known_text(single.reason);
    json.end_object();
  }
  json.end_array();
}

void write_pairs_json(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, JsonWriter& json) {
  json.key("pairs");
  json.begin_array();
  for (const CrossPair& pair : check.pairs) {
    json.begin_object();
    json.key("entry");
    json.text(exchange_id(analysis, *pair.entry));
    json.key("exchange");
    json.text(exchange_id(analysis, *pair.exchange));
    json.key("url");
    json.known_text(redactor.url(pair.entry->url));
    json.key("differences");
    json.begin_array();
    for (const CrossDifference& difference : pair.differences) {
      json.begin_object();
      json.key("field");
      json.text(difference.field);
      json.key("har");
      json.known_text(difference.har);
      json.key("packets");
      json.known_text(difference.packets);
      json.key("reason");
      json.known_text(difference.reason);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_sums_json(const CrossCheck& check, JsonWriter& json) {
  json.key("fields");
  json.begin_array();
  for (const CrossField& field : check.fields) {
    json.begin_object();
    json.key("name");
    json.text(field.name);
    for (const auto& [key, count] :
         {std::pair("equal", field.equal), std::pair("explained", field.explained),
          std::pair("unexplained", field.unexplained),
          std::pair("har_unknown", field.har_unknown),
          std::pair("packets_unknown", field.packets_unknown)}) {
      json.key(key);
      json.number(count);
    }
    json.end_object();
  }
  json.end_array();
  json.key("times");
  json.begin_array();
  for (const CrossTime& time : check.times) {
    json.begin_object();
    json.key("name");
    json.text(time.name);
    json.key("pairs");
    json.number(time.pairs);
    for (const auto& [key, value] :
         {std::pair("median", time.median), std::pair("least", time.least),
          std::pair("most", time.most)}) {
      json.key(key);
      json.known_ms(time.pairs == 0 ? std::nullopt : std::optional(value));
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_cross_text(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, const Terminal& terminal, Output& out) {
  const auto heading = [&](const std::string& text) {
    out.write(terminal.color ? "\n\x1b[1m" + text + "\x1b[0m\n" : "\n" + text + "\n");
  };
  out.write(counted(check.pairs.size(), "pair") + ", " +
            grouped(check.entries_alone.size()) + " entries without packets, " +
            grouped(check.exchanges_alone.size()) + " exchanges without an entry, " +
            grouped(check.unexplained()) + " differences not explained\n");
  if (check.offset_ns) {
    out.write("clock of the HAR less that of the packets: " +
              signed_ms(static_cast<double>(*check.offset_ns) / 1e6) +
              " (median of the starts)\n");
  }
  heading("Fields");
  write_fields(check, out);
  heading("Times");
  write_times(check, out);
  heading("Differences");
  write_differences(analysis, check, redactor, out);
  heading("Entries without packets");
  write_alone(analysis, check.entries_alone, redactor, out);
  heading("Exchanges without an entry");
  write_alone(analysis, check.exchanges_alone, redactor, out);
}

void write_cross_json(const Analysis& analysis, const CrossCheck& check,
                      const Redactor& redactor, Output& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("pairs_matched");
  json.number(std::uint64_t{check.pairs.size()});
  json.key("unexplained");
  json.number(check.unexplained());
  json.key("clock_offset");
  json.known_ms(check.offset_ns
                    ? std::optional(static_cast<double>(*check.offset_ns) / 1e6)
                    : std::nullopt);
  write_sums_json(check, json);
  write_pairs_json(analysis, check, redactor, json);
  write_alone_json(analysis, "entries_without_packets", check.entries_alone, redactor,
                   json);
  write_alone_json(analysis, "exchanges_without_entry", check.exchanges_alone, redactor,
                   json);
  json.end_object();
  json.new_line();
}

}  // namespace capaudit
