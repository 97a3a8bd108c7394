// SPDX-License-Identifier: Apache-2.0
#include "reports/cross.h"

#include <string>
#include <vector>

#include "reports/json_writer.h"
#include "reports/numbers.h"
#include "reports/page/cells.h"
#include "reports/text.h"

namespace capaudit {
namespace {

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

PageTable fields_table(const CrossCheck& check) {
  PageTable table;
  table.id = "fields-table";
  table.caption = "How each field fared over all pairs";
  table.columns = {{"field", false},      {"equal", true},
                   {"explained", true},   {"unexplained", true},
                   {"HAR unknown", true}, {"packets unknown", true}};
  for (const CrossField& field : check.fields) {
    table.rows.emplace_back().cells = {
        text_cell(std::string(field.name)), number_cell(field.equal),
        number_cell(field.explained),       number_cell(field.unexplained),
        number_cell(field.har_unknown),     number_cell(field.packets_unknown)};
  }
  return table;
}

PageTable times_table(const CrossCheck& check) {
  PageTable table;
  table.id = "times-table";
  table.caption = "Times of the HAR less those of the packets";
  table.columns = {{"time", false},
                   {"pairs", true},
                   {"median", true},
                   {"least", true},
                   {"most", true}};
  for (const CrossTime& time : check.times) {
    PageRow& row = table.rows.emplace_back();
    row.cells = {text_cell(std::string(time.name)), number_cell(time.pairs)};
    for (const double value : {time.median, time.least, time.most}) {
      row.cells.push_back(text_cell(time.pairs == 0 ? "-" : signed_ms(value)));
    }
  }
  return table;
}

PageTable differences_table(const Analysis& analysis, const CrossCheck& check,
                            const Redactor& redactor) {
  PageTable table;
  table.id = "differences-table";
  table.caption = "Fields in which a pair differs";
  table.columns = {{"entry", false}, {"exchange", false}, {"request", false},
                   {"field", false}, {"HAR", true},       {"packets", true},
                   {"why", false}};
  for (const CrossPair& pair : check.pairs) {
    for (const CrossDifference& difference : pair.differences) {
      PageRow& row = table.rows.emplace_back();
      for (const std::string& text :
           {visible(exchange_id(analysis, *pair.entry)),
            visible(exchange_id(analysis, *pair.exchange)),
            request_text(*pair.entry, redactor), std::string(difference.field),
            or_dash(difference.har), or_dash(difference.packets),
            reason_text(difference.reason)}) {
        row.cells.push_back(text_cell(text));
      }
      if (difference.reason.empty()) {
        row.cells.back().tone = Tone::bad;
      }
    }
  }
  return table;
}

PageTable alone_table(const Analysis& analysis, const std::vector<CrossSingle>& singles,
                      const Redactor& redactor, const std::string& id) {
  PageTable table;
  table.id = id + "-table";
  table.caption = "Each with its reason";
  table.columns = {{"id", false}, {"request", false}, {"why", false}};
  for (const CrossSingle& single : singles) {
    table.rows.emplace_back().cells = {
        text_cell(visible(exchange_id(analysis, *single.exchange))),
        text_cell(request_text(*single.exchange, redactor)),
        text_cell(reason_text(single.reason))};
  }
  return table;
}

/// A table without rows is the word "None."
void add_section(Report& report, std::string id, std::string title, PageTable table) {
  Section& section = report.sections.emplace_back();
  section.id = std::move(id);
  section.title = std::move(title);
  if (table.rows.empty()) {
    section.blocks.emplace_back(Paragraph{"None."});
  } else {
    section.blocks.emplace_back(std::move(table));
  }
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

Report cross_report(const Analysis& analysis, const CrossCheck& check,
                    const Redactor& redactor) {
  Report report;
  report.title = "A HAR against packets of the same session";
  Section& sums = report.sections.emplace_back();
  sums.id = "sums";
  sums.title = counted(check.pairs.size(), "pair") + ", " +
               grouped(check.entries_alone.size()) + " entries without packets, " +
               grouped(check.exchanges_alone.size()) + " exchanges without an entry, " +
               grouped(check.unexplained()) + " differences not explained";
  sums.blocks.emplace_back(Paragraph{
      check.offset_ns ? "Clock of the HAR less that of the packets: " +
                            signed_ms(static_cast<double>(*check.offset_ns) / 1e6) +
                            " (median of the starts)."
                      : "The offset of the clocks is unknown."});
  add_section(report, "fields", "Fields", fields_table(check));
  add_section(report, "times", "Times", times_table(check));
  add_section(report, "differences", "Differences",
              differences_table(analysis, check, redactor));
  add_section(report, "entries-alone", "Entries without packets",
              alone_table(analysis, check.entries_alone, redactor, "entries-alone"));
  add_section(report, "exchanges-alone", "Exchanges without an entry",
              alone_table(analysis, check.exchanges_alone, redactor, "exchanges-alone"));
  return report;
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
