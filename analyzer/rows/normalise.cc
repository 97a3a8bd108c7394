// SPDX-License-Identifier: Apache-2.0
// Normal forms of values.
#include "analyzer/rows/normalise.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "decoders/core/text.h"
#include "decoders/formats/namespaces.h"
#include "decoders/writers/scalar_text.h"

namespace capaudit {
namespace {

/// "NaN" and the infinities, by the names XML Schema and JavaScript give them.
std::string_view special_number(std::string_view text) {
  if (text == "NaN") {
    return "NaN";
  }
  if (text == "INF" || text == "Infinity" || text == "+INF") {
    return "Infinity";
  }
  return text == "-INF" || text == "-Infinity" ? std::string_view("-Infinity")
                                               : std::string_view();
}

/// The number grammar of JSON: no leading zeros, no plus, digits around the point.
bool is_number(std::string_view text, bool& integer) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && is_digit(text[at])) {
      ++at;
    }
    return at - from;
  };
  const bool zero = at < text.size() && text[at] == '0';
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) {
    return false;
  }
  integer = at == text.size();
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) {
      return false;
    }
  }
  if (at < text.size() && to_lower(text[at]) == 'e') {
    ++at;
    at += at < text.size() && (text[at] == '+' || text[at] == '-') ? 1U : 0U;
    if (digits() == 0) {
      return false;
    }
  }
  return at == text.size();
}

/// Reads `count` digits at `at`; -1 if they are not there.
int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || !is_digit(text[i])) {
      return -1;
    }
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

/// Days from 1970-01-01 in the Gregorian calendar.
std::int64_t days_from_civil(std::int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year =
      (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

/// Zone at the end of a time: Z, +hh:mm, +hhmm or nothing, in minutes.
std::optional<int> zone_minutes(std::string_view zone) {
  if (zone.empty() || zone == "Z" || zone == "z") {
    return 0;
  }
  const int hours = digits_at(zone, 1, 2);
  const std::size_t colon = zone.size() == 6 && zone[3] == ':' ? 1 : 0;
  const int minutes = digits_at(zone, 3 + colon, 2);
  if (zone.size() != 5 + colon || (zone[0] != '+' && zone[0] != '-') || hours < 0 ||
      minutes < 0) {
    return std::nullopt;
  }
  return (zone[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

/// Time of day after the "T": milliseconds, none if it is not one or is finer than that.
std::optional<std::int64_t> time_ms(std::string_view text) {
  const int hour = digits_at(text, 0, 2);
  const int minute = digits_at(text, 3, 2);
  if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || text[2] != ':') {
    return std::nullopt;
  }
  std::size_t at = 5;
  int second = 0;
  std::int64_t ms = 0;
  if (at < text.size() && text[at] == ':') {
    second = digits_at(text, 6, 2);
    at = 8;
    if (second < 0 || second > 60) {
      return std::nullopt;
    }
  }
  if (at < text.size() && text[at] == '.') {
    int place = 100;
    for (++at; at < text.size() && is_digit(text[at]); ++at) {
      if (place == 0 && text[at] != '0') {
        return std::nullopt;
      }
      ms += place * (text[at] - '0');
      place /= 10;
    }
  }
  const std::optional<int> zone = zone_minutes(text.substr(at));
  if (!zone) {
    return std::nullopt;
  }
  return ((std::int64_t{hour} * 60 + minute - *zone) * 60 + second) * 1000 + ms;
}

/// `2010-01-31`, `2010-01-31T12:00:00.5+01:00`, `/Date(1264939200000)/`: milliseconds
/// since 1970.
std::optional<std::int64_t> date_ms(std::string_view text) {
  if (text.starts_with("/Date(") && text.ends_with(")/")) {
    const char* const end = text.data() + text.size() - 2;
    std::int64_t ms = 0;
    const std::from_chars_result read = std::from_chars(text.data() + 6, end, ms);
    // A zone behind the number says how to show the date, not when it is.
    const std::string_view zone(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const bool good = read.ec == std::errc() && (zone.empty() || zone_minutes(zone));
    return good ? std::optional(ms) : std::nullopt;
  }
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  const int day = digits_at(text, 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || text[4] != '-' ||
      text[7] != '-') {
    return std::nullopt;
  }
  const std::int64_t start = days_from_civil(year, month, day) * 86'400'000;
  if (text.size() == 10) {
    return start;
  }
  if (text[10] != 'T' && text[10] != ' ') {
    return std::nullopt;
  }
  const std::optional<std::int64_t> time = time_ms(text.substr(11));
  return time ? std::optional(start + *time) : std::nullopt;
}

/// Runs of white space become one space, none at the ends.
std::string collapse(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (!is_blank(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  return out;
}

void append_base64(std::string_view data, std::string& out) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const Bytes bytes = as_bytes(data);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < left ? bytes[i + k] : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= left ? kAlphabet[group >> (18 - 6 * k) & 0x3f] : '=';
    }
  }
}

void append_number(double value, std::string& out) {
  if (std::isnan(value)) {
    out += "NaN";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
    return;
  }
  std::array<char, 512> text{};
  constexpr double kExact = 9007199254740992.0;
  const bool whole = std::trunc(value) == value;
  const std::to_chars_result end =
      whole && std::fabs(value) <= kExact
          ? std::to_chars(text.data(), text.data() + text.size(),
                          static_cast<std::int64_t>(value))
      : whole ? std::to_chars(text.data(), text.data() + text.size(), value,
                              std::chars_format::fixed)
              : std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), end.ptr);
}

/// The top bit of each byte of `word` that is 0 (and perhaps of a 1 above such a byte).
std::uint64_t zero_bytes(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  return (word - kOnes) & ~word & (kOnes * 0x80);
}

/// False only if eight bytes hold no control character and no two spaces in a row.
bool may_have_loose_blanks(const char* eight) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  std::uint64_t word = 0;
  std::memcpy(&word, eight, sizeof(word));
  const std::uint64_t spaces = zero_bytes(word ^ kOnes * 0x20);
  // A byte below 0x20 borrows into its top bit; one from 0x80 on had it set before.
  const std::uint64_t controls = (word - kOnes * 0x20) & ~word & (kOnes * 0x80);
  return (controls | (spaces & spaces >> 8)) != 0;
}

/// True if white space must be collapsed.
bool has_loose_blanks(std::string_view text) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  if (text.empty()) {
    return false;
  }
  if (is_blank(text.front()) || is_blank(text.back())) {
    return true;
  }
  std::size_t at = 0;  // words overlap by a byte, so that each pair is in one of them
  if (text.size() >= kWord) {
    const std::size_t last = text.size() - kWord;
    while (!may_have_loose_blanks(text.data() + at)) {
      if (at == last) {
        return false;
      }
      at = std::min(at + kWord - 1, last);
    }
  }
  for (; at < text.size(); ++at) {
    if (is_blank(text[at]) && (text[at] != ' ' || text[at + 1] == ' ')) {
      return true;  // there is a next one: the last is not blank
    }
  }
  return false;
}

/// Appends a text without loose blanks in its normal form.
void append_plain(std::string_view text, std::string& out) {
  const char first = text[0];
  if (is_digit(first) || first == '-') {
    bool integer = false;
    if (is_number(text, integer)) {
      double value = 0;
      if (integer) {
        out += text == "-0" ? text.substr(1) : text;
      } else if (std::from_chars(text.data(), text.data() + text.size(), value).ec ==
                 std::errc()) {
        append_number(value, out);
      } else {
        out += text;
      }
      return;
    }
  }
  constexpr std::size_t kShortestDate = 10;
  constexpr std::size_t kLongestDate = 40;
  if ((is_digit(first) || first == '/') && text.size() >= kShortestDate &&
      text.size() <= kLongestDate) {
    const std::optional<std::int64_t> ms = date_ms(text);
    if (ms) {
      append_integer(*ms, out);
      return;
    }
  }
  constexpr std::size_t kLongestWord = 9;  // -Infinity
  if (text.size() <= kLongestWord) {
    const std::string_view special = special_number(text);
    if (!special.empty()) {
      out += special;
      return;
    }
    if (equal_ignoring_case(text, "true") || equal_ignoring_case(text, "false")) {
      out += to_lower(text);
      return;
    }
  }
  out += text;
}

void append_text(std::string_view text, std::string& out) {
  if (has_loose_blanks(text)) {
    const std::string collapsed = collapse(text);
    if (!collapsed.empty()) {
      append_plain(collapsed, out);
    }
  } else if (!text.empty()) {
    append_plain(text, out);
  }
}

/// Cells and what is nested in them.
class Normaliser {
 public:
  Normaliser(const Tree& tree, std::size_t max_bytes, std::string& out)
      : tree_(tree), max_bytes_(max_bytes), out_(out) {}

  bool append(NodeId id, int depth);

 private:
  bool append_members(const Node& node, int depth, bool named);
  bool is_type_attribute(const Node& node) const;
  bool same_names(const Node& node) const;

  const Tree& tree_;
  std::size_t max_bytes_;
  std::string& out_;
};

/// xsi:type, soapenc:arrayType and the like say how to read a value, not what it is.
bool Normaliser::is_type_attribute(const Node& node) const {
  const std::string_view space = tree_.type(node);
  return node.kind == NodeKind::attribute &&
         (space == kSchemaInstance || space == kSoapEncoding11 ||
          space == kSoapEncoding12 || space == kSoap11 || space == kSoap12 ||
          is_odata_metadata(space));
}

bool Normaliser::same_names(const Node& node) const {
  NameId name = kNoName;
  for (NodeId id = node.first; id != kNoNode; id = tree_[id].next) {
    if (tree_[id].kind == NodeKind::attribute) {
      continue;
    }
    if (name != kNoName && tree_[id].name != name) {
      return false;
    }
    name = tree_[id].name;
  }
  return true;
}

/// Nested values: members sorted by name in braces, items in brackets.
bool Normaliser::append_members(const Node& node, int depth, bool named) {
  std::vector<NodeId> members;
  for (NodeId id = node.first; id != kNoNode; id = tree_[id].next) {
    const Node& child = tree_[id];
    if (!child.is(Node::kSuperseded) && !is_type_attribute(child)) {
      members.push_back(id);
    }
  }
  if (named) {
    std::stable_sort(members.begin(), members.end(), [this](NodeId a, NodeId b) {
      return tree_.name(tree_[a]) < tree_.name(tree_[b]);
    });
  }
  out_ += named ? '{' : '[';
  for (const NodeId id : members) {
    if (named) {
      out_ += tree_.name(tree_[id]);
      out_ += '=';
    }
    if (!append(id, depth + 1)) {
      return false;
    }
    out_ += ',';
  }
  out_ += named ? '}' : ']';
  return true;
}

bool Normaliser::append(NodeId id, int depth) {
  constexpr int kMaxDepth = 32;
  id = tree_.resolve(id);
  if (id == kNoNode) {
    return true;
  }
  if (depth > kMaxDepth || out_.size() > max_bytes_) {
    return false;
  }
  const Node& node = tree_[id];
  switch (node.kind) {
  case NodeKind::null:
  case NodeKind::undefined:
  case NodeKind::reference:
    return true;
  case NodeKind::boolean:
    out_ += node.boolean() ? "true" : "false";
    return true;
  case NodeKind::integer:
    append_integer(node.integer(), out_);
    return true;
  case NodeKind::real:
  case NodeKind::date:
    append_number(node.real(), out_);
    return true;
  case NodeKind::number:
  case NodeKind::string:
  case NodeKind::attribute:
    append_text(tree_.text(node), out_);
    return true;
  case NodeKind::bytes:
  case NodeKind::opaque:
    append_base64(tree_.text(node), out_);
    return true;
  case NodeKind::element: {
    bool leaf = true;
    for (NodeId child = node.first; child != kNoNode; child = tree_[child].next) {
      leaf = leaf && tree_[child].kind == NodeKind::attribute;
    }
    if (leaf) {
      append_text(tree_.text(node), out_);
      return true;
    }
    const bool stands_for_another =
        node.count == 1 && tree_[node.first].kind == NodeKind::reference;
    return stands_for_another ? append(node.first, depth + 1)
                              : append_members(node, depth, !same_names(node));
  }
  case NodeKind::object:
    return append_members(node, depth, true);
  case NodeKind::list:
  case NodeKind::dictionary:
    return append_members(node, depth, false);
  }
  return true;
}

}  // namespace

std::string normalise_number(double value) {
  std::string out;
  append_number(value, out);
  return out;
}

std::string normalise_text(std::string_view text) {
  std::string out;
  append_text(text, out);
  return out;
}

bool append_normalised(const Tree& tree, NodeId cell, std::size_t max_bytes,
                       std::string& out) {
  return Normaliser(tree, max_bytes, out).append(cell, 0) && out.size() <= max_bytes;
}

}  // namespace capaudit
