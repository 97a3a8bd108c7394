// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace capaudit {
namespace {

struct Unit {
  std::string_view name;
  Dimension dimension;
  double factor;
  /// Also read with this factor: K is 1,000 or 1,024, whatever the standards say.
  double other = 0;
  std::string_view reading = {}, other_reading = {};
};

constexpr double kKi = 1024;
constexpr std::string_view kK1000 = "K = 1,000 bytes", kK1024 = "K = 1,024 bytes";
constexpr std::string_view kM1000 = "M = 1,000,000 bytes", kM1024 = "M = 1,048,576 bytes";
constexpr std::string_view kG1000 = "G = 10^9 bytes", kG1024 = "G = 2^30 bytes";

// Case counts only where two units differ by nothing else.
constexpr std::array kUnits = {
    Unit{"", Dimension::count, 1},
    Unit{"b", Dimension::bytes, 1},
    Unit{"byte", Dimension::bytes, 1},
    Unit{"bytes", Dimension::bytes, 1},
    Unit{"k", Dimension::bytes, 1000, kKi, kK1000, kK1024},
    Unit{"kb", Dimension::bytes, 1000, kKi, kK1000, kK1024},
    Unit{"kbytes", Dimension::bytes, 1000, kKi, kK1000, kK1024},
    Unit{"m", Dimension::bytes, 1e6, kKi* kKi, kM1000, kM1024},
    Unit{"mb", Dimension::bytes, 1e6, kKi* kKi, kM1000, kM1024},
    Unit{"gb", Dimension::bytes, 1e9, kKi* kKi* kKi, kG1000, kG1024},
    Unit{"kib", Dimension::bytes, kKi},
    Unit{"mib", Dimension::bytes, kKi* kKi},
    Unit{"gib", Dimension::bytes, kKi* kKi* kKi},
    Unit{"ns", Dimension::milliseconds, 1e-6},
    Unit{"us", Dimension::milliseconds, 1e-3},
    Unit{"\xc2\xb5s", Dimension::milliseconds, 1e-3},
    Unit{"\xce\xbcs", Dimension::milliseconds, 1e-3},
    Unit{"ms", Dimension::milliseconds, 1},
    Unit{"s", Dimension::milliseconds, 1000},
    Unit{"sec", Dimension::milliseconds, 1000},
    Unit{"second", Dimension::milliseconds, 1000},
    Unit{"seconds", Dimension::milliseconds, 1000},
    Unit{"min", Dimension::milliseconds, 60000},
    Unit{"minutes", Dimension::milliseconds, 60000},
    Unit{"%", Dimension::ratio, 0.01},
    Unit{"x", Dimension::ratio, 1},
    Unit{"times", Dimension::ratio, 1},
    Unit{"requests", Dimension::count, 1},
    Unit{"messages", Dimension::count, 1},
    Unit{"operations", Dimension::count, 1},
    Unit{"calls", Dimension::count, 1},
    Unit{"rows", Dimension::count, 1},
    Unit{"columns", Dimension::count, 1},
};

struct Word {
  std::string_view word;
  Than than;
};
constexpr std::array kThan = {Word{"faster", Than::faster}, Word{"quicker", Than::faster},
                              Word{"slower", Than::slower}, Word{"more", Than::more},
                              Word{"larger", Than::more},   Word{"longer", Than::slower},
                              Word{"bigger", Than::more},   Word{"less", Than::less},
                              Word{"smaller", Than::less},  Word{"fewer", Than::less},
                              Word{"shorter", Than::faster}};

struct PerWord {
  std::string_view word;
  Per per;
};
constexpr std::array kPer = {
    PerWord{"row", Per::row},
    PerWord{"call", Per::call},
    PerWord{"operation", Per::call},
    PerWord{"message", Per::message},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return out;
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
    return at_ == text_.size();
  }
  std::size_t offset() const { return at_; }
  bool accept(char c) {
    const bool found = !at_end() && text_[at_] == c;
    at_ += found ? 1u : 0u;
    return found;
  }
  /// The next word, lower case: up to a space or a slash.
  std::string word() {
    const std::size_t end = at_end() ? at_ : text_.find_first_of(" /", at_);
    const std::string found = lower(text_.substr(at_, end - at_));
    return found;
  }
  bool accept_word(std::string_view wanted) {
    const bool found = !at_end() && word() == wanted;
    at_ += found ? wanted.size() : 0;
    return found;
  }

  struct Number {
    double value = 0;
    double half_unit = 0.5;  ///< of the last digit
  };
  /// Digits, groups of three behind commas, a point. No exponent: nobody prints one.
  std::optional<Number> number() {
    if (at_end()) {
      return std::nullopt;
    }
    std::string digits;
    const std::size_t begin = at_;
    std::size_t decimals = 0;
    bool point = false;
    for (; at_ < text_.size() && digits.size() < 30; ++at_) {
      const char c = text_[at_];
      if (digit(c)) {
        digits += c;
        decimals += point ? 1 : 0;
      } else if (c == '.' && !point && at_ + 1 < text_.size() && digit(text_[at_ + 1])) {
        digits += c;
        point = true;
      } else if (!(c == ',' && !point && !digits.empty() && group_follows())) {
        break;
      }
    }
    Number out;
    const char* const end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, out.value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(out.value)) {
      at_ = begin;
      return std::nullopt;
    }
    out.half_unit = 0.5 * std::pow(10.0, -static_cast<double>(decimals));
    return out;
  }

 private:
  bool group_follows() const {
    std::size_t run = 0;
    while (at_ + 1 + run < text_.size() && digit(text_[at_ + 1 + run])) {
      ++run;
    }
    return run == 3;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Error fault(std::size_t offset, std::string what) {
  return {ErrorCode::malformed, offset, std::move(what)};
}

const Unit* find_unit(std::string_view name) {
  const auto* const found = std::find_if(
      kUnits.begin(), kUnits.end(), [name](const Unit& u) { return u.name == name; });
  return found == kUnits.end() ? nullptr : found;
}

void add_reading(Quantity& quantity, const Cursor::Number& number, double factor,
                 std::string_view name) {
  const double low = quantity.zero ? 0 : number.value - number.half_unit;
  quantity.readings.push_back({std::string(name), low * factor, number.value * factor,
                               (number.value + number.half_unit) * factor});
}

/// "/s", "per row", "a call".
Result<bool> take_per(Cursor& cursor, Quantity& quantity) {
  const bool slash = cursor.accept('/');
  if (!slash && !cursor.accept_word("per") && !cursor.accept_word("a")) {
    return false;
  }
  if (cursor.accept_word("s") || cursor.accept_word("second") ||
      cursor.accept_word("sec")) {
    if (quantity.dimension != Dimension::count) {
      return fault(cursor.offset(), "only counts are claimed per second");
    }
    quantity.dimension = Dimension::per_second;
    return true;
  }
  for (const PerWord& known : kPer) {
    if (cursor.accept_word(known.word)) {
      quantity.per = known.per;
      return true;
    }
  }
  return fault(cursor.offset(), "per what? known: row, call, message, second");
}

}  // namespace

Result<Quantity> parse_quantity(std::string_view text) {
  Cursor cursor(text);
  Quantity quantity;
  quantity.text = std::string(text);
  quantity.about = cursor.accept('~') || cursor.accept_word("about") ||
                   cursor.accept_word("some") || cursor.accept_word("roughly");
  const std::optional<Cursor::Number> number = cursor.number();
  if (!number) {
    return fault(cursor.offset(), "a number is expected, such as 1.3 s, 38.1 K or 78%");
  }
  quantity.zero = number->value == 0;
  const std::string name = cursor.at_end() ? std::string() : cursor.word();
  const std::size_t unit_at = cursor.offset();
  const bool bare = name == "per" || name == "a" ||
                    std::any_of(kThan.begin(), kThan.end(),
                                [&name](const Word& w) { return w.word == name; });
  const Unit* const unit = find_unit(bare ? std::string() : name);
  if (unit == nullptr) {
    return fault(unit_at, "'" + name +
                              "' is no unit; known: B kB KB K KiB MB MiB, ns us ms s "
                              "min, %, x, /s, per row, per call, per message");
  }
  cursor.accept_word(unit->name);
  quantity.dimension = unit->dimension;
  add_reading(quantity, *number, unit->factor, unit->reading);
  if (unit->other != 0) {
    add_reading(quantity, *number, unit->other, unit->other_reading);
  }
  const Result<bool> per = take_per(cursor, quantity);
  if (!per) {
    return per.error();
  }
  for (const Word& known : kThan) {
    if (quantity.than == Than::nothing && cursor.accept_word(known.word)) {
      quantity.than = known.than;
    }
  }
  if (quantity.than != Than::nothing && !cursor.at_end() && cursor.word() == "than") {
    return fault(cursor.offset(),
                 "what it is compared with is named by relative_to; with 0 s, which is "
                 "below some clock's quantum, there is no ratio");
  }
  if (!cursor.at_end()) {
    return fault(cursor.offset(), "'" + cursor.word() + "' is not understood here");
  }
  return quantity;
}

void read_as_quantum(Quantity& quantity) {
  const std::string prefix = quantity.text + " = below ";
  const double digits = quantity.readings.front().high;
  quantity.readings = {
      {prefix + "half a unit of its last digit", 0, 0, digits},
      {prefix + "1 ms, the quantum of a clock of whole milliseconds", 0, 0, 1},
      {prefix + "15.625 ms, the quantum of a clock of 64 ticks a second", 0, 0, 15.625},
  };
  std::stable_sort(quantity.readings.begin(), quantity.readings.end(),
                   [](const Reading& a, const Reading& b) { return a.high < b.high; });
}

Quantity plain_quantity(double value, std::string text, int digits) {
  Quantity quantity;
  quantity.text = std::move(text);
  quantity.zero = value == 0;
  const double half = 0.5 * std::pow(10.0, -digits);
  quantity.readings.push_back(
      {"", quantity.zero ? 0 : value - half, value, value + half});
  return quantity;
}

std::string_view to_string(Dimension dimension) {
  switch (dimension) {
  case Dimension::count:
    return "a count";
  case Dimension::bytes:
    return "bytes";
  case Dimension::milliseconds:
    return "a time";
  case Dimension::per_second:
    return "a rate per second";
  case Dimension::ratio:
    return "a ratio";
  }
  return "";
}

std::string_view unit_of(Dimension dimension) {
  switch (dimension) {
  case Dimension::bytes:
    return "B";
  case Dimension::milliseconds:
    return "ms";
  case Dimension::per_second:
    return "/s";
  case Dimension::count:
  case Dimension::ratio:
    return "";
  }
  return "";
}

std::string_view to_string(Per per) {
  switch (per) {
  case Per::nothing:
    return "";
  case Per::row:
    return "per row";
  case Per::call:
    return "per call";
  case Per::message:
    return "per message";
  }
  return "";
}

}  // namespace capaudit
