// SPDX-License-Identifier: Apache-2.0
// Redactor: hides secrets in captured text, by the name they go by (password, token, …)
// and by their shape (JWT, payment card, well-known key prefixes). Each byte of a secret
// becomes one '*', so that every length stays true. docs/REDACTION.md is the promise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace capaudit {

enum class RedactMode : std::uint8_t {
  standard,  ///< --redact default
  strict,    ///< every query value and every header value but a short list as well
  off,
};

/// True for the name of a parameter, header, field or element whose value is a secret.
bool is_secret_name(std::string_view name);

class Redactor {
 public:
  explicit Redactor(RedactMode mode) : mode_(mode) {}

  /// Any text that may carry name=value pairs, URLs or tokens.
  std::string text(std::string_view text) const;
  /// A URL: user information, query, fragment, path parameters.
  std::string url(std::string_view url) const;
  /// A message head: start line and header lines, with continuation lines.
  std::string head(std::string_view head) const;
  /// The value of one named header or field.
  std::string value(std::string_view name, std::string_view value) const;

  /// True if what goes by this name is hidden, whatever it looks like.
  bool hides(std::string_view name) const {
    return mode_ != RedactMode::off && !name.empty() && is_secret_name(name);
  }

  RedactMode mode() const { return mode_; }

 private:
  RedactMode mode_;
};

}  // namespace capaudit
