// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/body_pool.h"

#include <algorithm>
#include <utility>

namespace capaudit {
namespace {

constexpr std::uint64_t kMostQueuedBytes = std::uint64_t{64} << 20;
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
  Result result{
      body.number, body.budget, body.coded, {task.exchange, task.is_request, {}}};
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

// Keeps a result and the sum of what all bodies up to the first unfinished one have used.
void BodyPool::note(Result result) {
  used_out_of_order_[result.number] = {result.facts.facts.decompressed_bytes,
                                       result.coded ? result.budget : UINT64_MAX};
  for (auto next = used_out_of_order_.begin();
       next != used_out_of_order_.end() && next->first == in_order_;
       next = used_out_of_order_.erase(next)) {
    used_ += used_ < next->second.budget ? next->second.bytes : 0;  // as finish() counts
    ++in_order_;
  }
  results_.push_back(std::move(result));
}

void BodyPool::submit(BodyTask task) {
  Numbered body;
  body.coded = !task.codings.empty();
  coded_bytes_ += body.coded ? task.encoded.size() : 0;
  body.number = submitted_++;
  body.budget = kFreeBytes + kBytesPerCodedByte * coded_bytes_;
  body.task = std::move(task);
  if (threads_.empty()) {
    note(examine(body, !body.coded || used_ < body.budget));
    return;
  }
  std::unique_lock lock(mutex_);
  // A body larger than the bound is let in alone.
  room_.wait(lock, [this] { return queued_bytes_ < kMostQueuedBytes; });
  queued_bytes_ += body.task.encoded.size() + kTaskOverhead;
  queue_.push_back(std::move(body));
  lock.unlock();
  queued_.notify_one();
}

void BodyPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    queued_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    if (queue_.empty()) {
      return;
    }
    const Numbered body = std::move(queue_.front());
    queue_.pop_front();
    // What is known to be used already decides only against a body: finish() decides.
    const bool decode = !body.coded || used_ < body.budget;
    lock.unlock();
    Result result = examine(body, decode);
    lock.lock();
    note(std::move(result));
    queued_bytes_ -= body.task.encoded.size() + kTaskOverhead;
    room_.notify_one();
  }
}

std::vector<BodyFacts> BodyPool::finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  queued_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
  std::sort(results_.begin(), results_.end(),
            [](const Result& a, const Result& b) { return a.number < b.number; });
  std::vector<BodyFacts> out;
  out.reserve(results_.size());
  std::uint64_t used = 0;
  for (Result& result : results_) {
    if (result.coded && used >= result.budget) {
      result.facts.facts = {};
      result.facts.facts.findings.push_back("decoding_limit");
    }
    used += result.facts.facts.decompressed_bytes;
    out.push_back(std::move(result.facts));
  }
  results_.clear();
  return out;
}

}  // namespace capaudit
