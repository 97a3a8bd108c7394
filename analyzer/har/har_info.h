// SPDX-License-Identifier: Apache-2.0
// What a HAR file says of itself, how it was read, and what its entries stand for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/har/own.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

/// A sum that must hold in an entry of a sound HAR, and how often it does not.
struct HarCheck {
  std::string_view name;  ///< literal: "bodySize + compression = content.size"
  std::uint64_t checked = 0, failed = 0;
  std::uint64_t first_failed = 0;  ///< place of that entry in the file, from 1
};

struct HarInfo {
  std::string version, creator, creator_version, browser, browser_version;
  std::string_view dialect;  ///< literal, of docs/HAR.md: "Chrome DevTools"; "" : unknown
  std::uint64_t entries = 0;   ///< that were read, each an exchange
  std::uint64_t lost = 0;      ///< that could not be read
  std::uint64_t repaired = 0;  ///< whose JSON was faulty
  std::array<std::uint64_t, kHarOrigins> origins{};
  std::uint64_t preflights = 0;  ///< of those sent: asked by the browser, not by the page
  std::uint64_t not_modified = 0;  ///< of those sent: answered 304
  std::uint64_t websocket_messages = 0;
  std::vector<HarCheck> checks;
  /// What findings of exchanges point at that were read from the file.
  std::shared_ptr<HarCodes> codes = std::make_shared<HarCodes>();
};

}  // namespace capaudit
