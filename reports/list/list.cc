// SPDX-License-Identifier: Apache-2.0
#include "reports/list/list.h"

#include <array>

#include "reports/json_writer.h"
#include "reports/record.h"

namespace capaudit {
namespace {

void write_ndjson(const Selected& input, const Redactor& redactor,
                  const Terminal& /*terminal*/, Output& out) {
  JsonWriter json(out);
  for (const Exchange* exchange : input.exchanges) {
    write_record(input.analysis, *exchange, redactor, json);
    json.new_line();
  }
}

void write_json(const Selected& input, const Redactor& redactor,
                const Terminal& /*terminal*/, Output& out) {
  JsonWriter json(out);
  json.begin_array();
  for (const Exchange* exchange : input.exchanges) {
    write_record(input.analysis, *exchange, redactor, json);
  }
  json.end_array();
  json.new_line();
}

constexpr std::array<ListFormat, 6> kFormats = {{
    {"table", "txt", false, write_list_table},
    {"ndjson", "ndjson", false, write_ndjson},
    {"json", "json", false, write_json},
    {"csv", "csv", false, write_list_csv},
    {"har", "har", true, write_list_har},
    {"md", "md", false, write_list_markdown},
}};

}  // namespace

std::span<const ListFormat> list_formats() {
  return kFormats;
}

Selected select(const Analysis& analysis, const Selection& selection) {
  Selected selected{analysis, {}};
  selected.exchanges.reserve(selection.selects_all() ? analysis.exchanges.size() : 0);
  for (const Exchange& exchange : analysis.exchanges) {
    if (selection.matches(exchange)) {
      selected.exchanges.push_back(&exchange);
    }
  }
  return selected;
}

}  // namespace capaudit
