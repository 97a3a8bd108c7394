// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/resync.h"

#include "decoders/core/text.h"

namespace capaudit {
namespace {

// Index behind the blanks from `at` on.
std::size_t past_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) {
    ++at;
  }
  return at;
}

// The key that stands behind the brace at `open`; empty when there is none.
std::string_view first_key(std::string_view text, std::size_t open) {
  const std::size_t quote = past_blanks(text, open + 1);
  if (quote >= text.size() || text[quote] != '"') {
    return {};
  }
  const std::size_t end = text.find_first_of("\"\\", quote + 1);
  if (end == std::string_view::npos || text[end] != '"') {
    return {};
  }
  return text.substr(quote + 1, end - quote - 1);
}

}  // namespace

void EntryStart::learn(std::string_view entry) {
  constexpr std::size_t kLongestKey = 64;
  if (key_.empty() && entry.starts_with('{')) {
    const std::string_view key = first_key(entry, 0);
    key_ = key.size() <= kLongestKey ? key : std::string_view();
  }
}

bool EntryStart::is_first_member(std::string_view key) const {
  return (!key_.empty() && key == key_) || key == "startedDateTime" || key == "pageref";
}

std::size_t EntryStart::find_entry(std::string_view text, std::size_t from) const {
  for (std::size_t end = text.find('}', from); end != std::string_view::npos;
       end = text.find('}', end + 1)) {
    const std::size_t comma = past_blanks(text, end + 1);
    if (comma >= text.size() || text[comma] != ',') {
      continue;
    }
    const std::size_t open = past_blanks(text, comma + 1);
    if (open < text.size() && text[open] == '{' &&
        is_first_member(first_key(text, open))) {
      return open;
    }
  }
  return std::string_view::npos;
}

}  // namespace capaudit
