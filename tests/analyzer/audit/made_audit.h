// SPDX-License-Identifier: Apache-2.0
// Audits of made captures whose truth is known: HAR files say their times, so that every
// verdict can be foretold; packets are made of conversations.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/audit/audit.h"
#include "decoders/core/bytes.h"

namespace capaudit {

struct Entry {
  std::string url;
  double wait = 10;
  std::string body = "[]";
  double receive = 0;
  int status = 200;
  std::string type = "application/json";
  std::string request_body = {};  ///< not empty: it is a POST of JSON
  bool amf_call = false;          ///< it is a POST of an AMF0 call
  std::vector<std::pair<std::string, std::string>> request_headers = {};
  std::string coding = {};              ///< Content-Encoding of the answer
  double connect = -1;                  ///< -1: the connection was open
  std::string server_ip = {};           ///< empty: not said
  std::string state = {};               ///< as capaudit writes it; empty: complete
  std::optional<double> pause_ms = {};  ///< since the end of the one before
};

/// One request a second, where no pause is given.
std::string har(const std::vector<Entry>& entries);

/// a, b, a, b, ...
std::vector<Entry> alternating(int runs, const Entry& a, const Entry& b);

inline const std::string kRows =
    R"([{"n":1,"s":"one"},{"n":2,"s":"two"},{"n":3,"s":"three"}])";
inline const std::string kSameRows =
    R"({"cols":["n","s"],"items":[[1,"one"],[2,"two"],[3,"three"]]})";
inline const std::string kOtherRows =
    R"([{"n":7,"s":"one"},{"n":8,"s":"two"},{"n":9,"s":"more"}])";

class MadeAudit : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  void write(const std::string& name, const std::string& text) const;
  void write(const std::string& name, Bytes bytes) const;

  /// Scenarios a (urls with /a) and b (/b) of made.har; `more` are lines of both.
  static std::string scenarios(const std::string& more = {});
  AuditOutcome audit(const std::string& claims) const;
  /// The verdict of one claim, c, with these lines.
  ClaimVerdict judge_one(const std::string& lines, const std::string& more = {});
  /// The check's finding in the audit before; null: there is none.
  const AuditFinding* finding(std::string_view code) const;

  std::filesystem::path folder_;
  AuditOutcome outcome_;
};

}  // namespace capaudit
