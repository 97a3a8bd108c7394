// SPDX-License-Identifier: Apache-2.0
// Content-Type values (RFC 9110 8.3), read tolerantly: parameters may have blanks around
// "=", quoted strings may lack their end.
#include "decoders/formats/media_type.h"

#include "decoders/core/text.h"

namespace capaudit {
namespace {

/// Cuts one parameter off the front of `rest`: `name`, and its value in `value`.
std::string_view next_parameter(std::string_view& rest, std::string& value) {
  value.clear();
  const std::size_t end = rest.find_first_of("=;");
  const std::string_view name = trim(rest.substr(0, end));
  if (end == std::string_view::npos) {
    rest = {};
    return name;
  }
  const bool has_value = rest[end] == '=';
  rest.remove_prefix(end + 1);
  if (!has_value) {
    return name;
  }
  rest = trim_left(rest);
  if (rest.empty() || rest[0] != '"') {
    const std::size_t stop = std::min(rest.find(';'), rest.size());
    value = trim(rest.substr(0, stop));
    rest.remove_prefix(std::min(stop + 1, rest.size()));
    return name;
  }
  std::size_t at = 1;
  for (; at < rest.size() && rest[at] != '"'; ++at) {
    if (rest[at] == '\\' && at + 1 < rest.size()) {
      ++at;
    }
    value += rest[at];
  }
  const std::size_t semicolon = std::min(rest.find(';', at), rest.size());
  rest.remove_prefix(std::min(semicolon + 1, rest.size()));
  return name;
}

}  // namespace

std::string media_type_essence(std::string_view content_type) {
  return to_lower(trim(content_type.substr(0, content_type.find(';'))));
}

std::optional<std::string> media_type_parameter(std::string_view content_type,
                                                std::string_view name) {
  const std::size_t semicolon = content_type.find(';');
  if (semicolon == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view rest = content_type.substr(semicolon + 1);
  std::string value;
  while (!rest.empty()) {
    if (equal_ignoring_case(next_parameter(rest, value), name)) {
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace capaudit
