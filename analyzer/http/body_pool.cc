// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/body_pool.h"

#include <utility>

namespace capaudit {
namespace {

constexpr std::uint64_t kMostQueuedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kTaskOverhead = 1024;

BodyFacts examine(const BodyTask& task) {
  BodyInput input;
  input.encoded = task.encoded;
  input.complete = task.complete;
  input.codings = task.codings;
  input.content_type = task.content_type;
  input.soap_action = task.soap_action;
  input.target = task.target;
  input.is_request = task.is_request;
  return {task.exchange, task.is_request, examine_body(input)};
}

}  // namespace

BodyPool::BodyPool(unsigned threads) {
  for (unsigned i = 0; threads > 1 && i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

BodyPool::~BodyPool() {
  finish();
}

void BodyPool::submit(BodyTask task) {
  if (threads_.empty()) {
    results_.push_back(examine(task));
    return;
  }
  std::unique_lock lock(mutex_);
  // A body larger than the bound is let in alone.
  room_.wait(lock, [this] { return queued_bytes_ < kMostQueuedBytes; });
  queued_bytes_ += task.encoded.size() + kTaskOverhead;
  queue_.push_back(std::move(task));
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
    const BodyTask task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    BodyFacts facts = examine(task);
    lock.lock();
    results_.push_back(std::move(facts));
    queued_bytes_ -= task.encoded.size() + kTaskOverhead;
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
  return std::move(results_);
}

}  // namespace capaudit
