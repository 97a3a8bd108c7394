// SPDX-License-Identifier: Apache-2.0
// The report as plain data: sections of paragraphs, tables and charts, in reading order.
// No markup in it and nothing escaped; captured text is redacted already. Builders in
// sections_*.cc fill it from the analysis, html.cc writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace capaudit {

/// Shown as a word and a mark as well as by colour.
enum class Tone : std::uint8_t { plain, good, warning, bad };

struct PageCell {
  std::string text;
  std::string note;             ///< beside it, smaller: the rounded figure, the unit
  std::string title;            ///< the full text where `text` is cut
  std::optional<double> order;  ///< what the column is sorted by, if not the text
  std::string link;             ///< id of an element of the page
  Tone tone = Tone::plain;
  std::optional<double> share;  ///< 0..1: drawn as a small bar
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
};

struct Series {
  std::string name;
  std::vector<double> values;
};

/// From this many values on a distribution is drawn as a curve, not as points.
inline constexpr std::size_t kManyValues = 30;

struct Chart {
  enum class Kind : std::uint8_t {
    stacked,       ///< a horizontal bar per category, its parts one after the other
    grouped,       ///< a horizontal bar per category and series
    distribution,  ///< every value of each series: points if few, else an ECDF
  };
  std::string id;
  std::string title;
  std::string reading;      ///< one line: how to read it
  std::string description;  ///< text alternative, with the main figures
  Kind kind = Kind::stacked;
  std::string unit;                     ///< "B" or "ms"
  std::vector<std::string> categories;  ///< of bars
  std::vector<Series> series;
  std::optional<double> axis_end;  ///< of a distribution, where it is not the largest
  std::string numbers_in;          ///< id of the table that holds its numbers
};

struct Paragraph {
  std::string text;
};

/// Something the reader must know, with what to do about it.
struct Notice {
  Tone tone = Tone::warning;
  std::string text;
};

struct Card {
  std::string label, value, note;
  Tone tone = Tone::plain;
};
struct Cards {
  std::vector<Card> cards;
};

/// Terms and what they mean.
struct Definitions {
  std::vector<std::pair<std::string, std::string>> entries;
};

/// Text to be copied: a command.
struct Preformatted {
  std::string text;
};

using Block =
    std::variant<Paragraph, Notice, Cards, PageTable, Chart, Definitions, Preformatted>;

struct Section {
  std::string id, title;
  std::vector<Block> blocks;
};

struct Report {
  std::string title, subtitle;
  std::vector<Section> sections;
  std::string data;  ///< JSON, fit for <script>
};

}  // namespace capaudit
