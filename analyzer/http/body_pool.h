// SPDX-License-Identifier: Apache-2.0
// BodyPool: examines bodies on other threads while reading goes on. examine_body() is a
// pure function, and results are put in their places at the end, so they do not depend on
// the number of threads.
//
// All bodies of a capture together may be decompressed to a multiple of their size and
// some GiB, or many small ones could keep the machine busy for days. A body is left coded
// when those before it, in the order of submission, have used that up.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
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
  /// Waits for all; in the order of submission. The pool takes no tasks afterwards.
  std::vector<BodyFacts> finish();

 private:
  struct Numbered {
    std::uint64_t number = 0;  ///< in the order of submission
    std::uint64_t budget =
        0;  ///< what those before it may have used for it to be decoded
    bool coded = false;
    BodyTask task;
  };
  struct Result {
    std::uint64_t number = 0, budget = 0;
    bool coded = false;
    BodyFacts facts;
  };

  void work();
  static Result examine(const Numbered& body, bool decode);
  void note(Result result);

  std::mutex mutex_;
  std::condition_variable queued_, room_;
  std::deque<Numbered> queue_;
  std::uint64_t queued_bytes_ = 0;
  bool closed_ = false;
  std::vector<Result> results_;
  std::uint64_t submitted_ = 0, coded_bytes_ = 0;
  struct Use {
    std::uint64_t bytes = 0, budget = 0;
  };
  std::map<std::uint64_t, Use> used_out_of_order_;  ///< by number
  std::uint64_t in_order_ = 0;                      ///< all before this number are done
  std::uint64_t used_ = 0;                          ///< by these
  std::vector<std::thread> threads_;
};

}  // namespace capaudit
