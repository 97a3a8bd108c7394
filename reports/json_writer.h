// SPDX-License-Identifier: Apache-2.0
// JsonWriter: JSON (RFC 8259) as a stream, without a tree. The caller opens and closes
// in order; the writer places the commas. Its output is valid UTF-8 and safe on a
// terminal: hidden characters and quotes are escaped, bytes that are not UTF-8 become
// U+FFFD, lone surrogates cannot occur.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reports/output.h"

namespace capaudit {

enum class JsonPlace : std::uint8_t {
  file,
  script,  ///< inside <script>: < > & are written as \u003c \u003e \u0026
};

class JsonWriter {
 public:
  explicit JsonWriter(Output& out, JsonPlace place = JsonPlace::file)
      : out_(out), place_(place) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  /// `name` is a literal of ours: it is not escaped.
  void key(std::string_view name);

  void text(std::string_view value);
  void null();
  void boolean(bool value);
  void number(std::uint64_t value);
  void number(std::int64_t value);
  /// As many digits as tell it from every other double; NaN and infinities are texts.
  void real(double value);
  /// Milliseconds, see exact_ms().
  void ms(double value);

  // Unknown is null; an empty text stands for unknown here.
  void known_text(std::string_view value);
  void known_number(const std::optional<std::uint64_t>& value);
  void known_ms(const std::optional<double>& value);

  /// A line end between top-level values.
  void new_line();
  /// The next value begins a line.
  void next_line(std::size_t depth);

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void escaped(std::string_view value);

  Output& out_;
  JsonPlace place_;
  bool comma_ = false;  ///< a value stands before on this level, and no comma behind it
};

}  // namespace capaudit
