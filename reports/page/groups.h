// SPDX-License-Identifier: Apache-2.0
// Exchanges added up by host or by format.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "reports/sums.h"

namespace capaudit {

struct Group {
  std::string name;
  std::uint64_t exchanges = 0, complete = 0;
  KnownSum request_head, request_framing, request_encoded;
  KnownSum response_head, response_framing, response_encoded, response_content;
  /// Of the responses whose encoded and decoded size are both known.
  std::uint64_t both = 0, both_encoded = 0, both_content = 0;
  std::vector<double> wait, server, receive, total;  ///< known ones, milliseconds
  /// Of the exchanges in which every phase is known.
  std::uint64_t phased = 0;
  double send_sum = 0, network_sum = 0, server_sum = 0, receive_sum = 0;

  std::uint64_t response_bytes() const {
    return response_head.bytes + response_framing.bytes + response_encoded.bytes;
  }
};

using GroupKey = std::function<std::string(const Exchange&)>;

/// Most response bytes first, then by name.
std::vector<Group> group_by(const std::vector<const Exchange*>& exchanges,
                            const GroupKey& key);
/// Everything in one group.
Group total_of(const std::vector<const Exchange*>& exchanges);

/// "host:port" of the URL, else the server's address.
std::string host_key(const Exchange& exchange);
/// Format of the response body; "no response", "unknown".
std::string format_key(const Exchange& exchange);

}  // namespace capaudit
