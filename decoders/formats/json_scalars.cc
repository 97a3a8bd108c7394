// SPDX-License-Identifier: Apache-2.0
// Scalars: words, numbers and strings, with what simdjson refuses and JavaScript takes.
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "decoders/formats/json_reader.h"
#include "decoders/formats/json_string.h"

namespace capaudit {

namespace od = simdjson::ondemand;

namespace {

constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

}  // namespace

bool JsonReader::word(std::string_view token, NameId name) {
  struct Word {
    std::string_view text;
    NodeKind kind;
    bool strict;
    double value;
  };
  constexpr std::array<Word, 7> kWords = {{
      {"true", NodeKind::boolean, true, 1},
      {"false", NodeKind::boolean, true, 0},
      {"null", NodeKind::null, true, 0},
      {"NaN", NodeKind::real, false, NAN},
      {"Infinity", NodeKind::real, false, HUGE_VAL},
      {"-Infinity", NodeKind::real, false, -HUGE_VAL},
      {"undefined", NodeKind::undefined, false, 0},
  }};
  for (const Word& word : kWords) {
    if (!token.starts_with(word.text)) {
      continue;
    }
    Node* node = add(word.kind, name, at_ + word.text.size());
    if (node == nullptr) {
      return false;
    }
    if (word.kind == NodeKind::boolean) {
      node->set(static_cast<std::int64_t>(word.value));
    } else if (word.kind == NodeKind::real) {
      node->set(word.value);
    }
    if (!word.strict) {
      note("json_lenient");
    }
    return true;
  }
  const bool ends = at_ + token.size() >= source_->end();
  if (ends && std::any_of(kWords.begin(), kWords.end(), [token](const Word& word) {
        return word.text.starts_with(token);
      })) {
    at_ = source_->end();
  }
  return fail("value");
}

/// A number as it is written, because no machine type holds it.
Node* JsonReader::add_text(NameId name, std::string_view digits) {
  Node* node = add(NodeKind::number, name, at_ + digits.size());
  if (node != nullptr) {
    node->set(TextRef{node->begin, node->length});
    note("number_beyond_double");
  }
  return node;
}

bool JsonReader::number(std::string_view token, od::value& value, NameId name) {
  od::number read;
  if (value.get_number().get(read) != simdjson::SUCCESS) {
    return odd_number(token, name);
  }
  const std::size_t end = at_ + token.size();
  if (read.is_uint64()) {
    return add_text(name, token) != nullptr;
  }
  const bool zero = read.as_double() == 0;
  if (read.is_double() || (zero && token[0] == '-')) {
    const std::string_view mantissa = token.substr(0, token.find_first_of("eE"));
    if (zero && mantissa.find_first_of("123456789") != std::string_view::npos) {
      return add_text(name, token) != nullptr;  // too small for a double
    }
    Node* node = add(NodeKind::real, name, end);
    if (node != nullptr) {
      node->set(zero && token[0] == '-' ? -0.0 : read.as_double());
    }
    return node != nullptr;
  }
  Node* node = add(NodeKind::integer, name, end);
  if (node == nullptr) {
    return false;
  }
  const std::int64_t integer = read.get_int64();
  node->set(integer);
  if (integer > kMaxExact || integer < -kMaxExact) {
    note("number_beyond_double");
  }
  return true;
}

/// What simdjson refuses: numbers beyond its types, leading zeros, and no numbers.
bool JsonReader::odd_number(std::string_view token, NameId name) {
  const std::size_t begin = at_;
  const std::size_t minus = token.starts_with('-') ? 1 : 0;
  if (token.substr(minus).starts_with('I')) {
    return word(token, name);
  }
  std::size_t end = minus;
  const auto digits = [&](std::string_view expected) {
    const std::size_t from = end;
    while (end < token.size() && is_digit(token[end])) {
      ++end;
    }
    at_ = begin + end;
    return end != from || fail(expected);
  };
  if (!digits("digit")) {
    return false;
  }
  if (token[minus] == '0' && end > minus + 1) {
    note("json_lenient");
  }
  bool whole = true;
  if (token.substr(end).starts_with('.')) {
    whole = false;
    ++end;
    if (!digits("digit after the point")) {
      return false;
    }
  }
  if (end < token.size() && to_lower(token[end]) == 'e') {
    whole = false;
    ++end;
    if (end < token.size() && (token[end] == '+' || token[end] == '-')) {
      ++end;
    }
    if (!digits("digit of the exponent")) {
      return false;
    }
  }
  at_ = begin;
  const std::string_view written = token.substr(0, end);
  std::int64_t integer = 0;
  double real = 0;
  const char* last = written.data() + written.size();
  if (whole && std::from_chars(written.data(), last, integer).ec == std::errc()) {
    Node* node = add(NodeKind::integer, name, begin + end);
    if (node != nullptr) {
      node->set(integer);
    }
    return node != nullptr;
  }
  if (!whole && std::from_chars(written.data(), last, real).ec == std::errc()) {
    Node* node = add(NodeKind::real, name, begin + end);
    if (node != nullptr) {
      node->set(real);
    }
    return node != nullptr;
  }
  return add_text(name, written) != nullptr;
}

/// The place of the closing quote of a string token.
std::size_t JsonReader::close_of_string(std::string_view token) const {
  return at_ + (token.size() > 1 ? token.rfind('"') : token.size());
}

/// Decodes the escapes between two quotes into the tree's store.
bool JsonReader::decode(std::size_t open, std::size_t close, TextRef& ref) {
  std::string& store = builder_.store_text();
  const std::size_t before = store.size();
  const std::size_t begin = in_body(open + 1);
  JsonStringNotes notes;
  const std::optional<std::size_t> bad =
      decode_json_string(body_.substr(begin, in_body(close) - begin), store, notes);
  if (bad) {
    at_ = open + 1 + *bad;
    const std::size_t end = source_->end();
    const bool ends = close >= end && at_ >= end;
    return fail(ends ? "end of a string" : "known escape");
  }
  if (notes.lone_surrogate) {
    note("lone_surrogate");
  }
  if (notes.lenient) {
    note("json_lenient");
  }
  ref = {static_cast<std::uint32_t>(before),
         static_cast<std::uint32_t>(store.size() - before)};
  return true;
}

bool JsonReader::string(std::string_view token, od::value& value, NameId name) {
  const std::size_t close = close_of_string(token);
  const std::size_t begin = in_body(at_ + 1);
  TextRef ref = {static_cast<std::uint32_t>(begin),
                 static_cast<std::uint32_t>(in_body(close) - begin)};
  const bool stored =
      body_.substr(ref.offset, ref.length).find('\\') != std::string_view::npos;
  // Taken in any case: what is left over before a colon simdjson would take for a name.
  od::raw_json_string raw;
  std::string_view decoded;
  if (!stored || source_->is_relaxed()) {
    if (value.get_raw_json_string().get(raw) != simdjson::SUCCESS) {
      return fail("value");
    }
  } else if (value.get_string().get(decoded) == simdjson::SUCCESS) {
    ref = builder_.store(decoded);
  }
  if (stored && decoded.data() == nullptr && !decode(at_, close, ref)) {
    return false;
  }
  if (close >= source_->end()) {
    at_ = close;
    return fail("end of a string");
  }
  Node* node = add(NodeKind::string, name, close + 1);
  if (node == nullptr) {
    return false;
  }
  builder_.set_text(*node, ref, stored);
  return true;
}

}  // namespace capaudit
