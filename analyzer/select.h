// SPDX-License-Identifier: Apache-2.0
// Selection: which exchanges a command or a claim is about. The text form is a list of
// terms, all of which must hold: host=example.com,status=2xx,url=*getJSON*
//
//   terms = term *( "," term )
//   term  = key ( "=" / "!=" ) value *( "|" value )
//   key   = "host" / "url" / "method" / "format" / "status" / "state" / "name"
//   value = characters other than , | " and \, each of which \ lets through,
//           or the same in double quotes, where , and | stand for themselves
//
// host, url, method and name are globs: * any characters, ? one. A status is a number, a
// class (4xx) or a range (200-299).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/http/exchange.h"
#include "decoders/core/result.h"

namespace capaudit {

class Selection {
 public:
  enum class Key : std::uint8_t { host, url, method, format, status, state, name };

  struct Term {
    Key key = Key::url;
    bool negated = false;
    std::vector<std::string> values;  ///< any of them
  };

  /// Selects everything.
  Selection() = default;

  /// An error's offset is where in `text` it begins.
  static Result<Selection> parse(std::string_view text);

  bool matches(const Exchange& exchange) const;
  bool selects_all() const { return terms_.empty(); }
  void add(Term term) { terms_.push_back(std::move(term)); }
  /// Both must match from now on.
  void add(const Selection& other) {
    terms_.insert(terms_.end(), other.terms_.begin(), other.terms_.end());
  }

 private:
  std::vector<Term> terms_;
};

/// "host:port" of an absolute URL, without user information; empty where there is none.
/// Valid as long as `url` is.
std::string_view authority_of(std::string_view url);
/// The same without the port. An IPv6 address keeps its brackets.
std::string_view host_of(std::string_view url);

/// * matches any characters, ? exactly one byte.
bool matches_glob(std::string_view text, std::string_view glob);

}  // namespace capaudit
