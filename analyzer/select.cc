// SPDX-License-Identifier: Apache-2.0
#include "analyzer/select.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace capaudit {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 7> kKeys = {"host",   "url",   "method", "format",
                                                   "status", "state", "name"};
constexpr std::string_view kKeyList = "host, url, method, format, status, state, name";

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c | 0x20);
    }
  }
  return out;
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  const bool whole = result.ec == std::errc() && result.ptr == end;
  return whole ? std::optional<int>(value) : std::nullopt;
}

struct StatusRange {
  int low = 0, high = 0;
};

std::optional<StatusRange> parse_status(std::string_view text) {
  if (text.size() == 3 && text[0] >= '0' && text[0] <= '9' &&
      lower(text.substr(1)) == "xx") {
    const int hundred = (text[0] - '0') * 100;
    return StatusRange{hundred, hundred + 99};
  }
  const std::size_t dash = text.find('-');
  const auto low = parse_number(text.substr(0, dash));
  const auto high =
      dash == std::string_view::npos ? low : parse_number(text.substr(dash + 1));
  if (!low || !high || *low < 0 || *low > *high) {
    return std::nullopt;
  }
  return StatusRange{*low, *high};
}

bool is_format(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Format::empty); ++i) {
    if (to_string(static_cast<Format>(i)) == name) {
      return true;
    }
  }
  return false;
}

bool is_state(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(State::reset); ++i) {
    if (to_string(static_cast<State>(i)) == name) {
      return true;
    }
  }
  return false;
}

/// What is wrong with a value; empty if nothing is.
std::string fault_of(Selection::Key key, const std::string& value) {
  switch (key) {
  case Selection::Key::status:
    return parse_status(value) ? ""
                               : "status is a number, a class like 4xx or a range like "
                                 "200-299, not '" +
                                     value + "'";
  case Selection::Key::format:
    return is_format(value) ? "" : "no format is named '" + value + "'";
  case Selection::Key::state:
    return is_state(value) ? "" : "no state is named '" + value + "'";
  case Selection::Key::host:
  case Selection::Key::url:
  case Selection::Key::method:
  case Selection::Key::name:
    return value.empty() ? "a value is missing; * matches everything" : "";
  }
  return "";
}

/// A cursor over the text form.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Selection> parse() {
    Selection selection;
    do {
      auto term = parse_term();
      if (!term) {
        return term.error();
      }
      selection.add(*std::move(term));
    } while (accept(','));
    if (at_ != text_.size()) {
      return fail(at_, "a comma is missing between two terms");
    }
    return selection;
  }

 private:
  bool accept(char c) {
    const bool found = at_ < text_.size() && text_[at_] == c;
    at_ += found ? 1u : 0u;
    return found;
  }

  static Error fail(std::size_t at, std::string what) {
    return Error{ErrorCode::malformed, at, std::move(what)};
  }

  Result<Selection::Term> parse_term() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') {
      ++at_;
    }
    const std::string_view name = text_.substr(begin, at_ - begin);
    const auto* const key = std::find(kKeys.begin(), kKeys.end(), name);
    if (key == kKeys.end()) {
      return fail(begin, "a term begins with one of " + std::string(kKeyList));
    }
    Selection::Term term;
    term.key = static_cast<Selection::Key>(key - kKeys.begin());
    term.negated = accept('!');
    if (!accept('=')) {
      return fail(at_, "'=' is missing after '" + std::string(name) + "'");
    }
    do {
      const std::size_t at = at_;
      auto value = parse_value();
      if (!value) {
        return value.error();
      }
      const std::string fault = fault_of(term.key, *value);
      if (!fault.empty()) {
        return fail(at, fault);
      }
      term.values.push_back(*std::move(value));
    } while (accept('|'));
    return term;
  }

  Result<std::string> parse_value() {
    const std::size_t begin = at_;
    const bool quoted = accept('"');
    std::string value;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (quoted ? c == '"' : c == ',' || c == '|') {
        break;
      }
      at_ += c == '\\' && at_ + 1 < text_.size() ? 1u : 0u;
      value += text_[at_];
      ++at_;
    }
    if (quoted && !accept('"')) {
      return fail(begin, "the closing quote is missing");
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool any_name_matches(const std::optional<Half>& half, std::string_view glob) {
  return half && std::any_of(half->facts.names.begin(), half->facts.names.end(),
                             [glob](const std::string& name) {
                               return matches_glob(name, glob);
                             });
}

/// The format an exchange is known by: of its response, else of its request.
std::string_view format_of(const Exchange& exchange) {
  if (exchange.response && exchange.response->facts.format) {
    return to_string(*exchange.response->facts.format);
  }
  const bool known = exchange.request && exchange.request->facts.format;
  return known ? to_string(*exchange.request->facts.format) : std::string_view();
}

bool matches_value(const Exchange& exchange, Selection::Key key,
                   const std::string& value) {
  switch (key) {
  case Selection::Key::host: {
    const std::string glob = lower(value);
    return matches_glob(lower(host_of(exchange.url)), glob) ||
           matches_glob(lower(authority_of(exchange.url)), glob);
  }
  case Selection::Key::url:
    return matches_glob(exchange.url, value);
  case Selection::Key::method:
    return matches_glob(exchange.method, value);
  case Selection::Key::format:
    return format_of(exchange) == value;
  case Selection::Key::status: {
    const auto range = parse_status(value);
    return exchange.status && range && *exchange.status >= range->low &&
           *exchange.status <= range->high;
  }
  case Selection::Key::state:
    return to_string(exchange.state) == value;
  case Selection::Key::name:
    return any_name_matches(exchange.request, value) ||
           any_name_matches(exchange.response, value);
  }
  return false;
}

}  // namespace

Result<Selection> Selection::parse(std::string_view text) {
  return Parser(text).parse();
}

bool Selection::matches(const Exchange& exchange) const {
  return std::all_of(terms_.begin(), terms_.end(), [&exchange](const Term& term) {
    const bool any = std::any_of(term.values.begin(), term.values.end(),
                                 [&exchange, &term](const std::string& value) {
                                   return matches_value(exchange, term.key, value);
                                 });
    return any != term.negated;
  });
}

std::string_view authority_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) {
    return {};
  }
  const std::size_t from = scheme + 3;
  const std::size_t end = std::min(url.find_first_of("/?#", from), url.size());
  const std::string_view authority = url.substr(from, end - from);
  return authority.substr(authority.rfind('@') + 1);
}

std::string_view host_of(std::string_view url) {
  const std::string_view authority = authority_of(url);
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon =
      authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  return authority.substr(0, colon);
}

bool matches_glob(std::string_view text, std::string_view glob) {
  std::size_t t = 0;
  std::size_t g = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

}  // namespace capaudit
