// SPDX-License-Identifier: Apache-2.0
// What the logs of a recorded session say (captures/<name>/expected.json, written by the
// rig beside it) and the comparison of an analysis with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"

namespace capaudit {

/// One message; what the logs do not tell is not compared.
struct ExpectedHalf {
  std::uint64_t total_bytes = 0;  ///< head, framing and coded body, as the server counted
  std::optional<std::uint64_t> head_bytes, framing_bytes, encoded_bytes, content_bytes;
  std::vector<std::string> codings;
  std::optional<std::string> content_type;
  std::string format;
  std::uint64_t messages = 0;
  std::optional<std::vector<std::string>> names;
  bool tells_rows = false;  ///< rows and columns are known, if only to be none
  std::optional<std::uint64_t> rows, columns;
};

struct ExpectedExchange {
  std::uint64_t number = 0;
  std::string step;       ///< what the client was doing
  std::uint64_t run = 0;  ///< how often it had done that before, from 1; 0: not told
  std::uint64_t client_port = 0;
  std::string method, url;
  std::optional<std::uint64_t> status;
  ExpectedHalf request;
  std::optional<ExpectedHalf> response;  ///< none: never answered
};

/// What the client did with one purpose.
struct ExpectedOperation {
  std::string step;
  std::uint64_t run = 0, requests = 0;

  auto operator<=>(const ExpectedOperation&) const = default;
};

struct ExpectedCapture {
  std::string name;
  std::uint64_t requests = 0, responses = 0, connections = 0;
  std::uint64_t request_bytes = 0, response_bytes = 0;
  std::optional<std::uint64_t> messages_sent, unanswered;
  std::vector<ExpectedOperation> operations;  ///< where the client logged them
  std::vector<ExpectedExchange> exchanges;
};

/// The captures of captures/`folder`; a test failure and an empty list when unreadable.
std::vector<ExpectedCapture> read_expected(const std::string& folder);

/// captures/`folder`/`name`, compressed or not, analysed once; a test failure when it
/// cannot be.
const Analysis& analyze_capture(const std::string& folder, const std::string& name);

/// The logged exchange of each one seen, by connection and order; a test failure where
/// their numbers differ.
std::vector<ExpectedExchange> matched(const Analysis& seen, const ExpectedCapture& told);

/// Every capture of a folder: totals, then each exchange in the order of its connection,
/// then the ledger: all bytes of messages and none of anything else.
void expect_as_logged(const std::string& folder);

}  // namespace capaudit
