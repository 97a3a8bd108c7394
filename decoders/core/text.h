// SPDX-License-Identifier: Apache-2.0
// ASCII text helpers without locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace capaudit {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

inline char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline bool is_alpha(char c) {
  return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

inline std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = to_lower(c);
  }
  return lower;
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

inline bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

inline std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  return text;
}

inline std::string_view trim(std::string_view text) {
  text = trim_left(text);
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace capaudit
