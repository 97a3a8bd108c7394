// SPDX-License-Identifier: Apache-2.0
// Rows written, read back and compared cell by cell.
#include "analyzer/rows/encodings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/rows/extract.h"
#include "analyzer/rows/normalise.h"
#include "decoders/formats/decode.h"
#include "decoders/writers/scalar_text.h"

namespace capaudit {
namespace {

/// What any format makes of a cell (docs/ROWS.md).
std::string normal(const Cell& cell) {
  const double* const real = std::get_if<double>(&cell);
  const Date* const date = std::get_if<Date>(&cell);
  return real != nullptr   ? normalise_number(*real)
         : date != nullptr ? normalise_number(date->ms)
                           : normalise_text(cell_text(cell));
}

bool same_value(const Cell& a, const Cell& b) {
  return a == b || normal(a) == normal(b);
}

/// Why two cells of one value are not equal.
std::string_view loss(const Cell& from, const Cell& to) {
  const auto is_text = [](const Cell& cell) {
    return std::holds_alternative<std::string>(cell);
  };
  if (std::holds_alternative<std::monostate>(from)) {
    return "null is read back as an empty text";
  }
  if (std::holds_alternative<std::monostate>(to)) {
    return "an empty text is read back as null";
  }
  if (is_text(from)) {
    return is_text(to) ? "white space in texts is collapsed"
                       : "texts that look like another type are read back as it";
  }
  if (std::holds_alternative<Date>(from)) {
    return is_text(to) ? "dates are read back as texts" : "dates become numbers";
  }
  if (std::holds_alternative<bool>(from)) {
    return "booleans are read back as texts";
  }
  return is_text(to)                                  ? "numbers are read back as texts"
         : std::holds_alternative<std::int64_t>(from) ? "integers become doubles"
                                                      : "doubles become integers";
}

void count(std::vector<Loss>& losses, std::string_view what) {
  const auto found = std::find_if(losses.begin(), losses.end(),
                                  [what](const Loss& one) { return one.what == what; });
  if (found == losses.end()) {
    losses.push_back({what, 1});
  } else {
    ++found->cells;
  }
}

std::optional<Rows> read_back(Bytes body, const RowWriter& writer, bool& readable) {
  Hints hints;
  hints.content_type = writer.content_type;
  const Decoded decoded = decode(body, hints, {});
  readable = !decoded.tree.error;
  const std::optional<Table> table = find_table(decoded);
  if (!table || !table->extras.empty()) {
    return std::nullopt;
  }
  std::optional<Rows> rows = extract_rows(decoded.tree, *table);
  return rows ? std::optional(without_annotations(std::move(*rows))) : std::nullopt;
}

Error unsupported(const RowWriter& writer, const std::string& what) {
  return {ErrorCode::unsupported, 0, std::string(writer.name) + ": " + what};
}

/// All different names, as the reader of a format gives them.
template <class Table>
std::string known_names(const Table& table) {
  std::string names;
  for (const auto& entry : table) {
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  return names;
}

}  // namespace

Result<std::vector<Loss>> compare_rows(const Rows& rows, const Rows& back) {
  if (rows.columns.size() != back.columns.size() ||
      rows.cells.size() != back.cells.size()) {
    return Error{ErrorCode::unsupported, 0,
                 std::to_string(rows.count()) + " rows of " +
                     std::to_string(rows.columns.size()) + " are read back as " +
                     std::to_string(back.count()) + " of " +
                     std::to_string(back.columns.size())};
  }
  std::vector<Loss> losses;
  const std::size_t width = rows.columns.size();
  for (std::size_t i = 0; i < rows.cells.size(); ++i) {
    const Cell& from = rows.cells[i];
    const Cell& to = back.cells[i];
    if (from == to) {
      continue;
    }
    if (!same_value(from, to)) {
      return Error{ErrorCode::unsupported, i,
                   "row " + std::to_string(i / width + 1) + ", column " +
                       rows.columns[i % width] + " is read back as another value"};
    }
    // NaN is equal to nothing, but survives.
    if (from.index() != to.index() || std::holds_alternative<std::string>(from)) {
      count(losses, loss(from, to));
    }
  }
  for (std::size_t column = 0; column < width; ++column) {
    if (rows.columns[column] != back.columns[column]) {
      count(losses, "names of columns are changed to what the format allows");
    }
  }
  return losses;
}

Result<EncodedRows> encode_rows(const Rows& rows, const RowWriter& writer) {
  EncodedRows out;
  out.body = writer.write(rows);
  bool readable = false;
  std::optional<Rows> back = read_back(out.body, writer, readable);
  Rows expected;
  const Rows* compared = &rows;
  if (readable && rows.count() == 0) {
    return out;
  }
  if (!back && readable && rows.count() == 1) {
    // One row alone is no table in most formats; two of it are.
    expected = rows;
    expected.cells.insert(expected.cells.end(), rows.cells.begin(), rows.cells.end());
    compared = &expected;
    back = read_back(writer.write(expected), writer, readable);
  }
  if (!back) {
    return unsupported(writer, "what was written is not read back as rows");
  }
  Result<std::vector<Loss>> losses = compare_rows(*compared, *back);
  if (!losses) {
    return unsupported(writer, losses.error().what);
  }
  out.losses = std::move(*losses);
  return out;
}

Result<EncodedSize> encoded_size(const Rows& rows, std::string_view encoding,
                                 std::string_view coding) {
  const RowWriter* const writer = find_row_writer(encoding);
  if (writer == nullptr) {
    return Error{ErrorCode::malformed, 0,
                 "there is no encoding '" + std::string(encoding) + "'; known are " +
                     known_names(row_writers())};
  }
  const BodyCoder* const coder = find_body_coder(coding);
  if (coder == nullptr) {
    return Error{ErrorCode::malformed, 0,
                 "there is no coding '" + std::string(coding) + "'; known are " +
                     known_names(body_coders())};
  }
  Result<EncodedRows> encoded = encode_rows(rows, *writer);
  if (!encoded) {
    return encoded.error();
  }
  const Result<Buffer> coded = coder->encode(encoded->body, coder->level);
  if (!coded) {
    return coded.error();
  }
  EncodedSize size;
  size.bytes = encoded->body.size();
  size.coded_bytes = coded->size();
  size.losses = std::move(encoded->losses);
  return size;
}

}  // namespace capaudit
