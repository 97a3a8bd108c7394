// SPDX-License-Identifier: Apache-2.0
// The outer parts of a HAR file (HAR 1.2, log and entries), read in one pass from a
// window: only one entry is held at a time, so memory does not grow with the file. Damage
// costs the entry it is in; reading goes on where the next one begins.
//
//   file    = [BOM] [ident "("] value [")" [";"]]
//   value   : objects and arrays around it are searched for a member "log"
//   log     = { "version" "creator" "browser" "comment" "entries" ... }, in any order
//   entries = [ entry, ... ]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analyzer/ingest/window.h"

namespace capaudit {

/// Hears what stands in the file, in its order.
class HarSink {
 public:
  virtual ~HarSink() = default;

  /// A member of `log` other than its entries, if it is of interest and of sane size.
  virtual void log_member(std::string_view key, std::string_view json) = 0;
  /// `index` counts elements from 0. Valid for the call; Window::kReadableBehind bytes
  /// behind `json` can be read.
  virtual void entry(std::uint64_t index, std::uint64_t offset,
                     std::string_view json) = 0;
  /// An element that could not be told from what stands around it.
  virtual void lost_entry(std::uint64_t index, std::uint64_t offset,
                          const std::string& why) = 0;
};

struct HarDocument {
  std::uint64_t logs = 0, entry_lists = 0;
  bool jsonp = false;
  /// Why reading stopped before the end of the value.
  std::optional<Error> failure;
  /// Where something follows the value.
  std::optional<std::uint64_t> trailing_offset;
};

struct DocumentLimits {
  std::uint64_t max_entry_bytes = std::uint64_t{1} << 30;
};

HarDocument read_har_document(Window& content, const DocumentLimits& limits,
                              HarSink& sink);

}  // namespace capaudit
