// SPDX-License-Identifier: Apache-2.0
// BodyPool: examines bodies on other threads while reading goes on. examine_body() is a
// pure function, and results are put in their places at the end, so they do not depend on
// the number of threads.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "analyzer/http/facts.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// One body with everything that examining it needs, owned.
struct BodyTask {
  std::uint32_t exchange = 0;
  bool is_request = false;
  bool complete = true;
  Buffer encoded;
  std::vector<std::string> codings;
  std::string content_type, soap_action, target;
};

struct BodyFacts {
  std::uint32_t exchange = 0;
  bool is_request = false;
  Facts facts;
};

class BodyPool {
 public:
  /// `threads` 0 or 1: bodies are examined at once on the caller's thread.
  explicit BodyPool(unsigned threads);
  ~BodyPool();
  BodyPool(const BodyPool&) = delete;
  BodyPool& operator=(const BodyPool&) = delete;

  /// Waits while too many bytes are queued.
  void submit(BodyTask task);
  /// Waits for all; in no particular order. The pool takes no tasks afterwards.
  std::vector<BodyFacts> finish();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable queued_, room_;
  std::deque<BodyTask> queue_;
  std::uint64_t queued_bytes_ = 0;
  bool closed_ = false;
  std::vector<BodyFacts> results_;
  std::vector<std::thread> threads_;
};

}  // namespace capaudit
