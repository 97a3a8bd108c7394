// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/body_pool.h"

#include <utility>

namespace capaudit {
namespace {

constexpr std::uint64_t kMostQueuedBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kBatchBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kTaskOverhead = 1024;
// Honest sessions stay far below: text shrinks 5 to 20 times.
constexpr std::uint64_t kFreeBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kBytesPerCodedByte = 64;

}  // namespace

BodyPool::BodyPool(unsigned threads) {
  for (unsigned i = 0; threads > 1 && i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

BodyPool::~BodyPool() {
  finish();
}

BodyPool::Result BodyPool::examine(const Numbered& body, bool decode) {
  const BodyTask& task = body.task;
  Result result{body.budget, {task.exchange, task.is_request, {}}};
  if (!decode) {
    return result;
  }
  BodyInput input;
  input.encoded = task.encoded;
  input.complete = task.complete;
  input.codings = task.codings;
  input.content_type = task.content_type;
  input.soap_action = task.soap_action;
  input.target = task.target;
  input.is_request = task.is_request;
  result.facts.facts = examine_body(input);
  return result;
}

std::vector<BodyPool::Result> BodyPool::examine_all(const Batch& batch,
                                                    std::uint64_t used) {
  std::vector<Result> results;
  results.reserve(batch.bodies.size());
  for (const Numbered& body : batch.bodies) {
    // What is known to be used already decides only against a body: decide() decides.
    results.push_back(examine(body, used < body.budget));
    used += results.back().facts.facts.decompressed_bytes;
  }
  return results;
}

// Called in the order of submission.
void BodyPool::decide(Result result) {
  if (used_ >= result.budget) {
    result.facts.facts = {};
    result.facts.facts.findings.push_back("decoding_limit");
  }
  used_ += result.facts.facts.decompressed_bytes;
  ready_.push_back(std::move(result.facts));
}

void BodyPool::submit(BodyTask task) {
  Numbered body;
  if (!task.codings.empty()) {
    coded_bytes_ += task.encoded.size();
    body.budget = kFreeBytes + kBytesPerCodedByte * coded_bytes_;
  }
  body.task = std::move(task);
  if (threads_.empty()) {
    decide(examine(body, used_ < body.budget));
    return;
  }
  batch_.bytes += body.task.encoded.size() + kTaskOverhead;
  batch_.bodies.push_back(std::move(body));
  if (batch_.bytes >= kBatchBytes) {
    send();
  }
}

void BodyPool::send() {
  const std::uint64_t next = batch_.number + 1;
  std::unique_lock lock(mutex_);
  // A body larger than the bound is let in alone.
  room_.wait(lock, [this] { return queued_bytes_ < kMostQueuedBytes; });
  queued_bytes_ += batch_.bytes;
  queue_.push_back(std::exchange(batch_, {}));
  lock.unlock();
  queued_.notify_one();
  batch_.number = next;
}

void BodyPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    queued_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    if (queue_.empty()) {
      return;
    }
    const Batch batch = std::move(queue_.front());
    queue_.pop_front();
    const std::uint64_t used = used_;
    lock.unlock();
    std::vector<Result> results = examine_all(batch, used);
    lock.lock();
    early_[batch.number] = std::move(results);
    for (auto next = early_.begin(); next != early_.end() && next->first == in_order_;
         next = early_.erase(next)) {
      for (Result& result : next->second) {
        decide(std::move(result));
      }
      ++in_order_;
    }
    queued_bytes_ -= batch.bytes;
    room_.notify_one();
  }
}

std::vector<BodyFacts> BodyPool::take_ready() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ready_, {});
}

std::vector<BodyFacts> BodyPool::finish() {
  if (!batch_.bodies.empty()) {
    send();
  }
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  queued_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
  return std::exchange(ready_, {});
}

}  // namespace capaudit
