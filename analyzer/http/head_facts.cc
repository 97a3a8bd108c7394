// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/head_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "analyzer/http/call_facts.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMostTexts = 16;
constexpr std::size_t kMostTextBytes = 8192;

/// Calls `item` for each trimmed part of `list`; quotes hide a separator.
template <class F>
void for_each_part(std::string_view list, char separator, F item) {
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] == '"') {
      quoted = !quoted;
    }
    if (i == list.size() || (list[i] == separator && !quoted)) {
      const std::string_view part = trim(list.substr(begin, i - begin));
      if (!part.empty()) {
        item(part);
      }
      begin = i + 1;
    }
  }
}

bool has_part(std::string_view list, std::string_view wanted) {
  bool found = false;
  for_each_part(list, ',', [&](std::string_view part) {
    found = found || equal_ignoring_case(part, wanted);
  });
  return found;
}

bool names_session(std::string_view cookie) {
  const std::string name = to_lower(cookie);
  return name.find("sess") != std::string::npos || name.ends_with("sid") ||
         name.starts_with("sid");
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

// The page or the SWF that made the request: the Flash player adds /[[DYNAMIC]]/n.
std::string_view referring_url(std::string_view value) {
  value = value.substr(0, value.find('#'));
  return value.substr(0, value.find("/[["));
}

bool read_number(std::string_view text, std::uint64_t& out) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  return error == std::errc() && stop == end;
}

}  // namespace

std::optional<ContentRange> parse_content_range(std::string_view value) {
  constexpr std::string_view kUnit = "bytes";
  if (!starts_with_ignoring_case(value, kUnit)) {
    return std::nullopt;
  }
  value = trim(value.substr(kUnit.size()));
  const std::size_t dash = value.find('-');
  const std::size_t slash = value.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos || dash > slash) {
    return std::nullopt;
  }
  ContentRange range;
  if (!read_number(value.substr(0, dash), range.first) ||
      !read_number(value.substr(dash + 1, slash - dash - 1), range.last) ||
      range.first > range.last) {
    return std::nullopt;
  }
  std::uint64_t size = 0;
  const std::string_view whole = value.substr(slash + 1);
  if (read_number(whole, size)) {
    if (range.last >= size) {
      return std::nullopt;
    }
    range.size = size;
  } else if (whole != "*") {
    return std::nullopt;
  }
  return range;
}

void HeadFacts::keep(HeadText kind, std::string value) {
  if (!value.empty() && value.size() <= kMostTextBytes &&
      more_->texts.size() < kMostTexts) {
    more_.edit().texts.push_back({kind, std::move(value)});
  }
}

std::string_view HeadFacts::text(HeadText kind) const {
  const auto found = std::find_if(more_->texts.begin(), more_->texts.end(),
                                  [kind](const Kept& text) { return text.kind == kind; });
  return found == more_->texts.end() ? std::string_view() : found->value;
}

std::string HeadFacts::joined(HeadText kind) const {
  std::string out;
  for (const Kept& text : more_->texts) {
    if (text.kind == kind) {
      out += (out.empty() ? "" : "&") + text.value;
    }
  }
  return out;
}

void HeadFacts::take_cookies(std::string_view value) {
  for_each_part(value, ';', [this](std::string_view part) {
    const std::size_t equals = part.find('=');
    if (session() == 0 && equals != std::string_view::npos &&
        names_session(trim(part.substr(0, equals)))) {
      more_.edit().session = fingerprint(part.substr(equals + 1));
    }
  });
}

void HeadFacts::take_connection(std::string_view value) {
  if (has_part(value, "close")) {
    set(HeadFlag::close);
  }
  if (has_part(value, "keep-alive")) {
    set(HeadFlag::keep_alive);
  }
}

// Link: <target>; rel="next last" (RFC 8288 3). A target may hold a comma.
void HeadFacts::take_links(std::string_view value) {
  while (true) {
    const std::size_t begin = value.find('<');
    const std::size_t end = value.find('>', std::min(begin, value.size()));
    if (end == std::string_view::npos) {
      return;
    }
    const std::string_view target = value.substr(begin + 1, end - begin - 1);
    value.remove_prefix(end + 1);
    const std::string_view parameters = value.substr(0, value.find('<'));
    bool next = false;
    for_each_part(parameters, ';', [&](std::string_view part) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos ||
          !equal_ignoring_case(trim(part.substr(0, equals)), "rel")) {
        return;
      }
      std::string_view relations = trim(part.substr(equals + 1));
      while (relations.ends_with(',')) {
        relations = trim(relations.substr(0, relations.size() - 1));
      }
      for_each_part(unquoted(relations), ' ', [&](std::string_view relation) {
        next = next || equal_ignoring_case(relation, "next");
      });
    });
    if (next) {
      keep(HeadText::next_link, std::string(trim(target)));
    }
  }
}

void HeadFacts::take_etag(std::string_view value) {
  if (etag() == 0) {
    more_.edit().etag = fingerprint(value);
  }
}

void HeadFacts::take_agent(std::string_view value) {
  user_agent = fingerprint(value);
}

void HeadFacts::take_referer(std::string_view value) {
  more_.edit().referer = fingerprint(referring_url(value));
}

void HeadFacts::take_set_cookie(std::string_view value) {
  take_cookies(value.substr(0, value.find(';')));
}

void HeadFacts::take_request_id(std::string_view value) {
  if (request_id == 0 && value.size() <= kMostTextBytes) {
    request_id = fingerprint(value);
  }
}

void HeadFacts::take_caching(std::string_view value) {
  if (has_part(value, "no-store") || has_part(value, "no-cache")) {
    set(HeadFlag::no_store);
  }
}

void HeadFacts::take_age(std::string_view value) {
  if (value != "0") {
    set(HeadFlag::from_cache);
  }
}

void HeadFacts::take_x_cache(std::string_view value) {
  if (starts_with_ignoring_case(value, "hit")) {
    set(HeadFlag::from_cache);
  }
}

/// What a field sets, keeps, or has read. By length, so that most fields of a head are
/// passed over without a comparison of text.
struct HeadFacts::Field {
  std::string_view name;
  std::optional<HeadFlag> flag;
  std::optional<HeadText> text;
  void (HeadFacts::*read)(std::string_view) = nullptr;

  /// In any case of letters; null: nothing is kept of such fields.
  static const Field* find(std::string_view name);
};

const HeadFacts::Field* HeadFacts::Field::find(std::string_view name) {
  using Flag = HeadFlag;
  using Kind = HeadText;
  static constexpr std::array kFields = std::to_array<Field>({
      {"age", {}, {}, &HeadFacts::take_age},
      {"etag", {}, {}, &HeadFacts::take_etag},
      {"link", {}, {}, &HeadFacts::take_links},
      {"range", Flag::range, {}, nullptr},
      {"cookie", Flag::cookie, {}, &HeadFacts::take_cookies},
      {"origin", {}, Kind::origin, nullptr},
      {"referer", {}, {}, &HeadFacts::take_referer},
      {"x-cache", {}, {}, &HeadFacts::take_x_cache},
      {"location", {}, Kind::location, nullptr},
      {"user-agent", {}, {}, &HeadFacts::take_agent},
      {"set-cookie", Flag::set_cookie, {}, &HeadFacts::take_set_cookie},
      {"connection", {}, {}, &HeadFacts::take_connection},
      {"retry-after", Flag::retry_after, {}, nullptr},
      {"x-request-id", {}, {}, &HeadFacts::take_request_id},
      {"authorization", Flag::authorization, {}, nullptr},
      {"if-none-match", Flag::conditional, {}, nullptr},
      {"content-range", {}, Kind::content_range, nullptr},
      {"cache-control", {}, {}, &HeadFacts::take_caching},
      {"x-flash-version", Flag::flash, {}, nullptr},
      {"idempotency-key", {}, {}, &HeadFacts::take_request_id},
      {"www-authenticate", Flag::authenticate, {}, nullptr},
      {"if-modified-since", Flag::conditional, {}, nullptr},
      {"proxy-authenticate", Flag::authenticate, {}, nullptr},
      {"proxy-authorization", Flag::authorization, {}, nullptr},
      {"x-ms-client-request-id", {}, {}, &HeadFacts::take_request_id},
      {"access-control-request-method", {}, Kind::preflight_method, nullptr},
  });
  constexpr std::size_t kLongest = kFields.back().name.size();
  // Where the fields of each length begin.
  static constexpr std::array<std::uint8_t, kLongest + 2> kFirst = [] {
    std::array<std::uint8_t, kLongest + 2> first{};
    for (std::size_t length = 0; length < first.size(); ++length) {
      while (first[length] < kFields.size() &&
             kFields[first[length]].name.size() < length) {
        ++first[length];
      }
    }
    return first;
  }();
  for (std::size_t i = kFirst[std::min(name.size(), kLongest + 1)];
       i < kFields.size() && kFields[i].name.size() == name.size(); ++i) {
    if (equal_ignoring_case(name, kFields[i].name)) {
      return &kFields[i];
    }
  }
  return nullptr;
}

void HeadFacts::take(std::string_view name, std::string_view value) {
  if (const Field* const field = Field::find(name)) {
    if (field->flag) {
      set(*field->flag);
    }
    if (field->text) {
      keep(*field->text, std::string(value));
    }
    if (field->read != nullptr) {
      (this->*field->read)(value);
    }
    return;
  }
  constexpr std::string_view kContinuation = "x-ms-continuation-";
  if (name.size() > kContinuation.size() &&
      starts_with_ignoring_case(name, kContinuation)) {
    keep(HeadText::continuation,
         std::string(name.substr(kContinuation.size())) + "=" + std::string(value));
  }
}

}  // namespace capaudit
