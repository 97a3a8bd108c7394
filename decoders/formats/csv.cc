// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180), also with semicolons, tabs or bars: a list of rows, each a list of
// cells. The first row is taken for names unless the type says otherwise or a cell of it
// could only be data.
#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/text.h"
#include "decoders/formats/charset.h"
#include "decoders/formats/families.h"
#include "decoders/formats/media_type.h"

namespace capaudit {
namespace {

/// The separator that the first line has most of, outside quotes.
char find_separator(std::string_view text) {
  constexpr std::size_t kLongestLine = 65536;
  constexpr std::array kSeparators = {',', ';', '\t', '|'};
  std::array<std::size_t, kSeparators.size()> counts{};
  bool quoted = false;
  for (const char c : text.substr(0, kLongestLine)) {
    quoted = quoted != (c == '"');
    if (c == '\n' && !quoted) {
      break;
    }
    for (std::size_t i = 0; i < kSeparators.size() && !quoted; ++i) {
      counts[i] += c == kSeparators[i] ? 1U : 0U;
    }
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return kSeparators[static_cast<std::size_t>(most - counts.begin())];
}

class CsvParser {
 public:
  CsvParser(TreeBuilder& builder, std::size_t begin)
      : builder_(builder),
        text_(as_text(builder.tree().body())),
        at_(begin),
        separator_(find_separator(text_.substr(begin))) {}

  void run();

 private:
  bool row();
  bool cell();
  bool quoted_cell();

  TreeBuilder& builder_;
  std::string_view text_;
  std::size_t at_;
  char separator_;
};

bool CsvParser::quoted_cell() {
  const std::size_t begin = at_++;
  std::string& store = builder_.store_text();
  const std::size_t store_begin = store.size();
  for (;;) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      builder_.fail(ErrorCode::truncated, text_.size(), "CSV ends inside a quoted cell");
      return false;
    }
    store.append(text_, at_, quote - at_);
    at_ = quote + 1;
    if (at_ >= text_.size() || text_[at_] != '"') {
      break;
    }
    store += '"';
    ++at_;
  }
  // What stands between the closing quote and the separator belongs to the cell.
  while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' &&
         text_[at_] != '\r') {
    store += text_[at_++];
  }
  Node* node = builder_.add(NodeKind::string, kNoName, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(at_ - begin);
  builder_.set_text(*node,
                    {static_cast<std::uint32_t>(store_begin),
                     static_cast<std::uint32_t>(store.size() - store_begin)},
                    true);
  return true;
}

bool CsvParser::cell() {
  if (at_ < text_.size() && text_[at_] == '"') {
    return quoted_cell();
  }
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' &&
         text_[at_] != '\r') {
    ++at_;
  }
  Node* node = builder_.add(NodeKind::string, kNoName, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = static_cast<std::uint32_t>(at_ - begin);
  node->set(TextRef{node->begin, node->length});
  return true;
}

bool CsvParser::row() {
  if (builder_.open(NodeKind::list, kNoName, at_) == nullptr) {
    return false;
  }
  while (cell()) {
    if (at_ < text_.size() && text_[at_] == separator_) {
      ++at_;
      continue;
    }
    builder_.close(at_);
    while (at_ < text_.size() && (text_[at_] == '\r' || text_[at_] == '\n')) {
      ++at_;
    }
    return true;
  }
  return false;
}

void CsvParser::run() {
  if (builder_.open(NodeKind::list, kNoName, at_) == nullptr) {
    return;
  }
  while (at_ < text_.size() && row()) {
  }
  while (builder_.depth() > 0) {
    builder_.close(std::max(at_, std::size_t{builder_.innermost().begin}));
  }
}

/// Names are not empty, not numbers, and all different.
bool could_be_names(const Tree& tree, NodeId row) {
  std::vector<std::string_view> cells;
  for (NodeId id = tree[row].first; id != kNoNode; id = tree[id].next) {
    const std::string_view cell = trim(tree.text(id));
    const bool number =
        !cell.empty() && std::all_of(cell.begin(), cell.end(), [](char c) {
          return is_digit(c) || c == '.' || c == '-' || c == '+' || c == ',';
        });
    if (cell.empty() || number) {
      return false;
    }
    cells.push_back(cell);
  }
  std::sort(cells.begin(), cells.end());
  return std::adjacent_find(cells.begin(), cells.end()) == cells.end();
}

}  // namespace

bool decode_csv_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  Utf8 utf8 = to_utf8(decoded.tree.body(),
                      media_type_parameter(hints.content_type, "charset").value_or(""));
  if (utf8.converted) {
    decoded.tree = Tree(std::move(utf8.text));
  }
  if (!utf8.finding.empty()) {
    decoded.note(utf8.finding);
  }
  TreeBuilder builder(decoded.tree, limits);
  CsvParser(builder, utf8.start).run();
  const std::string header =
      media_type_parameter(hints.content_type, "header").value_or("");
  const NodeId first = decoded.tree.empty() ? kNoNode : decoded.tree[0].first;
  if (first != kNoNode && !equal_ignoring_case(header, "absent") &&
      (equal_ignoring_case(header, "present") || could_be_names(decoded.tree, first))) {
    decoded.tree[first].flags |= Node::kHeader;
  }
  return true;
}

}  // namespace capaudit
