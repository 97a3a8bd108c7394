// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/hashed_source.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <openssl/evp.h>

namespace capaudit {
namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;  // stays in a second-level cache
constexpr std::size_t kBlocks = 8;
constexpr std::uint64_t kThreadBytes = 1u << 20;  // less is hashed sooner than it starts

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) {
    ok_ = context_ != nullptr &&
          EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1;
  }
  void add(Bytes bytes) {
    ok_ = ok_ && EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1;
  }
  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (!ok_ || EVP_DigestFinal_ex(context_.get(), digest.data(), &size) != 1) {
      return {};
    }
    ok_ = false;
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      text += kDigits[digest[i] >> 4];
      text += kDigits[digest[i] & 15];
    }
    return text;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
  bool ok_ = false;
};

}  // namespace

// A ring of blocks. The reader fills block after block; the thread hashes them in the
// same order; a block is filled again only once it has been hashed.
class HashedSource::Hasher {
 public:
  Hasher() = default;
  ~Hasher() { stop(); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  /// The block to fill next.
  Buffer& next_block() {
    if (bytes_ > kThreadBytes && !started_) {
      start();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return filled_ - hashed_ < kBlocks; });
    Buffer& block = blocks_[filled_ % kBlocks];
    block.resize(kBlockBytes);
    return block;
  }

  /// The block that next_block() gave holds `size` bytes now.
  void filled(std::size_t size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    sizes_[filled_ % kBlocks] = size;
    ++filled_;
    bytes_ += size;
    if (!thread_.joinable()) {
      hash_waiting();
    }
    changed_.notify_all();
  }

  std::string finish() {
    stop();
    hash_waiting();
    return hash_.finish();
  }

 private:
  void start() {
    started_ = true;
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      // Without a thread the blocks are hashed where they are filled.
    }
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return hashed_ < filled_ || stopping_; });
      if (hashed_ == filled_) {
        return;
      }
      const std::size_t at = hashed_ % kBlocks;
      const Bytes block = Bytes(blocks_[at]).first(sizes_[at]);
      lock.unlock();
      hash_.add(block);
      lock.lock();
      ++hashed_;
      changed_.notify_all();
    }
  }

  void hash_waiting() {
    for (; hashed_ < filled_; ++hashed_) {
      const std::size_t at = hashed_ % kBlocks;
      hash_.add(Bytes(blocks_[at]).first(sizes_[at]));
    }
  }

  void stop() {
    if (!thread_.joinable()) {
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      changed_.notify_all();
    }
    thread_.join();
  }

  std::array<Buffer, kBlocks> blocks_;
  std::array<std::size_t, kBlocks> sizes_{};
  std::size_t filled_ = 0, hashed_ = 0;  ///< blocks so far
  std::uint64_t bytes_ = 0;
  bool started_ = false, stopping_ = false;
  Sha256 hash_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

HashedSource::HashedSource(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), hasher_(std::make_unique<Hasher>()) {}

HashedSource::~HashedSource() = default;

bool HashedSource::fill() {
  if (ended_) {
    return false;
  }
  Buffer& block = hasher_->next_block();
  const Result<std::size_t> count = source_->read(block);
  if (!count.ok()) {
    failure_ = count.error();
    failure_->offset = bytes_read_;
  }
  const std::size_t size = count.ok() ? *count : 0;
  ended_ = size == 0;
  block_ = Bytes(block).first(size);
  bytes_read_ += size;
  if (size > 0) {
    hasher_->filled(size);
  }
  return size > 0;
}

Result<std::size_t> HashedSource::read(std::span<std::uint8_t> into) {
  if (block_.empty() && !fill()) {
    if (failure_) {
      return *failure_;
    }
    return std::size_t{0};
  }
  const std::size_t count = std::min(into.size(), block_.size());
  std::memcpy(into.data(), block_.data(), count);
  block_ = block_.subspan(count);
  return count;
}

void HashedSource::drain() {
  while (fill()) {
  }
  block_ = {};
}

std::string sha256_of(Bytes bytes) {
  Sha256 hasher;
  hasher.add(bytes);
  return hasher.finish();
}

std::string HashedSource::sha256() {
  return hasher_->finish();
}

}  // namespace capaudit
