// SPDX-License-Identifier: Apache-2.0
#include "reports/list/har_bodies.h"

#include <algorithm>
#include <utility>

#include "analyzer/http/facts.h"
#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/formats/media_type.h"
#include "reports/page/html_policy.h"

namespace capaudit {
namespace {

// Bytes that the bodies of an exchange take until they are written; what the capture does
// not tell counts as a little.
std::uint64_t weight(const Exchange& exchange) {
  constexpr std::uint64_t kLittle = 4096;
  std::uint64_t bytes = kLittle;
  for (const std::optional<Half>* half : {&exchange.request, &exchange.response}) {
    if (*half) {
      bytes += (*half)->encoded_bytes.value_or(0);
      bytes += (*half)->encoded_bytes ? 0 : (*half)->facts.content_bytes.value_or(0);
    }
  }
  return bytes;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A HAR's text is Unicode: bytes stand for themselves where they are UTF-8 and say so, or
// are characters that most charsets have alike.
bool stands_as_text(std::string_view content, std::string_view content_type) {
  const std::string charset =
      to_lower(media_type_parameter(content_type, "charset").value_or("utf-8"));
  if (charset.empty() || charset == "utf-8" || charset == "utf8") {
    return is_utf8(content);
  }
  return charset.find("16") == std::string::npos &&
         charset.find("32") == std::string::npos && is_ascii(content);
}

}  // namespace

HarBodies::HarBodies(const Selected& input, const AnalyzeOptions& options)
    : input_(input), options_(options) {}

void HarBodies::fetch(std::size_t from) {
  const std::uint64_t most = options_.max_memory / 4;
  std::uint64_t bytes = 0;
  std::size_t end = from;
  do {
    bytes += std::min(weight(*input_.exchanges[end]), most);
    ++end;
  } while (end < input_.exchanges.size() && bytes < most);
  bodies_ = std::vector<WantedBody>(end - from);
  std::vector<WantedBody*> wanted;
  wanted.reserve(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].id = exchange_id(input_.analysis, *input_.exchanges[from + i]);
    wanted.push_back(&bodies_[i]);
  }
  fetch_bodies(input_.analysis, options_, wanted);
  first_ = from;
}

HarBodyTexts HarBodies::texts(std::size_t index) {
  if (index < first_ || index >= first_ + bodies_.size()) {
    fetch(index);
  }
  const Exchange& exchange = *input_.exchanges[index];
  const WantedBody body = std::exchange(bodies_[index - first_], WantedBody());
  return {text_of(exchange, body, true), text_of(exchange, body, false)};
}

HarBodyText HarBodies::text_of(const Exchange& exchange, const WantedBody& body,
                               bool is_request) const {
  const std::optional<Half>& half = is_request ? exchange.request : exchange.response;
  const Bytes sent = is_request ? body.request : body.response;
  if (!half || (sent.empty() && half->facts.content_bytes == std::uint64_t{0})) {
    return {};
  }
  if (!is_request && exchange.status == 304 && !sent.empty()) {
    return {{}, false, "the answer had no body: what the HAR held was a cache's"};
  }
  if (!body.found) {
    return {{}, false, "the capture could not be read again for the body"};
  }
  const BodyInput input = body_input(exchange, body, is_request);
  if (!input.complete) {
    return {{}, false, "the capture does not hold the whole body"};
  }
  if (half->facts.content_bytes.value_or(0) > options_.max_body) {
    return {{}, false, "the body is longer than --max-body"};
  }
  constexpr std::string_view kUndecoded = "the body could not be decoded";
  if (!input.codings.empty() && !half->facts.content_bytes) {
    return {{}, false, kUndecoded};
  }
  const DecodedBody decoded = decode_body(input);
  if (!decoded.error.empty()) {
    return {{}, false, kUndecoded};
  }
  const std::string_view content = as_text(decoded.content);
  return stands_as_text(content, input.content_type)
             ? HarBodyText{std::string(content), false, ""}
             : HarBodyText{base64(content), true, ""};
}

}  // namespace capaudit
