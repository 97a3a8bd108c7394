// SPDX-License-Identifier: Apache-2.0
// Cache hits and revalidations that exporters do not mark, or mark in a size.
#include "analyzer/har/rules.h"

namespace capaudit {
namespace {

// Both heads are said to have no bytes: nothing was sent.
bool headless_is_cached(HarFigures& figures, Exchange& exchange) {
  if (exchange.origin != HarOrigin::network || !exchange.response ||
      figures.request.headers_size != 0 || figures.response.headers_size != 0) {
    return false;
  }
  exchange.origin = HarOrigin::cache;
  return true;
}

// bodySize is what was received (0) less the head.
bool negative_is_cached(HarFigures& figures, Exchange& exchange) {
  const HarSide& side = figures.response;
  if (exchange.origin != HarOrigin::network || !exchange.response || !side.body_size ||
      !side.headers_size || *side.headers_size <= 0 ||
      *side.body_size != -*side.headers_size || exchange.method == "OPTIONS" ||
      figures.failed) {
    return false;
  }
  exchange.origin = HarOrigin::cache;
  return true;
}

// A conditional request whose answer brought a head and nothing else, with a body out of
// the cache: the answer was 304.
bool restore_304(HarFigures& figures, Exchange& exchange) {
  const std::int64_t transfer = figures.transfer_size.value_or(0);
  if (exchange.status != 200 || !figures.conditional || transfer <= 0 ||
      transfer > figures.response.headers_size.value_or(0) ||
      figures.content_size.value_or(0) <= 0) {
    return false;
  }
  exchange.status = 304;
  exchange.reason.clear();
  return true;
}

bool connection_is_stream(HarFigures& figures, Exchange& exchange) {
  if (figures.connection.empty() || exchange.protocol != "HTTP/2") {
    return false;
  }
  figures.connection.clear();
  return true;
}

}  // namespace

const HarRule kUnmarkedCacheHit = {"har_unmarked_cache_hit", headless_is_cached, nullptr};
const HarRule kNegativeSizeIsCacheHit = {"har_unmarked_cache_hit", negative_is_cached,
                                         nullptr};
const HarRule kNotModifiedAs200 = {"har_304_shown_as_200", restore_304, nullptr};
const HarRule kStreamAsConnection = {"har_stream_as_connection", connection_is_stream,
                                     nullptr};

}  // namespace capaudit
