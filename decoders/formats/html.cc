// SPDX-License-Identifier: Apache-2.0
// HTML, for the tables in it: a tolerant scan over tags (HTML Standard 13.2.5, much
// simplified) that runs no script and builds no document. Every table becomes a list of
// rows, every row a list of cells; a cell with a table in it is that table.
#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/formats/charset.h"
#include "decoders/formats/families.h"
#include "decoders/formats/media_type.h"

namespace capaudit {
namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};

constexpr std::array kEntities = std::to_array<Entity>({
    {"amp", "&"},
    {"lt", "<"},
    {"gt", ">"},
    {"quot", "\""},
    {"apos", "'"},
    {"euro", "\xe2\x82\xac"},
    {"ndash", "\xe2\x80\x93"},
    {"mdash", "\xe2\x80\x94"},
    {"lsquo", "\xe2\x80\x98"},
    {"rsquo", "\xe2\x80\x99"},
    {"ldquo", "\xe2\x80\x9c"},
    {"rdquo", "\xe2\x80\x9d"},
    {"bull", "\xe2\x80\xa2"},
    {"hellip", "\xe2\x80\xa6"},
    {"trade", "\xe2\x84\xa2"},
});

/// The characters of Latin-1 from 160 on, by their names (HTML 4.01, 24.2.1).
constexpr std::uint32_t kFirstLatin = 160;
constexpr auto kLatin = std::to_array<std::string_view>({
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",
    "uml",    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",
    "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",  "para",   "middot",
    "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil",
    "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute", "Icirc",  "Iuml",
    "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",   "times",
    "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
    "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",
    "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
    "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml",
});

/// What a name stands for; false: nothing known.
bool append_entity(std::string_view name, std::string& out) {
  for (const Entity& entity : kEntities) {
    if (name == entity.name) {
      out += entity.text;
      return true;
    }
  }
  const auto* const latin = std::find(kLatin.begin(), kLatin.end(), name);
  if (latin == kLatin.end()) {
    return false;
  }
  const auto offset = static_cast<std::uint32_t>(latin - kLatin.begin());
  if (offset == 0) {
    out += ' ';  // a blank that does not break is a blank
  } else {
    append_utf8(out, kFirstLatin + offset);
  }
  return true;
}

/// colspan (HTML Standard 4.9.11): how many columns a cell covers.
std::uint32_t columns_of(std::string_view attributes) {
  constexpr std::string_view kName = "colspan";
  constexpr std::uint32_t kMost = 1000;  // more counts as 1000 there
  const std::string lower = to_lower(attributes);
  const std::size_t at = lower.find(kName);
  if (at == std::string::npos || at == 0 || !is_blank(lower[at - 1])) {
    return 1;
  }
  std::string_view value = trim_left(std::string_view(lower).substr(at + kName.size()));
  if (!value.starts_with('=')) {
    return 1;
  }
  value = trim_left(value.substr(1));
  value.remove_prefix(value.starts_with('"') || value.starts_with('\'') ? 1 : 0);
  std::uint32_t columns = 0;
  for (const char c : value) {
    if (!is_digit(c) || columns > kMost) {
      break;
    }
    columns = columns * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return std::clamp(columns, 1U, kMost);
}

class HtmlScanner {
 public:
  HtmlScanner(TreeBuilder& builder, std::size_t begin)
      : builder_(builder),
        text_(as_text(builder.tree().body())),
        at_(begin),
        absent_left_(text_.size()) {}

  void run();

 private:
  struct Table {
    bool row_open = false;
    bool cell_open = false;
    bool in_head = false;
    bool all_headings = true;  ///< of the row's cells so far
    bool holds_table = false;  ///< the cell
    std::size_t cell_begin = 0;
    std::uint32_t columns = 1;  ///< that the cell covers
    std::string cell;
  };

  void tag();
  void open_tag(std::string_view name, std::size_t begin, std::string_view attributes);
  void close_tag(std::string_view name);
  void open_table(std::size_t begin);
  void close_table();
  void close_row();
  void open_cell(bool heading, std::size_t begin, std::string_view attributes);
  void close_cell();
  void add_text(std::string_view run);
  std::size_t add_reference(std::string_view run, std::size_t at);
  /// Skips past the end tag of an element whose content is no markup.
  void skip_raw(std::string_view name);
  bool in_cell() const { return !tables_.empty() && tables_.back().cell_open; }

  TreeBuilder& builder_;
  std::string_view text_;
  std::size_t at_;
  std::size_t tag_begin_ = 0;
  std::vector<Table> tables_;
  std::size_t absent_left_;  ///< cells that spans may still add: no more than bytes
};

std::size_t HtmlScanner::add_reference(std::string_view run, std::size_t at) {
  std::string& cell = tables_.back().cell;
  const std::size_t end = run.substr(0, std::min(run.size(), at + 12)).find(';', at);
  const std::string_view name = end == std::string_view::npos
                                    ? std::string_view()
                                    : run.substr(at + 1, end - at - 1);
  if (name.starts_with('#')) {
    const bool hex = name.size() > 1 && to_lower(name[1]) == 'x';
    std::uint32_t code = 0;
    bool good = name.size() > (hex ? 2U : 1U);
    for (const char c : name.substr(hex ? 2 : 1)) {
      const char lower = to_lower(c);
      const bool letter = hex && lower >= 'a' && lower <= 'f';
      good = good && (is_digit(c) || letter) && code <= 0x10ffff;
      code = code * (hex ? 16 : 10) +
             static_cast<std::uint32_t>(letter ? lower - 'a' + 10 : c - '0');
    }
    if (good && code != 0 && code <= 0x10ffff) {
      append_utf8(cell, code);
      return end + 1;
    }
  }
  if (append_entity(name, cell)) {
    return end + 1;
  }
  cell += '&';
  return at + 1;
}

void HtmlScanner::add_text(std::string_view run) {
  if (!in_cell()) {
    return;
  }
  std::size_t at = 0;
  while (at < run.size()) {
    const std::size_t amp = std::min(run.find('&', at), run.size());
    tables_.back().cell.append(run, at, amp - at);
    at = amp == run.size() ? amp : add_reference(run, amp);
  }
}

void HtmlScanner::open_table(std::size_t begin) {
  if (in_cell()) {
    tables_.back().holds_table = true;
  } else if (!tables_.empty() && tables_.back().row_open) {
    open_cell(false, begin, {});
    tables_.back().holds_table = true;
  }
  Node* table = builder_.open(NodeKind::list, kNoName, begin);
  if (table != nullptr) {
    table->type = builder_.tree().names.intern("table");
    tables_.emplace_back();
  }
}

void HtmlScanner::close_table() {
  if (tables_.empty()) {
    return;
  }
  close_row();
  builder_.close(at_);
  tables_.pop_back();
}

void HtmlScanner::close_row() {
  close_cell();
  Table& table = tables_.back();
  if (!table.row_open) {
    return;
  }
  Node& row = builder_.innermost();
  if (row.count != 0 && (table.all_headings || table.in_head)) {
    row.flags |= Node::kHeader;
  }
  builder_.close(tag_begin_);
  table.row_open = false;
}

void HtmlScanner::open_cell(bool heading, std::size_t begin,
                            std::string_view attributes) {
  close_cell();
  Table& table = tables_.back();
  if (!table.row_open) {
    if (builder_.open(NodeKind::list, kNoName, begin) == nullptr) {
      return;
    }
    table.row_open = true;
    table.all_headings = true;
  }
  table.all_headings = table.all_headings && heading;
  table.cell_open = true;
  table.holds_table = false;
  table.cell_begin = begin;
  table.columns = columns_of(attributes);
  table.cell.clear();
}

void HtmlScanner::close_cell() {
  Table& table = tables_.back();
  if (!table.cell_open) {
    return;
  }
  table.cell_open = false;
  if (!table.holds_table) {
    Node* cell = builder_.add(NodeKind::string, kNoName, table.cell_begin);
    if (cell != nullptr) {
      cell->length = static_cast<std::uint32_t>(tag_begin_ - table.cell_begin);
      builder_.set_text(*cell, builder_.store(trim(table.cell)), true);
    }
  }
  // The other columns it covers: those behind it stay in their places.
  for (std::uint32_t i = 1; i < table.columns && absent_left_ != 0; ++i) {
    --absent_left_;
    Node* cell = builder_.add(NodeKind::null, kNoName, table.cell_begin);
    if (cell == nullptr) {
      return;
    }
    cell->flags |= Node::kAbsent;
  }
}

void HtmlScanner::skip_raw(std::string_view name) {
  while (at_ < text_.size()) {
    const std::size_t end = text_.find("</", at_);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    at_ = end + 2;
    if (starts_with_ignoring_case(text_.substr(at_), name)) {
      at_ = std::min(text_.find('>', at_), text_.size() - 1) + 1;
      return;
    }
  }
}

void HtmlScanner::open_tag(std::string_view name, std::size_t begin,
                           std::string_view attributes) {
  if (name == "script" || name == "style" || name == "textarea" || name == "title" ||
      name == "noscript") {
    skip_raw(name);
  } else if (name == "table") {
    open_table(begin);
  } else if (tables_.empty()) {
    return;
  } else if (name == "tr") {
    close_row();
    if (builder_.open(NodeKind::list, kNoName, begin) != nullptr) {
      tables_.back().row_open = true;
      tables_.back().all_headings = true;
    }
  } else if (name == "td" || name == "th") {
    open_cell(name == "th", begin, attributes);
  } else if (name == "thead" || name == "tbody" || name == "tfoot") {
    close_row();
    tables_.back().in_head = name == "thead";
  } else if (in_cell() &&
             (name == "br" || name == "p" || name == "div" || name == "li")) {
    tables_.back().cell += ' ';
  }
}

void HtmlScanner::close_tag(std::string_view name) {
  if (tables_.empty()) {
    return;
  }
  if (name == "table") {
    close_table();
  } else if (name == "tr") {
    close_row();
  } else if (name == "td" || name == "th") {
    close_cell();
  } else if (name == "thead" || name == "tbody" || name == "tfoot") {
    close_row();
    tables_.back().in_head = false;
  }
}

/// At a "<": a tag, a comment, a declaration, or a character that only looks like one.
void HtmlScanner::tag() {
  tag_begin_ = at_;
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("<!--")) {
    const std::size_t end = text_.find("-->", at_ + 4);
    at_ = end == std::string_view::npos ? text_.size() : end + 3;
    return;
  }
  const bool closing = rest.starts_with("</");
  std::size_t name_end = closing ? 2 : 1;
  const std::size_t name_begin = name_end;
  while (name_end < rest.size() && name_end < 32 &&
         (is_alpha(rest[name_end]) || is_digit(rest[name_end]))) {
    ++name_end;
  }
  if (name_end == name_begin && !rest.starts_with("<!") && !rest.starts_with("<?")) {
    add_text(rest.substr(0, 1));
    ++at_;
    return;
  }
  const std::string name = to_lower(rest.substr(name_begin, name_end - name_begin));
  // A ">" inside a quoted attribute does not end the tag.
  std::size_t end = name_end;
  char quote = '\0';
  while (end < rest.size() && (quote != '\0' || rest[end] != '>')) {
    const char c = rest[end];
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
    } else if ((c == '"' || c == '\'') && rest[end - 1] == '=') {
      quote = c;
    }
    ++end;
  }
  at_ = std::min(text_.size(), tag_begin_ + end + 1);
  if (closing) {
    close_tag(name);
  } else if (!name.empty()) {
    open_tag(name, tag_begin_,
             rest.substr(name_end, std::min(end, rest.size()) - name_end));
  }
}

void HtmlScanner::run() {
  if (builder_.open(NodeKind::list, kNoName, at_) == nullptr) {
    return;
  }
  builder_.innermost().flags |= Node::kEnvelope;
  while (at_ < text_.size() && !builder_.failed()) {
    const std::size_t next = std::min(text_.find('<', at_), text_.size());
    add_text(text_.substr(at_, next - at_));
    at_ = next;
    if (at_ < text_.size()) {
      tag();
    }
  }
  tag_begin_ = text_.size();
  while (!tables_.empty() && !builder_.failed()) {
    close_table();
  }
  while (builder_.depth() > 0) {
    builder_.close(std::max(at_, std::size_t{builder_.innermost().begin}));
  }
}

}  // namespace

bool decode_html_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  Utf8 utf8 = to_utf8(decoded.tree.body(),
                      media_type_parameter(hints.content_type, "charset").value_or(""));
  if (utf8.converted) {
    decoded.tree = Tree(std::move(utf8.text));
  }
  if (!utf8.finding.empty()) {
    decoded.note(utf8.finding);
  }
  TreeBuilder builder(decoded.tree, limits);
  HtmlScanner(builder, utf8.start).run();
  return true;
}

}  // namespace capaudit
