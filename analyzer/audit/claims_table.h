// SPDX-License-Identifier: Apache-2.0
// One table of a claims file while it is read: typed values with the place of each, and
// every error noted where it stands. Only claims_*.cc include this: it brings toml++.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "analyzer/audit/claims.h"

namespace capaudit {

Place place_of(const toml::source_region& source);
Place place_of(const toml::node& node);

/// The text of the file and what is wrong with it.
struct ClaimsText {
  std::string_view text;
  std::vector<ClaimsError> errors;

  void fail(Place place, std::string what) { errors.push_back({place, std::move(what)}); }
  /// A number as it is written: its digits count. `place` is that of its first character.
  std::string number_at(Place place) const;
};

class ClaimsTable {
 public:
  /// Refuses every key that is not in `known`. `what` names the table: "scenario".
  ClaimsTable(const toml::table& table, std::string_view what,
              const std::vector<std::string_view>& known, ClaimsText& file);

  Place place() const { return place_of(table_); }
  Place place(std::string_view key) const;
  const toml::node* find(std::string_view key) const { return table_.get(key); }
  bool has(std::string_view key) const { return find(key) != nullptr; }

  /// Empty and, if `required`, an error when the key is absent; an error when it is no
  /// text or empty.
  std::string text(std::string_view key, bool required = false);
  bool flag(std::string_view key);
  std::optional<std::uint64_t> whole(std::string_view key);
  /// A text, or an array of texts, each with its place.
  std::vector<std::pair<std::string, Place>> texts(std::string_view key);
  /// A number as printed or a text.
  std::string figure(std::string_view key);
  void fail(std::string_view key, std::string what) { file_.fail(place(key), what); }

 private:
  const toml::table& table_;
  std::string what_;
  ClaimsText& file_;
};

/// "; did you mean 'x'?", or the list of what is known.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace capaudit
