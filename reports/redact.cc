// SPDX-License-Identifier: Apache-2.0
#include "reports/redact.h"

#include <algorithm>
#include <array>
#include <vector>

#include "reports/redact_shapes.h"
#include "reports/text.h"

namespace capaudit {
namespace {

// Names are compared without case and without anything that is no letter or digit:
// "X-Api-Key", "api_key" and "user[apiKey]" all hold "apikey".
constexpr std::array<std::string_view, 24> kParts = {
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "accountkey",
    "sharedkey",
    "subscriptionkey",
    "functionskey",
    "privatekey",
    "authorization",
    "credential",
    "signature",
    "session",
    "sessid",
    "cookie",
    "csrf",
    "xsrf",
    "saml",
    "codeverifier",
    "authenticationinfo",
    "onetimecode",
};
constexpr std::array<std::string_view, 20> kWhole = {
    "pwd",  "pass",   "pin",       "sig",   "sid", "auth",       "key",
    "code", "otp",    "cvv",       "cvc",   "ssn", "sas",        "jwt",
    "hmac", "bearer", "assertion", "xauth", "psw", "cardnumber",
};
constexpr std::array<std::string_view, 3> kEndings = {"pwd", "authkey", "passcode"};
/// Tokens that turn a page or count words: an audit needs them, and they open nothing.
constexpr std::array<std::string_view, 8> kHarmless = {
    "skiptoken", "deltatoken", "pagetoken",  "continuationtoken",
    "synctoken", "maxtokens",  "tokencount", "tokentype"};

/// Headers that strict redaction leaves alone: they say how a message is coded.
constexpr std::array<std::string_view, 26> kOpenHeaders = {
    "accept",
    "accept-encoding",
    "accept-ranges",
    "age",
    "allow",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-range",
    "content-type",
    "date",
    "expect",
    "expires",
    "host",
    "keep-alive",
    "last-modified",
    "pragma",
    "range",
    "server",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "vary",
    "soapaction",
};

std::string letters_and_digits(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      out += lower;
    }
  }
  return out;
}

void star(std::string& out, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < std::min(to, out.size()); ++i) {
    if (out[i] != '\r' && out[i] != '\n') {
      out[i] = '*';
    }
  }
}

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Percent-decoded text that remembers where each byte stood.
struct Decoded {
  std::string text;
  std::vector<std::size_t> begin;  ///< one more than text has bytes
};

Decoded percent_decode(std::string_view raw) {
  Decoded decoded;
  decoded.text.reserve(raw.size());
  decoded.begin.reserve(raw.size() + 1);
  for (std::size_t i = 0; i < raw.size();) {
    decoded.begin.push_back(i);
    const int high = i + 2 < raw.size() && raw[i] == '%' ? hexadecimal(raw[i + 1]) : -1;
    const int low = high >= 0 ? hexadecimal(raw[i + 2]) : -1;
    decoded.text += low >= 0 ? static_cast<char>(high << 4 | low) : raw[i];
    i += low >= 0 ? 3u : 1u;
  }
  decoded.begin.push_back(raw.size());
  return decoded;
}

void find_all(std::string_view text, const HideRange& hide) {
  find_user_information(text, hide);
  find_secret_pairs(text, hide);
  find_secret_shapes(text, hide);
}

/// Every value of the query and the whole fragment.
void star_query(std::string_view url, std::string& out) {
  const std::size_t query = std::min(url.find('?'), url.size());
  bool in_value = false;
  for (std::size_t i = query; i < url.size(); ++i) {
    if (url[i] == ' ') {  // the end of the target in a request line
      return;
    }
    if (url[i] == '#') {
      star(out, i + 1, std::min(url.find(' ', i), url.size()));
      return;
    }
    const bool boundary = url[i] == '&' || url[i] == '?';
    if (boundary) {
      in_value = false;
    } else if (in_value) {
      out[i] = '*';
    } else if (url[i] == '=') {
      in_value = true;
    }
  }
}

/// "Bearer abc" keeps its first word, which names the scheme.
std::size_t scheme_length(std::string_view value) {
  const std::size_t space = value.find(' ');
  const bool scheme =
      space != std::string_view::npos && space > 0 &&
      value.substr(0, space).find_first_of("=:;,") == std::string_view::npos;
  return scheme ? space + 1 : 0;
}

/// Names of cookies and the attributes of Set-Cookie stay.
std::string star_cookies(std::string_view value, bool only_first) {
  std::string out(value);
  std::size_t at = 0;
  while (at < value.size()) {
    const std::size_t end = std::min(value.find(';', at), value.size());
    const std::size_t sign = value.substr(at, end - at).find('=');
    star(out, sign == std::string_view::npos ? at : at + sign + 1, end);
    if (only_first) {
      break;
    }
    at = std::min(value.find_first_not_of("; ", end), value.size());
  }
  return out;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  if (name.size() < 3) {
    return false;
  }
  const std::string plain = letters_and_digits(name);
  const auto ends = [&plain](std::string_view part) { return plain.ends_with(part); };
  const auto holds = [&plain](std::string_view part) {
    return plain.find(part) != std::string::npos;
  };
  if (std::any_of(kHarmless.begin(), kHarmless.end(), ends)) {
    return false;
  }
  return std::find(kWhole.begin(), kWhole.end(), plain) != kWhole.end() ||
         std::any_of(kEndings.begin(), kEndings.end(), ends) ||
         std::any_of(kParts.begin(), kParts.end(), holds);
}

std::string Redactor::text(std::string_view text) const {
  std::string out(text);
  if (mode_ == RedactMode::off) {
    return out;
  }
  find_all(text, [&out](std::size_t from, std::size_t to) { star(out, from, to); });
  if (text.find('%') != std::string_view::npos) {
    const Decoded decoded = percent_decode(text);
    find_all(decoded.text, [&out, &decoded](std::size_t from, std::size_t to) {
      star(out, decoded.begin[from], decoded.begin[std::min(to, decoded.text.size())]);
    });
  }
  return out;
}

std::string Redactor::url(std::string_view url) const {
  std::string out = text(url);
  if (mode_ == RedactMode::strict) {
    star_query(url, out);
  }
  return out;
}

std::string Redactor::value(std::string_view name, std::string_view value) const {
  if (mode_ == RedactMode::off) {
    return std::string(value);
  }
  const std::string lower = to_lower(name);
  if (lower.starts_with("set-cookie") || lower == "cookie") {
    return star_cookies(value, lower != "cookie");
  }
  std::string out = text(value);
  const bool open =
      std::find(kOpenHeaders.begin(), kOpenHeaders.end(), lower) != kOpenHeaders.end();
  if (is_secret_name(name)) {
    star(out, scheme_length(value), out.size());
  } else if (mode_ == RedactMode::strict && !open) {
    star(out, 0, out.size());
  }
  return out;
}

std::string Redactor::head(std::string_view head) const {
  if (mode_ == RedactMode::off) {
    return std::string(head);
  }
  std::string out;
  out.reserve(head.size());
  bool first = true;
  while (!head.empty()) {
    // A line that begins with a space continues the one before it (RFC 9112 5.2).
    std::size_t end = std::min(head.find('\n'), head.size() - 1) + 1;
    while (end < head.size() && (head[end] == ' ' || head[end] == '\t')) {
      end = std::min(head.find('\n', end), head.size() - 1) + 1;
    }
    const std::string_view line = head.substr(0, end);
    const std::size_t colon = line.find(':');
    if (first || colon == std::string_view::npos) {
      out += mode_ == RedactMode::strict ? url(line) : text(line);
    } else {
      const std::size_t from =
          std::min(line.find_first_not_of(" \t", colon + 1), line.size());
      out += line.substr(0, from);
      out += value(line.substr(0, colon), line.substr(from));
    }
    head.remove_prefix(end);
    first = false;
  }
  return out;
}

}  // namespace capaudit
