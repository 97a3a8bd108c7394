// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/own.h"

#include <limits>

#include "analyzer/har/date.h"
#include "analyzer/har/figures.h"
#include "analyzer/har/settle.h"

namespace capaudit {
namespace {

std::optional<std::uint64_t> count(const std::optional<std::int64_t>& value) {
  return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value))
                              : std::nullopt;
}

std::optional<Format> format_of(const std::optional<std::string>& name) {
  for (auto i = static_cast<unsigned>(Format::json);
       name && i <= static_cast<unsigned>(Format::empty); ++i) {
    if (to_string(static_cast<Format>(i)) == *name) {
      return static_cast<Format>(i);
    }
  }
  return std::nullopt;
}

HarOrigin origin_of(const std::optional<std::string>& name) {
  for (std::size_t i = 0; name && i < kHarOrigins; ++i) {
    if (to_string(static_cast<HarOrigin>(i)) == *name) {
      return static_cast<HarOrigin>(i);
    }
  }
  return HarOrigin::network;
}

void restore_half(const HarSide& side, const std::optional<HarOwnHalf>& own,
                  const std::optional<std::uint64_t>& content,
                  std::optional<Half>& into) {
  if (!own) {
    into.reset();
    return;
  }
  Half& half = into ? *into : into.emplace();
  half.head_bytes = count(side.headers_size);
  half.encoded_bytes = count(side.body_size);
  half.framing_bytes = count(own->framing_bytes);
  half.missing_bytes = count(own->missing_bytes).value_or(0);
  half.codings = own->codings;
  half.content_type = own->content_type;
  half.whole = own->whole;
  half.facts.content_bytes = content;
  half.facts.format = format_of(own->format);
  half.facts.messages = count(own->messages);
  half.facts.names = own->names;
  half.facts.rows = count(own->rows);
  half.facts.columns = count(own->columns);
  half.facts.digest = own->digest.value_or(std::string());
}

void restore_times(const HarTimings& t, const HarOwn& own, Timings& time) {
  time.start_ns = own.start ? parse_har_date(*own.start) : std::nullopt;
  time.blocked = har_phase(t.blocked);
  time.dns = har_phase(t.dns);
  time.ssl = har_phase(t.ssl);
  time.connect = har_phase(own.connect);  // without ssl
  time.send = har_phase(t.send);
  time.wait = har_phase(t.wait);
  time.receive = har_phase(t.receive);
  time.total = har_phase(own.total);
  time.server = har_phase(own.server);
  time.rtt = har_phase(own.rtt);
  time.continue_pause = har_phase(own.continue_pause);
}

}  // namespace

std::optional<std::string_view> HarCodes::keep(const std::string& code) {
  constexpr std::size_t kLongest = 64;
  constexpr std::size_t kMost = 1000;
  const bool fits = !code.empty() && code.size() <= kLongest &&
                    code.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
                        std::string::npos &&
                    (codes_.size() < kMost || codes_.contains(code));
  return fits ? std::optional<std::string_view>(*codes_.insert(code).first)
              : std::nullopt;
}

void restore_own_har(const HarFigures& figures, HarCodes& codes, Exchange& exchange) {
  const HarOwn& own = *figures.own;
  exchange.client = own.client.value_or(std::string());
  exchange.server = own.server_address;
  exchange.origin = origin_of(own.origin);
  exchange.opens_connection = own.opens_connection;
  exchange.stream.reset();
  if (own.stream && *own.stream >= 0 &&
      *own.stream <= std::numeric_limits<std::uint32_t>::max()) {
    exchange.stream = static_cast<std::uint32_t>(*own.stream);
  }
  restore_half(figures.request, own.request,
               own.request ? count(own.request->content_bytes) : std::nullopt,
               exchange.request);
  restore_half(figures.response, own.response, count(figures.content_size),
               exchange.response);
  restore_times(figures.timings, own, exchange.time);
  exchange.findings.clear();
  for (const std::string& code : own.findings) {
    if (const std::optional<std::string_view> kept = codes.keep(code)) {
      exchange.findings.push_back(*kept);
    }
  }
}

}  // namespace capaudit
