// SPDX-License-Identifier: Apache-2.0
// What visits the values that an engine has read: Tally while time is taken, a writer
// when it is to be seen what was read. An engine's walk is a template over both, so what
// is checked is what is timed.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace capaudit {

/// Touches every value and keeps a sum, so that no compiler leaves a visit out.
class Tally {
 public:
  std::uint64_t sum() const { return sum_; }

  void null() { mix(1); }
  void boolean(bool value) { mix(value ? 2 : 3); }
  void integer(std::int64_t value) { mix(static_cast<std::uint64_t>(value)); }
  void integer(std::uint64_t value) { mix(value); }
  void real(double value) { mix(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view value) {
    mix(value.size());
    if (!value.empty()) {
      mix(static_cast<unsigned char>(value.front()) * 256U +
          static_cast<unsigned char>(value.back()));
    }
  }
  void key(std::string_view name) { text(name); }
  void begin_object() { mix(5); }
  void end_object() { mix(6); }
  void begin_array() { mix(7); }
  void end_array() { mix(8); }

  void start(std::string_view element) { text(element); }
  void attribute(std::string_view name, std::string_view value) {
    text(name);
    text(value);
  }
  void end(std::string_view /*element*/) { mix(9); }

 private:
  void mix(std::uint64_t value) { sum_ = (sum_ ^ value) * 0x100000001b3ULL; }
  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

/// Writes JSON.
class WrittenJson {
 public:
  std::string& out() { return out_; }

  void null();
  void boolean(bool value);
  void integer(std::int64_t value);
  void integer(std::uint64_t value);
  void real(double value);
  void text(std::string_view value);
  void key(std::string_view name);
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

 private:
  void separate();
  void open(char bracket);
  void close(char bracket);

  std::string out_;
  bool comma_ = false;
};

/// Writes XML, element and attribute names as they stood in the source.
class WrittenXml {
 public:
  std::string& out() { return out_; }

  void start(std::string_view element);
  void attribute(std::string_view name, std::string_view value);
  void text(std::string_view value);
  void end(std::string_view element);

 private:
  void close_tag();

  std::string out_;
  bool in_tag_ = false;
};

}  // namespace capaudit
