// SPDX-License-Identifier: Apache-2.0
// What exporters count into which size. Each was measured on recordings of the same
// session as packets and HAR; docs/HAR.md has the figures.
#include <algorithm>

#include "analyzer/har/rules.h"
#include "analyzer/har/settle.h"

namespace capaudit {
namespace {

std::uint64_t query_bytes(std::string_view url) {
  const std::size_t mark = std::min(url.find('?'), url.size());
  return std::min(url.find('#', mark), url.size()) - mark;
}

// Chromium leaves out the empty line's two bytes, Playwright also the query.
bool repair_short_request_head(const HarFigures& figures, Exchange& exchange) {
  const HarSide& side = figures.request;
  if (!figures.http1 || !exchange.request || !exchange.request->head_bytes) {
    return false;
  }
  constexpr std::uint64_t kEmptyLine = 2;
  std::uint64_t& head = *exchange.request->head_bytes;
  if (!side.listed || head == side.listed_head_bytes) {
    return false;
  }
  const std::uint64_t with_query = head + kEmptyLine + query_bytes(exchange.url);
  head = with_query == side.listed_head_bytes ? with_query : head + kEmptyLine;
  return true;
}

bool forget_request_head(const HarFigures& figures, Exchange& exchange) {
  if (!exchange.request || !exchange.request->head_bytes ||
      exchange.request->head_bytes == figures.request.listed_head_bytes) {
    return false;
  }
  exchange.request->head_bytes.reset();
  return true;
}

// Of repeated lines one is counted; the list has all of them.
bool count_repeated_lines(const HarFigures& figures, Exchange& exchange) {
  const HarSide& side = figures.response;
  if (!figures.http1 || !side.listed || !exchange.response || exchange.status == 304 ||
      exchange.response->head_bytes.value_or(UINT64_MAX) >= side.listed_head_bytes) {
    return false;
  }
  exchange.response->head_bytes = side.listed_head_bytes;
  return true;
}

// Put together from a list in which repeated lines are one. Where the transfer size less
// the body is known, that is the head.
bool repair_response_head(const HarFigures& figures, Exchange& exchange) {
  if (!exchange.response || !exchange.response->head_bytes) {
    return false;
  }
  Half& half = *exchange.response;
  const auto transfer = figures.transfer_size;
  const std::uint64_t was = *half.head_bytes;
  half.head_bytes.reset();
  if (figures.transfer_size == figures.response.headers_size) {
    half.head_bytes = was;  // nothing but the head is counted
  } else if (figures.http1 && !figures.response.chunked && half.encoded_bytes &&
             transfer && *transfer > 0 &&
             static_cast<std::uint64_t>(*transfer) > *half.encoded_bytes) {
    half.head_bytes = static_cast<std::uint64_t>(*transfer) - *half.encoded_bytes;
  }
  return half.head_bytes != was;
}

// Chunk sizes and line ends are counted with the body: of an uncoded body the rest is
// framing, of a coded one only the sum is known.
bool split_chunks(const HarFigures& figures, Exchange& exchange) {
  if (!figures.http1 || !figures.response.chunked || !exchange.response ||
      exchange.response->encoded_bytes.value_or(0) == 0) {
    return false;
  }
  Half& half = *exchange.response;
  const std::uint64_t sum = *half.encoded_bytes;
  half.encoded_bytes.reset();
  half.framing_bytes.reset();
  const std::optional<std::uint64_t> content = half.facts.content_bytes;
  if (!figures.response.coded && exchange.state == State::complete && content &&
      *content <= sum) {
    half.encoded_bytes = content;
    half.framing_bytes = sum - *content;
  }
  return true;
}

// bodySize is head and body: known to be so where content.size (the encoded length here)
// or Content-Length says the rest.
bool take_head_out(HarFigures& figures, Exchange& exchange) {
  HarSide& side = figures.response;
  if (!exchange.response || !side.body_size || !side.headers_size ||
      *side.body_size <= 0 || *side.headers_size <= 0) {
    return false;
  }
  const std::int64_t body = *side.body_size - *side.headers_size;
  const bool length_is_body =
      side.content_length && std::uint64_t(*side.body_size) == *side.content_length;
  if (length_is_body) {
    return false;
  }
  side.body_size = body >= 0 && (figures.content_size == body || side.content_length)
                       ? std::optional(body)
                       : std::nullopt;
  return true;
}

// bodySize is the whole message: of a body with Content-Length the rest is the head.
bool take_message_apart(HarFigures& figures, Exchange& exchange) {
  HarSide& side = figures.response;
  if (figures.request.body_size.value_or(0) > 0 && !figures.request.content_length) {
    figures.request.body_size.reset();  // the length of its base64
  }
  if (!exchange.response || side.body_size.value_or(0) <= 0) {
    return false;
  }
  const std::int64_t whole = *side.body_size;
  side.body_size.reset();
  if (whole == side.headers_size) {
    return true;  // the body of a redirect is not counted
  }
  if (exchange.status == 204 || exchange.status == 304 || figures.head_request) {
    side.headers_size = whole;
    return true;
  }
  if (side.content_length && !side.chunked &&
      static_cast<std::uint64_t>(whole) > *side.content_length) {
    side.headers_size = whole - static_cast<std::int64_t>(*side.content_length);
  }
  return true;
}

// After a redirect the list holds headers of the redirect's answer: then Content-Length
// is another body's.
bool drop_mixed_headers(HarFigures& figures, Exchange& exchange) {
  HarSide& side = figures.response;
  if (!exchange.response || !side.content_length || !side.body_size ||
      *side.body_size <= 0 ||
      static_cast<std::uint64_t>(*side.body_size) == *side.content_length ||
      (!side.coded && side.text_bytes == side.content_length)) {
    return false;
  }
  side.content_length.reset();
  side.body_size.reset();
  side.headers_size.reset();
  side.listed = false;
  return true;
}

// The length of a text in characters.
bool count_request_bytes(HarFigures& figures, Exchange& /*exchange*/) {
  HarSide& side = figures.request;
  if (side.content_length || !side.text_bytes || !side.body_size ||
      *side.body_size <= 0 ||
      static_cast<std::uint64_t>(*side.body_size) >= *side.text_bytes) {
    return false;
  }
  side.body_size = static_cast<std::int64_t>(*side.text_bytes);
  return true;
}

// content.size is the length of the text, or of its base64, plus the decoded length.
bool halve_content_size(HarFigures& figures, Exchange& /*exchange*/) {
  const std::optional<std::uint64_t> text = figures.response.text_bytes;
  if (!text || *text == 0 || !figures.content_size ||
      static_cast<std::uint64_t>(*figures.content_size) < *text + *text / 2) {
    return false;
  }
  figures.content_size = static_cast<std::int64_t>(*text);
  return true;
}

bool forget_zero_content_size(HarFigures& figures, Exchange& exchange) {
  if (figures.content_size != 0 || exchange.origin != HarOrigin::network ||
      figures.response.text_bytes.value_or(0) > 0) {
    return false;
  }
  figures.content_size.reset();
  figures.response.text_bytes.reset();
  return exchange.response.has_value();
}

// content.size is the encoded length; with `compression` it gives the decoded one, which
// is the smaller where coding did not pay.
bool add_compression(HarFigures& figures, Exchange& /*exchange*/) {
  if (!figures.response.coded || figures.compression.value_or(0) == 0 ||
      !figures.content_size || figures.content_size != figures.response.body_size ||
      *figures.content_size <= 0) {
    return false;
  }
  std::int64_t decoded = 0;
  if (__builtin_add_overflow(*figures.content_size, *figures.compression, &decoded) ||
      decoded < 0) {
    return false;
  }
  if (figures.response.text_bytes &&
      static_cast<std::uint64_t>(decoded) != *figures.response.text_bytes) {
    return false;
  }
  figures.content_size = decoded;
  return true;
}

// bodySize repeats content.size; `compression` tells the encoded one.
bool subtract_compression(HarFigures& figures, Exchange& /*exchange*/) {
  std::optional<std::int64_t>& body = figures.response.body_size;
  if (!body || body != figures.content_size || figures.compression.value_or(0) <= 0 ||
      *figures.compression >= *body) {
    return false;
  }
  body = *body - *figures.compression;
  return true;
}

}  // namespace

const HarRule kRequestHeadShort = {"har_request_head_short", nullptr,
                                   repair_short_request_head};
const HarRule kRequestHeadUnreliable = {"har_request_head_unreliable", nullptr,
                                        forget_request_head};
const HarRule kRepeatedLinesOnce = {"har_repeated_lines_once", nullptr,
                                    count_repeated_lines};
const HarRule kResponseHeadUnreliable = {"har_response_head_unreliable", nullptr,
                                         repair_response_head};
const HarRule kChunksInBodySize = {"har_chunks_in_body_size", nullptr, split_chunks};
const HarRule kHeadInBodySize = {"har_head_in_body_size", take_head_out, nullptr};
const HarRule kWholeMessageInBodySize = {"har_message_in_body_size", take_message_apart,
                                         nullptr};
const HarRule kHeadersMixed = {"har_headers_mixed", drop_mixed_headers, nullptr};
const HarRule kRequestSizeInCharacters = {"har_request_size_in_characters",
                                          count_request_bytes, nullptr};
const HarRule kContentSizeDoubled = {"har_content_size_doubled", halve_content_size,
                                     nullptr};
const HarRule kContentSizeAbsent = {"har_content_size_absent", forget_zero_content_size,
                                    nullptr};
const HarRule kContentSizeEncoded = {"har_content_size_encoded", add_compression,
                                     nullptr};
const HarRule kBodySizeFromCompression = {"har_body_size_decoded", subtract_compression,
                                          nullptr};

}  // namespace capaudit
