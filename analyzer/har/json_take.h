// SPDX-License-Identifier: Apache-2.0
// Values out of the JSON of a HAR: what is missing, null or of another type is none.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace capaudit {

inline void take(simdjson::dom::element value, std::string_view& into) {
  into = value.is_string() ? std::string_view(value.get_string().value_unsafe())
                           : std::string_view();
}

template <class Text>
requires std::is_constructible_v<Text, std::string_view>
void take(simdjson::dom::element value, std::optional<Text>& into) {
  into.reset();
  if (value.is_string()) {
    into = Text(std::string_view(value.get_string().value_unsafe()));
  }
}

inline void take(simdjson::dom::element value, std::optional<double>& into) {
  into.reset();
  double number = 0;
  if (value.is_number() && value.get_double().get(number) == simdjson::SUCCESS &&
      std::isfinite(number)) {
    into = number;
  }
}

/// Whole numbers, also when written with a fraction of zero.
inline void take(simdjson::dom::element value, std::optional<std::int64_t>& into) {
  into.reset();
  std::int64_t whole = 0;
  if (value.is_int64() && value.get_int64().get(whole) == simdjson::SUCCESS) {
    into = whole;
    return;
  }
  std::optional<double> number;
  take(value, number);
  constexpr double kExact = 9007199254740992.0;
  if (number && std::abs(*number) <= kExact && std::floor(*number) == *number) {
    into = static_cast<std::int64_t>(*number);
  }
}

inline void take(simdjson::dom::element value, bool& into) {
  into = false;
  bool told = false;
  if (value.get_bool().get(told) == simdjson::SUCCESS) {
    into = told;
  }
}

/// The texts of a list; of anything else none.
inline void take(simdjson::dom::element value, std::vector<std::string>& into) {
  into.clear();
  simdjson::dom::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) {
    return;
  }
  for (const simdjson::dom::element item : list) {
    std::string_view text;
    take(item, text);
    into.emplace_back(text);
  }
}

}  // namespace capaudit
