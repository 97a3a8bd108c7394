// SPDX-License-Identifier: Apache-2.0
// ExchangeLog: the exchanges of one capture as they come up, from all its connections,
// and their bodies on their way through the pool. At the end they stand in order of the
// request's first byte.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/compact/text.h"
#include "analyzer/http/body_pool.h"
#include "analyzer/http/exchange.h"
#include "analyzer/http/message.h"

namespace capaudit {

struct ExchangeLogOptions {
  unsigned jobs = 1;
  bool examine_bodies = true;
  std::uint64_t keep_heads = 0;
  std::uint64_t keep_heads_in_all = UINT64_MAX;
  std::map<ExchangeKey, WantedBody*> wanted;  ///< whose bodies are wanted, and where
};

class ExchangeLog {
 public:
  explicit ExchangeLog(const ExchangeLogOptions& options);

  /// Index of a new exchange. References to exchanges stay valid until finish().
  std::uint32_t add(const ExchangeKey& key);
  Exchange& operator[](std::uint32_t index) { return exchanges_[index]; }
  /// As much of a head as is to be kept.
  Text keep_head(std::string_view head);
  /// For what many exchanges have in common.
  Text share(std::string_view text) { return texts_.get(text); }
  bool keep_bodies() const { return options_.examine_bodies || !options_.wanted.empty(); }

  /// The message is over: takes its figures, and its body to be examined.
  void take(std::uint32_t index, bool is_request, Message& message);

  /// All of them in the order of their keys, numbered from 1, facts filled in. The log
  /// takes no more afterwards.
  Exchanges finish();

 private:
  void put_in_place(std::vector<BodyFacts> results);
  void sort();

  ExchangeLogOptions options_;
  std::uint64_t heads_kept_ = 0;
  TextPool texts_;
  BodyPool pool_;
  unsigned submitted_ = 0;
  Exchanges exchanges_;
};

}  // namespace capaudit
