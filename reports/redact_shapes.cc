// SPDX-License-Identifier: Apache-2.0
#include "reports/redact_shapes.h"

#include <algorithm>
#include <array>
#include <string>

#include "decoders/core/text.h"
#include "reports/redact.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_char(char c) {
  return is_alphanumeric(c) ||
         std::string_view("_-.[]$%@").find(c) != std::string_view::npos;
}

/// Characters of tokens in base64, base64url, hexadecimal and the like.
bool is_token_char(char c) {
  return is_alphanumeric(c) ||
         std::string_view("_-.~+/=").find(c) != std::string_view::npos;
}

bool is_base64url(char c) {
  return is_alphanumeric(c) || c == '-' || c == '_';
}

template <class Predicate>
std::size_t run_end(std::string_view text, std::size_t from, Predicate belongs) {
  while (from < text.size() && belongs(text[from])) {
    ++from;
  }
  return from;
}

bool word_before(std::string_view text, std::size_t at) {
  return at > 0 && is_alphanumeric(text[at - 1]);
}

/// Where the value that begins at `from` ends, in a URL, a header, JSON or XML alike.
std::size_t value_end(std::string_view text, std::size_t from, bool path_parameter) {
  const std::string_view stops = path_parameter ? "&#?/; \t\r\n\"'<>" : "&# \t\r\n\"'<>";
  std::size_t at = from;
  while (at < text.size() && stops.find(text[at]) == std::string_view::npos) {
    const bool list_end = text[at] == ';' && at + 1 < text.size() && text[at + 1] == ' ';
    if (list_end) {
      break;
    }
    ++at;
  }
  return at;
}

std::size_t quoted_end(std::string_view text, std::size_t from, char quote) {
  std::size_t at = from;
  while (at < text.size() && text[at] != quote && text[at] != '\n') {
    at += text[at] == '\\' && at + 1 < text.size() ? 2u : 1u;
  }
  return std::min(at, text.size());
}

/// The name that ends right before `at`, without quotes and spaces around it.
std::string_view name_before(std::string_view text, std::size_t at, char* before) {
  std::size_t end = at;
  while (end > 0 &&
         (text[end - 1] == ' ' || text[end - 1] == '"' || text[end - 1] == '\'')) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && end - begin < 128 && is_name_char(text[begin - 1])) {
    --begin;
  }
  *before = begin > 0 ? text[begin - 1] : '\0';
  return text.substr(begin, end - begin);
}

struct Shape {
  std::string_view prefix;
  std::size_t least;  ///< characters after the prefix
};

constexpr std::array<Shape, 22> kShapes = {{
    {"AKIA", 16},     {"ASIA", 16},        {"AIza", 30},    {"ya29.", 20},
    {"ghp_", 30},     {"gho_", 30},        {"ghu_", 30},    {"ghs_", 30},
    {"ghr_", 30},     {"github_pat_", 20}, {"glpat-", 16},  {"xoxb-", 10},
    {"xoxp-", 10},    {"xoxa-", 10},       {"xoxs-", 10},   {"sk_live_", 10},
    {"sk_test_", 10}, {"rk_live_", 10},    {"sk-ant-", 16}, {"npm_", 30},
    {"shpat_", 20},   {"SG.", 20},
}};

/// Words after which the next word is a credential.
constexpr std::array<std::string_view, 4> kSchemes = {"bearer ", "basic ", "negotiate ",
                                                      "ntlm "};

std::size_t json_web_token_end(std::string_view text, std::size_t at) {
  const std::size_t head = run_end(text, at, is_base64url);
  if (text.substr(at, 3) != "eyJ" || head - at < 16) {
    return at;
  }
  std::size_t end = head;
  for (int part = 0; part < 4 && end < text.size() && text[end] == '.'; ++part) {
    end = run_end(text, end + 1, is_base64url);
  }
  return run_end(text, end, [](char c) { return c == '='; });
}

bool passes_luhn(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (std::size_t i = digits.size(); i-- > 0; twice = !twice) {
    const int digit = digits[i] - '0';
    const int doubled = twice ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 == 0;
}

/// Issuer ranges and lengths in use (ISO/IEC 7812): without them one time stamp in ten
/// would pass for a card.
bool is_card_number(std::string_view digits) {
  if (digits.size() < 13 || digits.size() > 19) {
    return false;
  }
  const int two = (digits[0] - '0') * 10 + (digits[1] - '0');
  const int four = two * 100 + (digits[2] - '0') * 10 + (digits[3] - '0');
  const std::size_t n = digits.size();
  const bool issuer =
      (digits[0] == '4' && (n == 13 || n == 16 || n == 19)) ||
      (two >= 51 && two <= 55 && n == 16) || (four >= 2221 && four <= 2720 && n == 16) ||
      ((two == 34 || two == 37) && n == 15) ||
      ((two == 30 || two == 36 || two == 38) && n == 14) ||
      ((two == 35 || four == 6011 || two == 62 || two == 64 || two == 65) && n >= 16);
  return issuer && passes_luhn(digits);
}

std::size_t card_end(std::string_view text, std::size_t at) {
  if (word_before(text, at) || (at > 0 && text[at - 1] == '.')) {
    return at;
  }
  std::string digits;
  std::size_t end = at;
  while (end < text.size() && digits.size() < 20) {
    const bool separator = text[end] == ' ' || text[end] == '-' || text[end] == '+';
    if (separator && end + 1 < text.size() && is_digit(text[end + 1])) {
      ++end;
    }
    if (!is_digit(text[end])) {
      break;
    }
    digits += text[end];
    ++end;
  }
  const bool ends_here = end >= text.size() || !is_alphanumeric(text[end]);
  return ends_here && is_card_number(digits) ? end : at;
}

std::size_t prefixed_end(std::string_view text, std::size_t at) {
  if (word_before(text, at)) {
    return at;
  }
  for (const Shape& shape : kShapes) {
    if (text.substr(at, shape.prefix.size()) == shape.prefix) {
      const std::size_t end =
          run_end(text, at, [](char c) { return is_base64url(c) || c == '.'; });
      return end - at >= shape.prefix.size() + shape.least ? end : at;
    }
  }
  return at;
}

/// "Bearer abc…": hides the credential only.
void find_credential(std::string_view text, std::size_t at, const HideRange& hide) {
  if (word_before(text, at)) {
    return;
  }
  for (const std::string_view scheme : kSchemes) {
    if (equal_ignoring_case(text.substr(at, scheme.size()), scheme)) {
      const std::size_t from = at + scheme.size();
      const std::size_t end = run_end(text, from, is_token_char);
      if (end - from >= 8) {
        hide(from, end);
      }
      return;
    }
  }
}

/// Hides what stands between the first and the last line; returns where that ends.
std::size_t find_private_key(std::string_view text, std::size_t at,
                             const HideRange& hide) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  constexpr std::string_view kEnd = "-----END ";
  if (text.substr(at, kBegin.size()) != kBegin) {
    return at;
  }
  const std::size_t label_end = text.find("-----", at + kBegin.size());
  const bool key = label_end != std::string_view::npos &&
                   text.substr(at, label_end - at).ends_with("PRIVATE KEY");
  if (!key) {
    return at;
  }
  const std::size_t end = std::min(text.find(kEnd, label_end), text.size());
  hide(label_end + 5, end);
  return end;
}

}  // namespace

void find_user_information(std::string_view text, const HideRange& hide) {
  for (std::size_t at = text.find("//"); at != std::string_view::npos;
       at = text.find("//", at + 2)) {
    const std::size_t from = at + 2;
    const std::size_t end =
        std::min(text.find_first_of("/?# \t\r\n\"'<>\\", from), text.size());
    const std::size_t sign = text.substr(from, end - from).rfind('@');
    if (sign != std::string_view::npos) {
      hide(from, from + sign);
    }
  }
}

void find_secret_pairs(std::string_view text, const HideRange& hide) {
  std::size_t next = 0;
  for (std::size_t at = text.find_first_of("=:"); at != std::string_view::npos;
       at = text.find_first_of("=:", next)) {
    next = at + 1;
    char before = '\0';
    if (!is_secret_name(name_before(text, at, &before))) {
      continue;
    }
    std::size_t from = at + 1;
    if (text[at] == ':') {
      from = std::min(text.find_first_not_of(kSpace, from), text.size());
    }
    const bool quoted = from < text.size() && (text[from] == '"' || text[from] == '\'');
    const std::size_t end = quoted ? quoted_end(text, from + 1, text[from])
                                   : value_end(text, from, before == ';');
    hide(quoted ? from + 1 : from, end);
    next = std::max(next, end);
  }
}

void find_secret_shapes(std::string_view text, const HideRange& hide) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    if (is_digit(text[at])) {
      end = card_end(text, at);
      if (end == at) {
        at = run_end(text, at, is_digit);
        continue;
      }
    } else if (text[at] == 'e') {
      end = json_web_token_end(text, at);
    } else if (text[at] == '-') {
      at = std::max(at + 1, find_private_key(text, at, hide));
      continue;
    } else if (is_alphanumeric(text[at])) {
      end = prefixed_end(text, at);
      find_credential(text, at, hide);
    }
    if (end > at) {
      hide(at, end);
    }
    at = std::max(end, at + 1);
  }
}

}  // namespace capaudit
