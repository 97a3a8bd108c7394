// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conversation.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>

namespace capaudit {
namespace {

struct Mark {
  Side side = Side::client;
  std::string_view word;
};

std::optional<Mark> parse_mark(std::string_view line) {
  const bool client = line.starts_with(">>>");
  if (!client && !line.starts_with("<<<")) {
    return std::nullopt;
  }
  line.remove_prefix(3);
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
    line.remove_prefix(1);
  }
  return Mark{client ? Side::client : Side::server, line};
}

template <class Number>
std::optional<Number> parse_number(std::string_view digits, int base) {
  Number value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  return value;
}

// Takes one escape off the front of `rest` (its backslash is gone already) and appends
// what it stands for. False when there is no such escape.
bool take_escape(std::string_view& rest, std::string& out) {
  constexpr std::string_view kNames = "rnt0\\#";
  constexpr std::string_view kValues("\r\n\t\0\\#", 6);
  const char name = rest.front();
  rest.remove_prefix(1);
  if (const std::size_t at = kNames.find(name); at != std::string_view::npos) {
    out += kValues[at];
    return true;
  }
  if (name == 'x') {
    const auto value = parse_number<std::uint8_t>(rest.substr(0, 2), 16);
    if (!value || rest.size() < 2) {
      return false;
    }
    out += static_cast<char>(*value);
    rest.remove_prefix(2);
    return true;
  }
  const std::size_t colon = rest.find(':');
  const std::size_t close = rest.find(')');
  if (name != '(' || colon == std::string_view::npos || close == std::string_view::npos ||
      close < colon) {
    return false;
  }
  const auto times = parse_number<std::uint32_t>(rest.substr(0, colon), 10);
  if (!times) {
    return false;
  }
  for (std::uint32_t i = 0; i < *times; ++i) {
    out += rest.substr(colon + 1, close - colon - 1);
  }
  rest.remove_prefix(close + 1);
  return true;
}

// The bytes a line of data stands for, line end included.
std::optional<std::string> unescape(std::string_view line) {
  std::string out;
  while (!line.empty()) {
    const char c = line.front();
    line.remove_prefix(1);
    if (c != '\\') {
      out += c;
    } else if (line.empty()) {
      return out;
    } else if (!take_escape(line, out)) {
      return std::nullopt;
    }
  }
  return out + "\r\n";
}

Error error_in(std::uint64_t line, std::string what) {
  return Error{ErrorCode::malformed, line, std::move(what)};
}

std::optional<Turn> turn_of(const Mark& mark) {
  if (mark.word.empty()) {
    return Turn{mark.side, Turn::Kind::data, ""};
  }
  if (mark.word == "missing") {
    return Turn{mark.side, Turn::Kind::missing, ""};
  }
  if (mark.word == "fin") {
    return Turn{mark.side, Turn::Kind::fin, ""};
  }
  if (mark.word == "rst") {
    return Turn{mark.side, Turn::Kind::reset, ""};
  }
  return std::nullopt;
}

// The next line without its LF; `text` moves behind it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

void drop_line_end(std::string& text) {
  for (const char c : {'\n', '\r'}) {
    if (text.ends_with(c)) {
      text.pop_back();
    }
  }
}

}  // namespace

std::string Conversation::stream(Side side) const {
  std::string out;
  for (const Turn& turn : turns) {
    if (turn.side == side) {
      out += turn.bytes;
    }
  }
  return out;
}

Result<Conversation> parse_conversation(std::string_view text) {
  Conversation conversation;
  bool expecting = false;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.starts_with("#")) {
      if (conversation.turns.empty()) {
        conversation.about.append(line.substr(1)).append("\n");
      }
    } else if (line.starts_with("===")) {
      expecting = true;
      conversation.open = line.find("open") != std::string_view::npos;
      conversation.midstream = line.find("midstream") != std::string_view::npos;
    } else if (expecting) {
      if (!line.empty()) {
        conversation.expected.emplace_back(line);
      }
    } else if (const std::optional<Mark> mark = parse_mark(line)) {
      const std::optional<Turn> turn = turn_of(*mark);
      if (!turn) {
        return error_in(number, "no such mark: " + std::string(line));
      }
      conversation.turns.push_back(*turn);
    } else if (conversation.turns.empty() ||
               conversation.turns.back().kind > Turn::Kind::missing) {
      return error_in(number, "data under no mark: " + std::string(line));
    } else if (const std::optional<std::string> bytes = unescape(line)) {
      conversation.turns.back().bytes += *bytes;
    } else {
      return error_in(number, "no such escape: " + std::string(line));
    }
  }
  return conversation;
}

Conversation parse_libhtp(std::string_view text) {
  Conversation conversation;
  while (!text.empty()) {
    const std::string_view from = text;
    const std::string_view line = take_line(text);
    if (const std::optional<Mark> mark = parse_mark(line)) {
      if (!conversation.turns.empty()) {
        drop_line_end(conversation.turns.back().bytes);
      }
      conversation.turns.push_back({mark->side, Turn::Kind::data, ""});
    } else if (!conversation.turns.empty()) {
      conversation.turns.back().bytes += from.substr(0, from.size() - text.size());
    }
  }
  return conversation;
}

Result<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{ErrorCode::io, 0, path + " cannot be opened"};
  }
  return std::string(std::istreambuf_iterator<char>(file),
                     std::istreambuf_iterator<char>());
}

}  // namespace capaudit
