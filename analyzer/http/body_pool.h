// SPDX-License-Identifier: Apache-2.0
// BodyPool: examines bodies on other threads while reading goes on. examine_body() is a
// pure function, and results come out in the order in which bodies went in, so they do
// not depend on the number of threads. Bodies travel in batches: most are so small that a
// lock for each would cost more than the body.
//
// All bodies of a capture together may be decompressed to a multiple of their size and
// some GiB, or many small ones could keep the machine busy for days. A body is left coded
// when those before it, in the order of submission, have used that up.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "analyzer/compact/text.h"
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
  Text content_type, target;
  std::string soap_action;
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
  /// Results that are there by now and were not taken yet, in the order of submission.
  std::vector<BodyFacts> take_ready();
  /// Waits for all; the results not taken yet. The pool takes no tasks afterwards.
  std::vector<BodyFacts> finish();

 private:
  struct Numbered {
    /// What those before it may have used for it to be decoded; none: it has no coding.
    std::uint64_t budget = UINT64_MAX;
    BodyTask task;
  };
  struct Batch {
    std::uint64_t number = 0;  ///< in the order of submission
    std::uint64_t bytes = 0;
    std::vector<Numbered> bodies;
  };
  struct Result {
    std::uint64_t budget = 0;
    BodyFacts facts;
  };

  void work();
  void send();
  static Result examine(const Numbered& body, bool decode);
  /// `used`: what is known by now to have been used up before the batch.
  static std::vector<Result> examine_all(const Batch& batch, std::uint64_t used);
  void decide(Result result);

  // The caller's.
  Batch batch_;  ///< being filled
  std::uint64_t coded_bytes_ = 0;
  std::vector<std::thread> threads_;

  // Shared with the threads: under mutex_.
  std::mutex mutex_;
  std::condition_variable queued_, room_;
  std::deque<Batch> queue_;
  std::uint64_t queued_bytes_ = 0;
  bool closed_ = false;
  std::map<std::uint64_t, std::vector<Result>> early_;  ///< behind a batch not done yet
  std::uint64_t in_order_ = 0;  ///< all batches before this number are done
  std::uint64_t used_ = 0;      ///< by their bodies
  std::vector<BodyFacts> ready_;
};

}  // namespace capaudit
