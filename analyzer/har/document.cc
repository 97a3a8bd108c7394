// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/document.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/har/resync.h"
#include "analyzer/har/value_end.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::array kLogMembers = {"version"sv, "creator"sv, "browser"sv, "comment"sv};
constexpr unsigned kMaxWrappers = 16;  // objects and arrays around `log`
constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::size_t kMaxMemberBytes = std::size_t{1} << 20;
constexpr std::size_t kGrowBytes = std::size_t{256} << 10;
constexpr std::size_t kMaxCallbackBytes = 256;
// What may be read again after damage, beside a multiple of what was read.
constexpr std::uint64_t kFreeRereadBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kRereadFactor = 4;

std::string printable(char c) {
  if (c > ' ' && c < '\x7f') {
    return std::string("'") + c + "'";
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

class Walker {
 public:
  Walker(Window& content, const DocumentLimits& limits, HarSink& sink)
      : in_(content), limits_(limits), sink_(sink) {}

  HarDocument run() {
    while (in_.peek(3).size() == 3 && as_text(in_.peek(3)) == "\xef\xbb\xbf") {
      in_.skip(3);
    }
    skip_callback();
    if (walk(0)) {
      check_rest();
    }
    return std::move(out_);
  }

 private:
  // The next byte that is no space; none at the end.
  std::optional<char> peek() {
    while (true) {
      const std::string_view text = as_text(in_.available());
      if (text.empty()) {
        return std::nullopt;
      }
      const auto* const at = std::find_if_not(text.begin(), text.end(), is_blank);
      in_.skip(static_cast<std::size_t>(at - text.begin()));
      if (at != text.end()) {
        return *at;
      }
    }
  }

  bool fail(ErrorCode code, std::uint64_t offset, std::string what) {
    out_.failure = Error{code, offset, std::move(what)};
    return false;
  }
  bool fail_cut() {
    return fail(
        ErrorCode::truncated, in_.offset(),
        "the file ends inside its JSON, at offset " + std::to_string(in_.offset()));
  }
  bool fail_at(char found, std::string_view wanted) {
    return fail(ErrorCode::malformed, in_.offset(),
                "the JSON is broken at offset " + std::to_string(in_.offset()) + ": " +
                    printable(found) + " stands where " + std::string(wanted) +
                    " should");
  }

  // callback({...})
  void skip_callback() {
    const std::optional<char> first = peek();
    if (!first || *first == '{' || *first == '[') {
      return;
    }
    const std::string_view text = as_text(in_.peek(kMaxCallbackBytes));
    const std::size_t open = text.find('(');
    if (open != std::string_view::npos &&
        text.substr(0, open).find_first_of("{[\"") == std::string_view::npos) {
      in_.skip(open + 1);
      out_.jsonp = true;
    }
  }

  void check_rest() {
    std::string_view allowed = out_.jsonp ? ");" : "";
    for (std::optional<char> c = peek(); c; c = peek()) {
      if (allowed.empty() || *c != allowed.front()) {
        out_.trailing_offset = in_.offset();
        return;
      }
      allowed.remove_prefix(1);
      in_.skip(1);
    }
  }

  // A value of no interest, however long.
  bool skip_value() {
    ValueEnd value;
    std::size_t left = 0;
    while (in_.peek(left + 1).size() > left) {
      const std::string_view text = as_text(in_.available());
      const ValueEnd::State state = value.look(text);
      in_.skip(value.end());
      if (state == ValueEnd::State::broken) {
        return fail_at(text[value.end()], "a value");
      }
      if (state == ValueEnd::State::whole) {
        return true;
      }
      left = text.size() - value.end();
      value.drop_seen();
    }
    return fail_cut();
  }

  // The whole value here, not skipped; none when it ends by damage, at `end_`, or grows
  // beyond `most` bytes.
  enum class Held : std::uint8_t { whole, open, broken, too_long };
  Held hold_value(std::uint64_t most, std::string_view& text, std::size_t& end) {
    ValueEnd value;
    text = as_text(in_.available());
    while (true) {
      const ValueEnd::State state = value.look(text);
      end = value.end();
      if (state == ValueEnd::State::whole) {
        text = text.substr(0, end);
        return Held::whole;
      }
      if (state == ValueEnd::State::broken) {
        return Held::broken;
      }
      if (text.size() > most) {
        return Held::too_long;
      }
      const std::size_t had = text.size();
      text = as_text(in_.peek(had + std::max(kGrowBytes, had / 2)));
      if (text.size() == had) {
        return Held::open;
      }
    }
  }

  // A member's key and the colon behind it.
  bool read_key(std::string& key) {
    std::string_view text;
    std::size_t end = 0;
    if (hold_value(kMaxKeyBytes, text, end) != Held::whole) {
      key.clear();
      if (!skip_value()) {
        return false;
      }
    } else {
      key = text.substr(1, text.size() - 2);
      in_.skip(text.size());
    }
    const std::optional<char> colon = peek();
    if (!colon) {
      return fail_cut();
    }
    if (*colon != ':') {
      return fail_at(*colon, "a colon");
    }
    in_.skip(1);
    return peek() ? true : fail_cut();
  }

  // An object; `member` reads the value of a key.
  template <class Member>
  bool read_object(Member member) {
    in_.skip(1);
    std::string key;
    while (true) {
      const std::optional<char> c = peek();
      if (!c) {
        return fail_cut();
      }
      if (*c == '}' || *c == ',') {
        in_.skip(1);
        if (*c == '}') {
          return true;
        }
        continue;
      }
      if (*c != '"') {
        return fail_at(*c, "a member or the object's end");
      }
      if (!read_key(key) || !member(key)) {
        return false;
      }
    }
  }

  // `element` reads one; nothing is asked of the commas between them.
  template <class Element>
  bool read_array(Element element) {
    in_.skip(1);
    while (true) {
      const std::optional<char> c = peek();
      if (!c) {
        return fail_cut();
      }
      if (*c == ']' || *c == ',') {
        in_.skip(1);
        if (*c == ']') {
          return true;
        }
        continue;
      }
      if (!element()) {
        return false;
      }
    }
  }

  // Any value: searched for a log.
  bool walk(unsigned depth) {
    const std::optional<char> c = peek();
    if (!c) {
      return fail_cut();
    }
    if (*c == '{' && depth < kMaxWrappers) {
      return read_object([&](const std::string& key) {
        return key == "log" && peek() == '{' ? read_log() : walk(depth + 1);
      });
    }
    if (*c == '[' && depth < kMaxWrappers) {
      return read_array([&] { return walk(depth + 1); });
    }
    return skip_value();
  }

  bool read_log() {
    ++out_.logs;
    return read_object([this](const std::string& key) {
      if (key == "entries" && peek() == '[') {
        ++out_.entry_lists;
        return read_array([this] { return read_entry(); });
      }
      std::string_view text;
      std::size_t end = 0;
      const bool wanted =
          std::find(kLogMembers.begin(), kLogMembers.end(), key) != kLogMembers.end();
      if (wanted && hold_value(kMaxMemberBytes, text, end) == Held::whole) {
        sink_.log_member(key, text);
        in_.skip(text.size());
        return true;
      }
      return skip_value();
    });
  }

  bool read_entry() {
    std::string_view text;
    std::size_t end = 0;
    const std::uint64_t offset = in_.offset();
    switch (hold_value(limits_.max_entry_bytes, text, end)) {
    case Held::whole:
      first_key_.learn(text);
      sink_.entry(index_++, offset, text);
      in_.skip(text.size());
      return true;
    case Held::too_long:
      return fail(ErrorCode::limit, offset,
                  "entry " + std::to_string(index_) + " at offset " +
                      std::to_string(offset) + " is longer than " +
                      std::to_string(limits_.max_entry_bytes) + " bytes");
    case Held::broken:
      sink_.lost_entry(index_++, offset,
                       "its JSON is broken at offset " + std::to_string(offset + end) +
                           ": " + printable(text[end]) + " does not belong there");
      break;
    case Held::open:
      sink_.lost_entry(index_++, offset, "the file ends inside it");
      break;
    }
    return find_next_entry(text.size());
  }

  // Past the damage, to where the next entry begins.
  bool find_next_entry(std::size_t seen) {
    reread_ += seen;
    if (reread_ > kFreeRereadBytes + kRereadFactor * in_.offset()) {
      return fail(ErrorCode::limit, in_.offset(),
                  "too much of the file is damaged: what follows offset " +
                      std::to_string(in_.offset()) + " was not read");
    }
    in_.skip(1);
    std::size_t from = 0;
    std::string_view text = as_text(in_.available());
    while (true) {
      const std::size_t at = first_key_.find_entry(text, from);
      if (at != std::string_view::npos) {
        in_.skip(at);
        return true;
      }
      const std::size_t kept = std::min(text.size(), EntryStart::kOverlap);
      in_.skip(text.size() - kept);
      from = 0;
      text = as_text(in_.peek(kept + kGrowBytes));
      if (text.size() == kept) {
        in_.skip(kept);
        return fail_cut();
      }
    }
  }

  Window& in_;
  const DocumentLimits& limits_;
  HarSink& sink_;
  HarDocument out_;
  EntryStart first_key_;
  std::uint64_t index_ = 0;
  std::uint64_t reread_ = 0;
};

}  // namespace

HarDocument read_har_document(Window& content, const DocumentLimits& limits,
                              HarSink& sink) {
  return Walker(content, limits, sink).run();
}

}  // namespace capaudit
