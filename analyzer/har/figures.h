// SPDX-License-Identifier: Apache-2.0
// HarFigures: what an entry says of sizes and times, kept beside its exchange until the
// whole file is read: who wrote it may stand behind the entries, and what a field means
// depends on that.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/har/entry.h"

namespace capaudit {

/// One message as the entry tells it, nothing repaired. Negative sizes are kept here.
struct HarSide {
  std::optional<std::int64_t> headers_size, body_size;
  bool listed = false;  ///< there is a list of headers
  /// Of the head that start line and header list make in HTTP/1.1.
  std::uint64_t listed_head_bytes = 0;
  std::optional<std::uint64_t> content_length;  ///< the header's, if it is a number
  bool chunked = false;
  bool coded = false;                       ///< Content-Encoding names a coding
  std::optional<std::uint64_t> text_bytes;  ///< of the body that the entry holds
  bool text_converted = false;  ///< it is UTF-8 now and was another charset before
  bool text_coded = false;      ///< its content coding is still on
  bool text_cut = false;        ///< the exporter says so
};

struct HarFigures {
  std::uint64_t index = 0;  ///< of the entry in the file, from 0
  HarSide request, response;
  std::optional<std::int64_t> transfer_size, content_size, compression;
  HarTimings timings;
  std::optional<double> time;
  std::optional<std::int64_t> status;
  bool http1 = false;  ///< sizes on the wire are those of HTTP/1 messages
  bool plain = false;  ///< the URL is no https or wss one
  bool head_request = false;
  bool failed = false;       ///< `_error` says so
  bool conditional = false;  ///< the request asks whether something has changed
  bool preflight = false;    ///< asked by the browser, before a request of the page
  /// Equal for entries of one connection; empty: the entry does not say.
  std::string connection;
  std::unique_ptr<HarOwn> own;          ///< null: the entry has none
  std::vector<std::string_view> notes;  ///< findings made while reading, literals
};

}  // namespace capaudit
