// SPDX-License-Identifier: Apache-2.0
// From a HAR entry to the parts of an exchange that do not depend on who wrote it: who
// asked whom for what, when, and the bodies. Sizes and phases are settled later
// (settle.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/har/attached.h"
#include "analyzer/har/entry.h"
#include "analyzer/har/figures.h"
#include "analyzer/http/body_pool.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

struct MappedEntry {
  Exchange exchange;
  HarFigures figures;
  /// Bodies that the entry holds; their place is filled in by the caller.
  std::optional<BodyTask> request_body, response_body;
};

struct MapOptions {
  std::uint64_t keep_heads = 0;  ///< as AnalyzeOptions::keep_heads
  bool bodies = true;
  std::uint64_t max_body = UINT64_MAX;  ///< longer ones are not examined
  AttachedBodies* attached = nullptr;   ///< where bodies in other files come from
};

/// A response with a status of HTTP; the others stand for none.
bool is_har_answer(const HarMessage& response);

MappedEntry map_har_entry(const HarEntry& entry, const MapOptions& options);

/// "HTTP/1.1" of "http/1.1", "HTTP/2" of "h2"; empty for what is no HTTP version.
std::string har_protocol(std::string_view version);

}  // namespace capaudit
