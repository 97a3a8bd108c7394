// SPDX-License-Identifier: Apache-2.0
// Tables of a report: cells hold text that is final (redacted, rounded) and, beside it,
// the value it stands for. No markup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace capaudit {

/// Shown as a word and a mark as well as by colour.
enum class Tone : std::uint8_t { plain, good, warning, bad };

struct PageLink {
  std::string text;
  std::string id;  ///< of an element of the page
};

struct PageCell {
  std::string text;
  std::string note;   ///< beside it, smaller: the rounded figure, the unit
  std::string title;  ///< the full text where `text` is cut
  std::optional<double>
      order;         ///< the value: what the column is sorted by, if not the text
  std::string link;  ///< id of an element of the page
  Tone tone = Tone::plain;
  std::optional<double> share;  ///< 0..1: drawn as a small bar
  std::optional<double> heat;   ///< 0..1: the cell's shade in a heat table
  std::vector<PageLink> links;  ///< behind the text: evidence
};

/// A block of what belongs to a row, unfolded on demand.
struct Detail {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;
  std::string preformatted;
};

struct PageRow {
  std::vector<PageCell> cells;
  std::string id;  ///< of the element, for links; empty: none
  std::vector<Detail> details;
  bool total = false;  ///< a line of sums
  /// Rests on times measured when the report was made: differs from run to run.
  bool measured = false;
};

struct PageColumn {
  std::string name;
  bool number = false;  ///< set flush right in tabular digits
};

struct PageTable {
  std::string id;
  std::string caption;
  std::vector<PageColumn> columns;  ///< the first names the row
  std::vector<PageRow> rows;
  std::uint64_t left_out = 0;  ///< rows beyond the limit
  std::string left_out_hint;   ///< where to find them
  std::size_t unfolds = 0;     ///< cell of a row that shows its details when clicked
  bool sortable = false;
  bool filterable = false;
  /// A row is an exchange: the data have its record instead of the row.
  bool of_exchanges = false;
};

}  // namespace capaudit
