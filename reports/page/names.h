// SPDX-License-Identifier: Apache-2.0
// Short names for series of a chart and lines of a table: URLs that differ in a word are
// told apart by that word.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/http/exchange.h"
#include "reports/redact.h"

namespace capaudit {

/// "GET http://a/rows?n=#": redacted first, as a secret without its digits has no shape.
std::string shown_url(const Exchange& exchange, const Redactor& redactor);
/// Names of the calls that were answered, else method and URL.
std::string answer_name(const Exchange& exchange, const Redactor& redactor);

class ShortNames {
 public:
  /// All names that stand beside each other: methods with URLs, or names of calls.
  /// What holds no "/" is a name of calls and stays as it is.
  explicit ShortNames(const std::vector<std::string>& names);
  /// What `name` has and others have not, of its query if there is one; a value without
  /// its key: "getJSON" of "GET http://a/rows?command=getJSON". Two names never become
  /// one.
  std::string of(const std::string& name) const;

 private:
  std::string shortened(const std::string& name) const;
  std::set<std::string> common_;  ///< words of all URLs
  std::multiset<std::string> taken_;
};

}  // namespace capaudit
