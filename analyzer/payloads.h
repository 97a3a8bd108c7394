// SPDX-License-Identifier: Apache-2.0
// Payloads: which bodies `sizes` and `parse` are about, and their bytes, fetched by a
// second pass over the captures.
#pragma once

#include <string>
#include <vector>

#include "analyzer/analysis.h"

namespace capaudit {

/// One body, content codings taken off.
struct Payload {
  const Exchange* exchange = nullptr;
  bool is_request = false;
  Buffer content;
  std::string content_type;  ///< that goes with `content`: a HAR's text is UTF-8
  std::string problem;       ///< why `content` is not the whole body; empty: it is

  const Half& half() const {
    return is_request ? *exchange->request : *exchange->response;
  }
};

/// `wanted`: exchanges of `analysis` that have that half. In their order.
std::vector<Payload> fetch_payloads(const Analysis& analysis,
                                    const AnalyzeOptions& options,
                                    const std::vector<const Exchange*>& wanted,
                                    bool is_request);

/// The URL with every number as "#".
std::string without_numbers(const std::string& url);

/// Answers of one operation in one format: the same names, or the same URL but for its
/// numbers.
struct PayloadGroup {
  std::string name;
  std::vector<const Exchange*> exchanges;  ///< most rows first, then in capture order
};

/// Of answers that are whole and hold rows; the largest group first.
std::vector<PayloadGroup> group_payloads(const std::vector<const Exchange*>& exchanges);

}  // namespace capaudit
