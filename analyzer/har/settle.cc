// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace capaudit {
namespace {

constexpr std::uint64_t kUtf8MarkBytes = 3;

std::optional<std::uint64_t> size_of(const std::optional<std::int64_t>& size) {
  return size && *size >= 0 ? std::optional(static_cast<std::uint64_t>(*size))
                            : std::nullopt;
}

// A head has bytes: 0 stands for unknown.
std::optional<std::uint64_t> head_size_of(const std::optional<std::int64_t>& size) {
  return size && *size > 0 ? size_of(size) : std::nullopt;
}

void note(Exchange& exchange, std::string_view code) {
  exchange.findings.push_back(code);
}

void settle_framing(const HarFigures& figures, const HarSide& side, Half& half) {
  if (figures.http1 && side.listed && !side.chunked && half.encoded_bytes) {
    half.framing_bytes = 0;
  }
}

void settle_request(const HarFigures& figures, Exchange& exchange, Half& half) {
  const HarSide& side = figures.request;
  half.head_bytes = head_size_of(side.headers_size);
  if (side.content_length && !side.chunked) {
    half.encoded_bytes = side.content_length;
  } else if (side.body_size && *side.body_size >= 0) {
    half.encoded_bytes = size_of(side.body_size);
  } else if (figures.http1 && side.listed && !side.chunked) {
    half.encoded_bytes = 0;  // RFC 9112 6.3, item 7
  }
  settle_framing(figures, side, half);
  if (half.encoded_bytes == std::uint64_t{0}) {
    set_empty_body(half);
    return;
  }
  const bool as_sent = !side.coded || side.text_coded;
  if (side.coded && !side.text_coded) {
    half.facts.content_bytes = side.text_bytes;  // decoded by the exporter
  } else if (!side.coded) {
    half.facts.content_bytes = half.encoded_bytes ? half.encoded_bytes : side.text_bytes;
  }
  if (side.text_bytes && as_sent && half.encoded_bytes &&
      *side.text_bytes != *half.encoded_bytes) {
    note(exchange, "har_request_body_differs");
    forget_body(exchange, half);
    if (side.coded) {
      half.facts.content_bytes.reset();
    }
  }
}

// What the body had before its coding was put on, by the text that the entry holds and by
// the size that it names.
void settle_content(const HarFigures& figures, Exchange& exchange, Half& half) {
  const HarSide& side = figures.response;
  const std::optional<std::uint64_t> size = size_of(figures.content_size);
  if (!side.text_bytes) {
    half.facts = {};
    const bool says_nothing =
        size == std::uint64_t{0} && half.encoded_bytes != std::uint64_t{0};
    const bool is_coded_size = side.coded && size && size == half.encoded_bytes;
    half.facts.content_bytes = says_nothing || is_coded_size ? std::nullopt : size;
    if (!half.facts.content_bytes && !side.coded) {
      half.facts.content_bytes = half.encoded_bytes;
    }
    return;
  }
  if (side.text_coded) {
    return;  // what decoding it gave
  }
  const std::uint64_t text = *side.text_bytes;
  if (text == 0 && half.encoded_bytes.value_or(0) > 0) {
    half.facts = {};  // something was sent: the exporter has not kept it
    half.facts.content_bytes = side.coded ? std::nullopt : half.encoded_bytes;
    note(exchange, "har_body_not_kept");
    return;
  }
  half.facts.content_bytes = text;
  if (side.text_converted && (!size || *size == text)) {
    // That is the text's length in UTF-8, not the body's.
    half.facts.content_bytes = side.coded ? std::nullopt : half.encoded_bytes;
  }
  if (!size || *size == text) {
    return;
  }
  if (side.text_converted || (!side.coded && side.content_length == size)) {
    half.facts.content_bytes = size;
  }
  const bool has_mark = text + kUtf8MarkBytes == *size;
  if (text < *size && (!side.text_converted || side.text_cut)) {
    half.facts.content_bytes = size;
    if (!has_mark) {
      note(exchange, "har_body_cut");
      forget_body(exchange, half);
    }
  } else if (text > *size && side.coded && !side.text_converted) {
    note(exchange, "har_content_size_encoded");
  }
}

void settle_response(const HarFigures& figures, Exchange& exchange, Half& half) {
  const HarSide& side = figures.response;
  half.head_bytes = head_size_of(side.headers_size);
  const bool bodyless =
      figures.head_request || exchange.status == 204 || exchange.status == 304;
  if (bodyless) {
    half.encoded_bytes = 0;
    settle_framing(figures, side, half);
    set_empty_body(half);
    if (exchange.status == 304 && figures.content_size.value_or(0) > 0) {
      note(exchange, "har_304_with_body");
    }
    return;
  }
  const std::optional<std::uint64_t> body = size_of(side.body_size);
  if (side.content_length && !side.chunked && exchange.state == State::complete) {
    half.encoded_bytes = side.content_length;
    if (body && *body != *side.content_length) {
      note(exchange, "har_content_length_differs");
    }
  } else {
    half.encoded_bytes = body;
  }
  if (half.encoded_bytes == std::uint64_t{0} && figures.content_size.value_or(0) > 0) {
    half.encoded_bytes.reset();  // content without a body: it was not counted
  }
  settle_content(figures, exchange, half);
  const bool size_is_body = size_of(figures.content_size) == body;
  if (side.coded && !side.content_length && body && size_is_body && *body > 0 &&
      (!side.text_bytes || *side.text_bytes == *body)) {
    half.encoded_bytes.reset();  // the same before and after decoding: one of them is not
    note(exchange, "har_body_size_decoded");
    half.facts.content_bytes = side.text_bytes;
  }
  settle_framing(figures, side, half);
  if (exchange.state != State::complete) {
    half.facts.content_bytes.reset();  // never the size of a part
    forget_body(exchange, half);
  }
  if (half.encoded_bytes == std::uint64_t{0} && exchange.origin == HarOrigin::network) {
    set_empty_body(half);
  }
}

// Nothing crossed the wire: only what the answer held is a fact.
void clear_wire_sizes(Exchange& exchange) {
  for (std::optional<Half>* half : {&exchange.request, &exchange.response}) {
    if (*half) {
      (*half)->head_bytes.reset();
      (*half)->framing_bytes.reset();
      (*half)->encoded_bytes.reset();
    }
  }
}

// Longer than anything that is measured: thirty years.
constexpr double kLongestMs = 1e12;

std::int64_t nanoseconds(double ms) {
  return static_cast<std::int64_t>(std::round(ms * 1e6));
}

}  // namespace

std::optional<double> har_phase(const std::optional<double>& ms) {
  return ms && *ms >= 0 && *ms <= kLongestMs ? ms : std::nullopt;
}

void forget_body(Exchange& exchange, Half& half) {
  half.facts.rows.reset();
  half.facts.columns.reset();
  half.facts.messages.reset();
  half.facts.digest.clear();
  std::erase(exchange.findings.edit(), "body_ends_early");
  std::erase(exchange.findings.edit(), "body_malformed");
}

void set_empty_body(Half& half) {
  half.facts = {};
  half.facts.content_bytes = 0;
  half.facts.format = Format::empty;
  half.facts.messages = 0;
}

void settle_har_sizes(const HarFigures& figures, Exchange& exchange) {
  if (exchange.request) {
    settle_request(figures, exchange, *exchange.request);
  }
  if (exchange.response) {
    settle_response(figures, exchange, *exchange.response);
  }
  if (exchange.origin != HarOrigin::network) {
    clear_wire_sizes(exchange);
  }
  const auto negative = [](const std::optional<std::int64_t>& size) {
    return size && *size < -1;
  };
  if (negative(figures.request.body_size) || negative(figures.request.headers_size) ||
      negative(figures.response.body_size) || negative(figures.response.headers_size) ||
      negative(figures.content_size) || negative(figures.transfer_size)) {
    note(exchange, "har_negative_size");
  }
}

void settle_har_times(const HarFigures& figures, std::optional<std::int64_t> started,
                      Timings& time) {
  const HarTimings& t = figures.timings;
  time.blocked = har_phase(t.blocked);
  time.send = har_phase(t.send);
  time.wait = har_phase(t.wait);
  time.receive = har_phase(t.receive);
  const bool opened =
      har_phase(t.connect).value_or(0) > 0;  // some write 0 where none was opened
  if (opened) {
    time.dns = har_phase(t.dns);
    time.connect = t.connect;
    if (t.ssl && *t.ssl > 0 && *t.ssl <= *t.connect && !figures.plain) {
      time.ssl = t.ssl;
      time.connect = *t.connect - *t.ssl;
    }
  }
  const double opening = opened ? *t.connect : 0;
  const double before = time.blocked.value_or(0) + time.dns.value_or(0) + opening;
  if (time.wait && time.receive) {
    time.total = opening + time.send.value_or(0) + *time.wait + *time.receive;
  } else if (const std::optional<double> all = har_phase(figures.time)) {
    time.total = std::max(0.0, *all - time.blocked.value_or(0) - time.dns.value_or(0));
  }
  if (started && before <= kLongestMs) {
    const std::int64_t shift = nanoseconds(before);
    const bool fits = shift <= std::numeric_limits<std::int64_t>::max() - *started;
    time.start_ns = fits ? std::optional(*started + shift) : std::nullopt;
  }
}

}  // namespace capaudit
