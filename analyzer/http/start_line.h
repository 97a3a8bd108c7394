// SPDX-License-Identifier: Apache-2.0
// Start lines of HTTP/1 messages (RFC 9112 3 and 4), as a passive reader meets them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace capaudit {

enum class Role : std::uint8_t { unknown, request, response };

/// Views into the line given.
struct RequestLine {
  std::string_view method;   ///< a token; case as sent
  std::string_view target;   ///< may be empty: a request without one is still a request
  std::string_view version;  ///< "HTTP/1.1"; empty: HTTP/0.9
  bool odd_whitespace =
      false;  ///< more or other whitespace than the two spaces of the grammar
};

struct StatusLine {
  std::string_view version;
  int status = 0;  ///< three digits
  std::string_view reason;
};

/// `line` without its line end. None when it is no request line with a version of HTTP/1
/// (or 0).
std::optional<RequestLine> parse_request_line(std::string_view line);

/// HTTP/0.9: `GET` and a path, nothing else. Only to be asked of a connection's first
/// bytes.
std::optional<RequestLine> parse_http09_request_line(std::string_view line);

std::optional<StatusLine> parse_status_line(std::string_view line);

/// Could text that begins like this become a request line, or a status line? False as
/// soon as it cannot.
bool may_begin_request(std::string_view prefix);
bool may_begin_response(std::string_view prefix);
/// One that a sender in this role may send.
bool may_begin_message(Role role, std::string_view prefix);

/// Where a message may have lost its beginning: is the line that `text` begins with, if
/// all of it is there, a start line beyond doubt?
bool proves_message(Role role, std::string_view text);

/// Is `text` the beginning of a message beyond doubt, whoever sent it?
bool begins_message(std::string_view text);

/// `line` without the CR at its end, if there is one.
std::string_view without_cr(std::string_view line);

/// Is `method` in the IANA registry (RFC 9110 16.1.1), or so common that it might be?
/// Where a request line may have lost its beginning, only such a method proves that it
/// has not.
bool is_known_method(std::string_view method);

inline constexpr std::array<bool, 256> kTokenChars = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view(
           "!#$%&'*+-.^_`|~"
           "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

/// tchar of RFC 9110 5.6.2.
inline bool is_token_char(char c) {
  return kTokenChars[static_cast<unsigned char>(c)];
}

}  // namespace capaudit
