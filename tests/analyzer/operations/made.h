// SPDX-License-Identifier: Apache-2.0
// Exchanges made by hand, and operations as lines of text, so that a test shows both at a
// glance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "tests/support/wire.h"

namespace capaudit {

/// Exchanges of one capture, one after the other unless told otherwise.
class Made {
 public:
  /// Sent 10 ms after the one before, answered 5 ms later, on connection 1 of one client.
  /// Status 0: there is no answer.
  Made& add(const std::string& method, const std::string& url, int status);
  Made& get(const std::string& url, int status = 200) { return add("GET", url, status); }

  // Of the last one.
  Made& asking(std::string_view field, std::string_view value);
  Made& answering(std::string_view field, std::string_view value);
  Made& on(std::uint32_t connection);
  Made& by(const std::string& address);
  /// Milliseconds from the beginning.
  Made& sent_at(std::int64_t ms, std::int64_t answered_ms);
  Made& as(Format request, Format response);
  Made& rows(std::uint64_t count);
  Made& next_link(const std::string& link);
  /// A call, or an answer if it is given a correlation id or a fault.
  Made& call(const Call& call);
  Made& reply(const Call& call);

  Exchange& last() { return exchanges_.back(); }

  /// One line an operation: kind, what is special, its exchanges with their roles:
  /// "paging open: 1 page, 3 page".
  std::vector<std::string> groups() const;

 private:
  Exchanges exchanges_;
  std::int64_t clock_ms_ = 0;
};

/// As Made::groups(), of an analysis.
std::vector<std::string> groups_of(const Analysis& analysis);

/// A connection in a capture: what is said, from which port, from when on.
struct Visit {
  std::string conversation;  ///< tests/support/conversation.h
  std::uint16_t port = 50000;
  std::int64_t start_ms = 0;
};

/// The capture of all of them, analysed.
Analysis analysis_of(const std::vector<Visit>& visits);

}  // namespace capaudit
