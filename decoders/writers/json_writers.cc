// SPDX-License-Identifier: Apache-2.0
// Rows in JSON (RFC 8259), without white space: as objects, as columns with rows of
// values, with repeated texts by index, and as OData 3 writes them.
#include <cmath>
#include <string>
#include <unordered_map>

#include "decoders/writers/row_lists.h"
#include "decoders/writers/scalar_text.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

struct JsonCell {
  std::string& out;

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { append_integer(value, out); }
  void operator()(double value) const {
    if (std::isfinite(value)) {
      append_double(value, out);
    } else {
      append_json_string(cell_text(Cell(value)), out);  // JSON has no name for it
    }
  }
  void operator()(Date value) const {
    out += '"';
    append_iso_date(value, out);
    out += '"';
  }
  void operator()(const std::string& value) const { append_json_string(value, out); }
};

void append_object(const Rows& rows, std::size_t index, std::string& out) {
  out += '{';
  std::size_t column = 0;
  for (const Cell& cell : rows.row(index)) {
    out += column == 0 ? "" : ",";
    append_json_string(rows.columns[column++], out);
    out += ':';
    std::visit(JsonCell{out}, cell);
  }
  out += '}';
}

std::string objects(const Rows& rows) {
  std::string out = "[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += row == 0 ? "" : ",";
    append_object(rows, row, out);
  }
  return out + "]";
}

void append_columns(const Rows& rows, std::string& out) {
  out += "{\"cols\":[";
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    out += column == 0 ? "" : ",";
    append_json_string(rows.columns[column], out);
  }
  out += ']';
}

/// The different texts of a column, if writing indices for them is shorter.
struct Enum {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<std::string_view> values;
  bool used = false;
};

Enum make_enum(const Rows& rows, std::size_t column) {
  Enum result;
  std::size_t plain = 0;
  std::size_t indexed = rows.columns[column].size() + 6;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const std::string* const text = std::get_if<std::string>(&rows.row(row)[column]);
    if (text == nullptr) {
      return result;  // an index must not be taken for a number of the column
    }
    const auto [at, fresh] = result.index.try_emplace(*text, result.values.size());
    if (fresh) {
      result.values.push_back(*text);
      indexed += text->size() + 3;
    }
    plain += text->size() + 2;
    indexed += std::to_string(at->second).size();
  }
  result.used = indexed < plain;
  return result;
}

}  // namespace

Buffer write_json_objects(const Rows& rows) {
  return to_bytes(objects(rows));
}

Buffer write_json_list(const Rows& rows) {
  return to_bytes(objects(rows));
}

Buffer write_json_items(const Rows& rows,
                        const std::vector<std::vector<std::string>>& values) {
  std::vector<std::unordered_map<std::string_view, std::size_t>> index(values.size());
  for (std::size_t column = 0; column < values.size(); ++column) {
    for (std::size_t i = 0; i < values[column].size(); ++i) {
      index[column].try_emplace(values[column][i], i);
    }
  }
  std::string out = "[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += row == 0 ? "[" : ",[";
    for (std::size_t column = 0; column < rows.columns.size(); ++column) {
      out += column == 0 ? "" : ",";
      const Cell& cell = rows.row(row)[column];
      const std::string* const text = std::get_if<std::string>(&cell);
      if (text != nullptr && column < index.size()) {
        const auto found = index[column].find(*text);
        if (found != index[column].end()) {
          out += std::to_string(found->second);
          continue;
        }
      }
      std::visit(JsonCell{out}, cell);
    }
    out += ']';
  }
  return to_bytes(out + "]");
}

Buffer write_json_pretty(const Rows& rows) {
  std::string out = "[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += row == 0 ? "\n  {" : ",\n  {";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out += column == 0 ? "\n    " : ",\n    ";
      append_json_string(rows.columns[column++], out);
      out += ": ";
      std::visit(JsonCell{out}, cell);
    }
    out += column == 0 ? "}" : "\n  }";
  }
  return to_bytes(out + (rows.count() == 0 ? "]" : "\n]"));
}

Buffer write_odata_json_none(const Rows& rows) {
  return to_bytes("{\"value\":" + objects(rows) + "}");
}

Buffer write_odata_json(const Rows& rows) {
  return to_bytes(
      "{\"odata.metadata\":\"http://host/service/$metadata#Rows\",\"value\":" +
      objects(rows) + "}");
}

Buffer write_odata_json_full(const Rows& rows) {
  std::string out =
      "{\"odata.metadata\":\"http://host/service/$metadata#Rows\",\"value\":[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const std::string id = "Rows(" + std::to_string(row + 1) + ")";
    out += row == 0 ? "" : ",";
    out += "{\"odata.type\":\"Model.Row\",\"odata.id\":\"http://host/service/" + id +
           "\",\"odata.editLink\":\"" + id + "\"";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out += ',';
      if (std::holds_alternative<Date>(cell)) {
        append_json_string(rows.columns[column] + "@odata.type", out);
        out += ":\"Edm.DateTime\",";
      }
      append_json_string(rows.columns[column++], out);
      out += ':';
      std::visit(JsonCell{out}, cell);
    }
    out += '}';
  }
  return to_bytes(out + "]}");
}

Buffer write_json_columns(const Rows& rows) {
  std::string out;
  append_columns(rows, out);
  out += ",\"items\":[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += row == 0 ? "[" : ",[";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out += column++ == 0 ? "" : ",";
      std::visit(JsonCell{out}, cell);
    }
    out += ']';
  }
  return to_bytes(out + "]}");
}

Buffer write_json_enums(const Rows& rows) {
  std::vector<Enum> enums;
  std::string out;
  append_columns(rows, out);
  out += ",\"enums\":{";
  bool first = true;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    enums.push_back(make_enum(rows, column));
    if (!enums.back().used) {
      continue;
    }
    out += first ? "" : ",";
    first = false;
    append_json_string(rows.columns[column], out);
    out += ":[";
    for (std::size_t i = 0; i < enums.back().values.size(); ++i) {
      out += i == 0 ? "" : ",";
      append_json_string(enums.back().values[i], out);
    }
    out += ']';
  }
  out += "},\"items\":[";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += row == 0 ? "[" : ",[";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out += column == 0 ? "" : ",";
      if (enums[column].used) {
        out += std::to_string(enums[column].index[std::get<std::string>(cell)]);
      } else {
        std::visit(JsonCell{out}, cell);
      }
      ++column;
    }
    out += ']';
  }
  return to_bytes(out + "]}");
}

}  // namespace capaudit
