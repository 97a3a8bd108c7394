// SPDX-License-Identifier: Apache-2.0
// Bytes at each level (docs/METRICS.md): frames, messages, heads, bodies as sent, bodies
// decoded.
#include <algorithm>
#include <optional>

#include "analyzer/metrics/families.h"

namespace capaudit {
namespace {

using Bytes64 = std::optional<std::uint64_t>;

/// Sum over the exchanges of what `of` says of each.
template <class F>
Measured sum(const MetricInput& input, std::string_view why, F of) {
  std::uint64_t total = 0;
  for (const std::uint32_t index : input.exchanges) {
    const Bytes64 one = of(input.analysis.exchanges[index]);
    if (!one) {
      return unknown(why, index);
    }
    total += *one;
  }
  return known(static_cast<double>(total));
}

/// Of a message that was never sent there is nothing to count, of one that lies in a hole
/// nobody knows.
Bytes64 nothing(const Exchange& exchange) {
  return exchange.state == State::gap ? Bytes64() : Bytes64(0);
}

Bytes64 whole(const Exchange& exchange, const std::optional<Half>& half) {
  if (!half) {
    return nothing(exchange);
  }
  if (!half->head_bytes || !half->framing_bytes || !half->encoded_bytes) {
    return std::nullopt;
  }
  return *half->head_bytes + *half->framing_bytes + *half->encoded_bytes;
}

constexpr std::string_view kMessage = "a message's size is not known";

}  // namespace

Measured wire_bytes(const MetricInput& input) {
  return sum(input, "the frames are not in a HAR", [](const Exchange& exchange) {
    return exchange.wire.packets != 0 ? Bytes64(exchange.wire.frame_bytes) : Bytes64();
  });
}

Measured request_bytes(const MetricInput& input) {
  return sum(input, kMessage, [](const Exchange& exchange) {
    return exchange.request ? whole(exchange, exchange.request) : Bytes64();
  });
}

Measured response_bytes(const MetricInput& input) {
  return sum(input, kMessage,
             [](const Exchange& exchange) { return whole(exchange, exchange.response); });
}

Measured head_bytes(const MetricInput& input) {
  return sum(input, "a head's size is not known", [](const Exchange& exchange) {
    const Bytes64 asked = exchange.request ? exchange.request->head_bytes : Bytes64();
    const Bytes64 answer =
        exchange.response ? exchange.response->head_bytes : nothing(exchange);
    return asked && answer ? Bytes64(*asked + *answer) : Bytes64();
  });
}

Measured encoded_bytes(const MetricInput& input) {
  return sum(
      input, "the size of an answer's body is not known", [](const Exchange& exchange) {
        return exchange.response ? exchange.response->encoded_bytes : nothing(exchange);
      });
}

Measured content_bytes(const MetricInput& input) {
  return sum(input, "an answer's body could not be decoded",
             [](const Exchange& exchange) {
               return exchange.response ? exchange.response->facts.content_bytes
                                        : nothing(exchange);
             });
}

Measured bytes_per_message(const MetricInput& input) {
  Measured both = request_bytes(input);
  const Measured answers = response_bytes(input);
  if (both.value && answers.value) {
    *both.value += *answers.value;
  } else if (both.value) {
    both = answers;
  }
  return ratio(both, messages_sent(input), "there is no message");
}

}  // namespace capaudit
