// SPDX-License-Identifier: Apache-2.0
// What capaudit writes beside HAR's fields when it exports: the members `_capaudit` of
// request, response and entry, whose keys are those of docs/RECORD.md. They are believed
// in files of its own dialect only, where the fields of HAR are taken as they stand.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/http/exchange.h"

namespace capaudit {

/// Of a message; where an entry has none, its record had no such message.
struct HarOwnHalf {
  std::optional<std::int64_t> framing_bytes, missing_bytes, content_bytes, messages, rows,
      columns;
  std::optional<std::string> content_type, format, digest;
  std::vector<std::string> codings, names;
  bool whole = false;
};

struct HarOwn {
  std::optional<std::string> start, client, origin;
  std::optional<std::int64_t> stream;
  std::optional<double> connect, total, server, rtt, continue_pause;
  bool opens_connection = false;
  std::vector<std::string> findings;
  std::string server_address;
  std::optional<HarOwnHalf> request, response;
};

struct HarFigures;

/// Codes of findings that stand in files: an exchange only points at its codes.
class HarCodes {
 public:
  /// None for what no code can be, and past so many that no file of ours has them.
  std::optional<std::string_view> keep(const std::string& code);

 private:
  std::set<std::string, std::less<>> codes_;
};

/// Makes `exchange` what it was when it was written. `figures.own` must be there.
void restore_own_har(const HarFigures& figures, HarCodes& codes, Exchange& exchange);

}  // namespace capaudit
