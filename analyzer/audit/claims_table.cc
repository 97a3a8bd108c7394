// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/claims_table.h"

#include <algorithm>

#include "analyzer/nearest.h"

namespace capaudit {

Place place_of(const toml::source_region& source) {
  return {source.begin.line, source.begin.column};
}

Place place_of(const toml::node& node) {
  return place_of(node.source());
}

std::string ClaimsText::number_at(Place place) const {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line && at != std::string_view::npos;
       ++line) {
    at = text.find('\n', at);
    at += at == std::string_view::npos ? 0 : 1;
  }
  // Columns count characters, not bytes.
  for (std::uint32_t column = 1; column < place.column && at < text.size(); ++column) {
    do {
      ++at;
    } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
  }
  if (at >= text.size()) {
    return {};
  }
  const std::size_t end = text.find_first_not_of("0123456789.+-eE_xabcdfnio", at);
  std::string number(text.substr(at, end == std::string_view::npos ? end : end - at));
  number.erase(std::remove(number.begin(), number.end(), '_'), number.end());
  return number;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  if (const std::optional<std::string> meant = nearest(word, known)) {
    return "; did you mean '" + *meant + "'?";
  }
  std::string list;
  for (const std::string& one : known) {
    list += (list.empty() ? "" : ", ") + one;
  }
  return list.empty() ? std::string() : "; known: " + list;
}

ClaimsTable::ClaimsTable(const toml::table& table, std::string_view what,
                         const std::vector<std::string_view>& known, ClaimsText& file)
    : table_(table), what_(what), file_(file) {
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
      const std::string word(key.str());
      file_.fail(
          place_of(key.source()),
          "a " + what_ + " has no '" + word + "'" +
              suggestion(word, std::vector<std::string>(known.begin(), known.end())));
    }
  }
}

Place ClaimsTable::place(std::string_view key) const {
  const toml::node* const node = find(key);
  return node == nullptr ? place() : place_of(*node);
}

std::string ClaimsTable::text(std::string_view key, bool required) {
  const toml::node* const node = find(key);
  if (node == nullptr) {
    if (required) {
      file_.fail(place(), "this " + what_ + " lacks '" + std::string(key) + "'");
    }
    return {};
  }
  const toml::value<std::string>* const value = node->as_string();
  if (value == nullptr || value->get().empty()) {
    fail(key, std::string(key) + " is a text in quotes and not empty");
    return {};
  }
  return value->get();
}

bool ClaimsTable::flag(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) {
    return false;
  }
  if (node->as_boolean() == nullptr) {
    fail(key, std::string(key) + " is true or false");
    return false;
  }
  return node->as_boolean()->get();
}

std::optional<std::uint64_t> ClaimsTable::whole(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  const toml::value<std::int64_t>* const value = node->as_integer();
  if (value == nullptr || value->get() < 0) {
    fail(key, std::string(key) + " is a whole number, 0 or more");
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value->get());
}

std::vector<std::pair<std::string, Place>> ClaimsTable::texts(std::string_view key) {
  std::vector<std::pair<std::string, Place>> out;
  const toml::node* const node = find(key);
  if (node == nullptr) {
    return out;
  }
  const auto take = [&](const toml::node& one) {
    if (one.as_string() == nullptr || one.as_string()->get().empty()) {
      file_.fail(place_of(one),
                 std::string(key) + " takes texts in quotes that are not empty");
    } else {
      out.emplace_back(one.as_string()->get(), place_of(one));
    }
  };
  if (const toml::array* const list = node->as_array()) {
    for (const toml::node& one : *list) {
      take(one);
    }
    if (list->empty()) {
      fail(key, std::string(key) + " is empty");
    }
  } else {
    take(*node);
  }
  return out;
}

std::string ClaimsTable::figure(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) {
    file_.fail(place(), "this " + what_ + " lacks '" + std::string(key) + "'");
    return {};
  }
  if (node->is_number()) {
    return file_.number_at(place_of(*node));
  }
  return text(key);
}

}  // namespace capaudit
