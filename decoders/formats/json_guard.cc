// SPDX-License-Identifier: Apache-2.0
// Guards as real servers write them.
#include "decoders/formats/json_guard.h"

#include <algorithm>
#include <array>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::array kGuards = {
    ")]}',"sv,
    ")]}'"sv,
    "while(1);"sv,
    "while (1);"sv,
    "for(;;);"sv,
    "for (;;);"sv,
    "throw 1; <dont be evil>"sv,
    "throw 1;"sv,
    "&&&START&&&"sv,
    "{}&&"sv,
};
constexpr std::array kEventFields = {"data:"sv, "event:"sv, "id:"sv, "retry:"sv, ":"sv};
constexpr int kMaxGuards = 16;

bool is_call_name(char c) {
  return is_alpha(c) || is_digit(c) || c == '_' || c == '$' || c == '.' || c == '[' ||
         c == ']' || c == '\'' || c == '"';
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) {
    ++at;
  }
  return at;
}

/// Cuts blanks and `suffix` off the end.
bool cut_end(std::string_view text, JsonGuard& guard, std::string_view suffix) {
  std::string_view inside = text.substr(guard.begin, guard.end - guard.begin);
  while (!inside.empty() && is_blank(inside.back())) {
    inside.remove_suffix(1);
  }
  if (!inside.ends_with(suffix)) {
    return false;
  }
  inside.remove_suffix(suffix.size());
  guard.end = guard.begin + inside.size();
  return true;
}

/// `/*{...}*/` and `/*-secure- {...} */` hold the value inside, others are skipped.
bool take_comment(std::string_view text, JsonGuard& guard) {
  std::size_t inside = skip_blanks(text, guard.begin + 2);
  if (text.substr(inside).starts_with("-secure-")) {
    inside = skip_blanks(text, inside + 8);
  }
  const bool wraps = inside < text.size() && (text[inside] == '{' || text[inside] == '[');
  if (wraps) {
    const std::size_t comment = guard.begin;
    guard.begin = inside;
    if (cut_end(text, guard, "*/")) {
      return true;
    }
    guard.begin = comment;
  }
  const std::size_t end = text.find("*/", guard.begin + 2);
  if (end == std::string_view::npos) {
    return false;
  }
  guard.begin = end + 2;
  return true;
}

/// `cb({...});`, `a.b["c"]({...})`, `typeof cb === 'function' && cb({...});`
bool take_call(std::string_view text, JsonGuard& guard) {
  const std::size_t start = guard.begin;
  std::string_view rest = text.substr(start, guard.end - start);
  if (rest.starts_with("typeof ")) {
    const std::size_t both = rest.substr(0, 256).find("&&");
    if (both == std::string_view::npos) {
      return false;
    }
    guard.begin = skip_blanks(text, start + both + 2);
    rest = text.substr(guard.begin, guard.end - guard.begin);
  }
  if (!starts_call(rest)) {
    guard.begin = start;
    return false;
  }
  guard.begin += rest.find('(') + 1;
  cut_end(text, guard, ";");
  if (!cut_end(text, guard, ")")) {
    guard.end = text.size();
  }
  return true;
}

}  // namespace

bool starts_call(std::string_view text) {
  if (text.empty() || !(is_alpha(text[0]) || text[0] == '_' || text[0] == '$')) {
    return false;
  }
  std::size_t at = 0;
  while (at < text.size() && at < 256 && is_call_name(text[at])) {
    ++at;
  }
  at = skip_blanks(text, at);
  return at < text.size() && text[at] == '(';
}

JsonGuard find_json_guard(std::string_view text, std::size_t start) {
  JsonGuard guard = {skip_blanks(text, start), text.size(), false};
  const std::string_view first = text.substr(guard.begin);
  guard.events =
      std::any_of(kEventFields.begin(), kEventFields.end(),
                  [first](std::string_view field) { return first.starts_with(field); });
  if (guard.events) {
    return guard;
  }
  for (int i = 0; i < kMaxGuards; ++i) {
    guard.begin = skip_blanks(text, guard.begin);
    const std::string_view rest = text.substr(guard.begin, guard.end - guard.begin);
    const std::string_view* found = std::find_if(
        kGuards.begin(), kGuards.end(),
        [rest](std::string_view prefix) { return rest.starts_with(prefix); });
    if (found != kGuards.end()) {
      guard.begin += found->size();
    } else if (rest.starts_with("/*")) {
      if (!take_comment(text, guard)) {
        break;
      }
    } else if (!take_call(text, guard)) {
      break;
    }
  }
  return guard;
}

std::size_t next_json_value(std::string_view text, std::size_t at, bool events) {
  constexpr char kRecordSeparator = '\x1e';
  while (at < text.size() && (is_blank(text[at]) || text[at] == kRecordSeparator)) {
    ++at;
  }
  if (!events) {
    return at;
  }
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text.substr(at).starts_with("data:")) {
      const std::size_t first = skip_blanks(text, at + 5);
      if (first < end) {
        return first;  // else the line says nothing
      }
    }
    at = skip_blanks(text, end);
  }
  return at;
}

}  // namespace capaudit
