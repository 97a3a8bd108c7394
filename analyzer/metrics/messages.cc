// SPDX-License-Identifier: Apache-2.0
// Messages sent, answered, unanswered, by second. A message is one of a packet or a
// batch; any other request is one message, with a body or without.
#include <algorithm>
#include <optional>

#include "analyzer/metrics/families.h"
#include "analyzer/metrics/intervals.h"

namespace capaudit {
namespace {

/// None: the body is damaged, or was not read.
std::optional<std::uint64_t> sent(const Exchange& exchange) {
  if (!exchange.request) {
    return 0;
  }
  const std::optional<std::uint64_t> messages = exchange.request->facts.messages;
  if (!messages) {
    return std::nullopt;
  }
  return std::max<std::uint64_t>(1, *messages);
}

constexpr std::string_view kUnread = "a request's body is damaged or was not read";
constexpr std::string_view kHole =
    "an answer may lie in a hole of the capture, or stands alone after one";
constexpr std::string_view kUnreadAnswer = "an answer's body is damaged or was not read";
constexpr std::string_view kTooMany = "more messages in one body than are matched";

struct Answered {
  std::optional<std::uint64_t> count;
  std::string_view unknown;
};

/// Of a request that carries several messages each has to find its answer; the answer to
/// a lone message is the response.
Answered answered(const Exchange& exchange) {
  const std::optional<std::uint64_t> messages = sent(exchange);
  if (!messages) {
    return {std::nullopt, kUnread};
  }
  if (*messages == 0) {
    return {0, {}};
  }
  if (!exchange.response) {
    return may_be_answered(exchange) ? Answered{std::nullopt, kHole} : Answered{0, {}};
  }
  const std::vector<CallFact>& calls = exchange.request->facts.calls;
  if (*messages == 1 || calls.empty()) {
    return {messages, {}};
  }
  if (calls.size() < *messages) {
    return {std::nullopt, kTooMany};
  }
  const Facts& answer = exchange.response->facts;
  if (answer.format == Format::empty) {
    return {0, {}};
  }
  if (!answer.messages) {
    return {std::nullopt, kUnreadAnswer};
  }
  if (answer.calls.size() < *answer.messages && !answer.calls.empty()) {
    return {std::nullopt, kTooMany};
  }
  return {count_answered(calls, answer.calls), {}};
}

}  // namespace

Measured messages_sent(const MetricInput& input) {
  std::uint64_t sum = 0;
  for (const std::uint32_t index : input.exchanges) {
    const std::optional<std::uint64_t> one = sent(input.analysis.exchanges[index]);
    if (!one) {
      return unknown(kUnread, index);
    }
    sum += *one;
  }
  return known(static_cast<double>(sum));
}

Measured messages_answered(const MetricInput& input) {
  std::uint64_t sum = 0;
  for (const std::uint32_t index : input.exchanges) {
    const Answered one = answered(input.analysis.exchanges[index]);
    if (!one.count) {
      return unknown(one.unknown, index);
    }
    sum += *one.count;
  }
  return known(static_cast<double>(sum));
}

Measured messages_unanswered(const MetricInput& input) {
  const Measured all = messages_sent(input);
  const Measured with_answer = messages_answered(input);
  if (!all.value || !with_answer.value) {
    return !all.value ? all : with_answer;
  }
  return known(*all.value - *with_answer.value);
}

Measured messages_per_second(const MetricInput& input) {
  const Measured with_answer = messages_answered(input);
  const Measured window = window_ms(input);
  if (!with_answer.value || !window.value) {
    return !with_answer.value ? with_answer : window;
  }
  if (*window.value <= 0) {
    return unknown("the window has no length");
  }
  return known(*with_answer.value / (*window.value / 1e3));
}

}  // namespace capaudit
