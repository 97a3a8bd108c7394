// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/start_line.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr std::string_view kResponsePrefix = "HTTP/";
// The longest registered method has 17 characters; longer ones are no methods but text.
constexpr std::size_t kLongestMethod = 64;

constexpr std::array<std::string_view, 44> kKnownMethods = {"ACL",
                                                            "BASELINE-CONTROL",
                                                            "BIND",
                                                            "CHECKIN",
                                                            "CHECKOUT",
                                                            "CONNECT",
                                                            "COPY",
                                                            "DELETE",
                                                            "GET",
                                                            "HEAD",
                                                            "LABEL",
                                                            "LINK",
                                                            "LOCK",
                                                            "M-SEARCH",
                                                            "MERGE",
                                                            "MKACTIVITY",
                                                            "MKCALENDAR",
                                                            "MKCOL",
                                                            "MKREDIRECTREF",
                                                            "MKWORKSPACE",
                                                            "MOVE",
                                                            "NOTIFY",
                                                            "OPTIONS",
                                                            "ORDERPATCH",
                                                            "PATCH",
                                                            "POST",
                                                            "PROPFIND",
                                                            "PROPPATCH",
                                                            "PURGE",
                                                            "PUT",
                                                            "QUERY",
                                                            "REBIND",
                                                            "REPORT",
                                                            "SEARCH",
                                                            "SUBSCRIBE",
                                                            "TRACE",
                                                            "UNBIND",
                                                            "UNCHECKOUT",
                                                            "UNLINK",
                                                            "UNLOCK",
                                                            "UNSUBSCRIBE",
                                                            "UPDATE",
                                                            "UPDATEREDIRECTREF",
                                                            "VERSION-CONTROL"};

bool is_ows(char c) {
  return c == ' ' || c == '\t';
}

// HTTP-version of RFC 9112 2.3: case-sensitive, one digit each; this project reads major
// versions 0 and 1.
bool is_version(std::string_view text) {
  return text.size() == 8 && text.starts_with(kResponsePrefix) &&
         (text[5] == '1' || text[5] == '0') && text[6] == '.' && is_digit(text[7]);
}

std::size_t token_length(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_token_char(text[n])) {
    ++n;
  }
  return n;
}

}  // namespace

bool is_known_method(std::string_view method) {
  return std::find(kKnownMethods.begin(), kKnownMethods.end(), method) !=
         kKnownMethods.end();
}

std::optional<RequestLine> parse_request_line(std::string_view line) {
  RequestLine out;
  const std::size_t method_end = token_length(line);
  if (method_end == 0 || method_end > kLongestMethod || method_end == line.size() ||
      !is_ows(line[method_end])) {
    return std::nullopt;
  }
  out.method = line.substr(0, method_end);
  std::size_t end = line.size();
  while (end > method_end && is_ows(line[end - 1])) {
    --end;
    out.odd_whitespace = true;
  }
  if (end < method_end + 9 || !is_version(line.substr(end - 8, 8)) ||
      !is_ows(line[end - 9])) {
    return std::nullopt;
  }
  out.version = line.substr(end - 8, 8);
  std::size_t begin = method_end + 1;
  end -= 9;
  if (begin > end) {  // one blank between method and version: the target is missing
    out.odd_whitespace = true;
    return out;
  }
  out.odd_whitespace |= line[method_end] != ' ' || line[end] != ' ';
  while (begin < end && is_ows(line[begin])) {
    ++begin;
    out.odd_whitespace = true;
  }
  while (end > begin && is_ows(line[end - 1])) {
    --end;
    out.odd_whitespace = true;
  }
  out.target = line.substr(begin, end - begin);
  out.odd_whitespace |= std::any_of(out.target.begin(), out.target.end(), is_ows);
  return out;
}

std::optional<RequestLine> parse_http09_request_line(std::string_view line) {
  constexpr std::string_view kGet = "GET ";
  if (!line.starts_with(kGet)) {
    return std::nullopt;
  }
  RequestLine out;
  out.method = line.substr(0, 3);
  out.target = line.substr(kGet.size());
  const bool a_path = out.target.starts_with('/') || out.target.starts_with("http://");
  const bool clean = std::all_of(out.target.begin(), out.target.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7f;
  });
  if (!a_path || !clean) {
    return std::nullopt;
  }
  return out;
}

std::optional<StatusLine> parse_status_line(std::string_view line) {
  if (line.size() < 12 || !is_version(line.substr(0, 8)) || !is_ows(line[8])) {
    return std::nullopt;
  }
  std::size_t at = 9;
  while (at < line.size() && is_ows(line[at])) {
    ++at;
  }
  if (line.size() - at < 3 || !is_digit(line[at]) || !is_digit(line[at + 1]) ||
      !is_digit(line[at + 2]) || (at + 3 < line.size() && !is_ows(line[at + 3]))) {
    return std::nullopt;
  }
  StatusLine out;
  out.version = line.substr(0, 8);
  out.status = (line[at] - '0') * 100 + (line[at + 1] - '0') * 10 + (line[at + 2] - '0');
  if (out.status < 100) {
    return std::nullopt;
  }
  out.reason = line.substr(std::min(line.size(), at + 4));
  return out;
}

bool may_begin_request(std::string_view prefix) {
  const std::size_t method = token_length(prefix);
  if (method > kLongestMethod) {
    return false;
  }
  return method == prefix.size() || (method > 0 && is_ows(prefix[method]));
}

bool may_begin_response(std::string_view prefix) {
  const std::size_t n = std::min(prefix.size(), kResponsePrefix.size());
  return prefix.substr(0, n) == kResponsePrefix.substr(0, n);
}

bool may_begin_message(Role role, std::string_view prefix) {
  return (role != Role::response && may_begin_request(prefix)) ||
         (role != Role::request && may_begin_response(prefix));
}

bool proves_message(Role role, std::string_view text) {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) {
    return true;  // to be decided when the rest of the line has come
  }
  const std::string_view line = without_cr(text.substr(0, newline));
  const auto request = parse_request_line(line);
  return (role != Role::response && request && is_known_method(request->method)) ||
         (role != Role::request && parse_status_line(line));
}

bool begins_message(std::string_view text) {
  if (!may_begin_message(Role::unknown, text) || !proves_message(Role::unknown, text)) {
    return false;
  }
  // A target may be longer than a segment.
  const std::size_t method = token_length(text);
  return text.find('\n') != std::string_view::npos ||
         (method < text.size() && is_known_method(text.substr(0, method)));
}

std::string_view without_cr(std::string_view line) {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace capaudit
