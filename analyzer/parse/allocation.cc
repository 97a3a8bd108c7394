// SPDX-License-Identifier: Apache-2.0
// Sizes are those that malloc really set aside (malloc_usable_size), so that a block is
// taken off by what it was put on with.
#include "analyzer/parse/allocation.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace capaudit {
namespace {

struct Count {
  bool active = false;
  std::int64_t held = 0;
  std::int64_t peak = 0;
};

thread_local Count count;

void add(void* block) {
  count.held += static_cast<std::int64_t>(malloc_usable_size(block));
  count.peak = std::max(count.peak, count.held);
}

void take_off(void* block) {
  count.held -= static_cast<std::int64_t>(malloc_usable_size(block));
}

}  // namespace

AllocationMeter::AllocationMeter() {
  count = {true, 0, 0};
}

AllocationMeter::~AllocationMeter() {
  count.active = false;
}

std::uint64_t AllocationMeter::peak_bytes() const {
  return static_cast<std::uint64_t>(count.peak);
}

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): this is where
// allocation is made
void* counted_malloc(std::size_t size) {
  void* const block = std::malloc(size);
  if (count.active && block != nullptr) {
    add(block);
  }
  return block;
}

void* counted_realloc(void* block, std::size_t size) {
  if (count.active && block != nullptr) {
    take_off(block);
  }
  void* const moved = std::realloc(block, size);
  if (count.active && moved != nullptr) {
    add(moved);
  }
  return moved;
}

void counted_free(void* block) {
  if (count.active && block != nullptr) {
    take_off(block);
  }
  std::free(block);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

}  // namespace capaudit

// All forms without an alignment, so that no pair is split between this and the
// library's.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return capaudit::counted_malloc(std::max<std::size_t>(size, 1));
}

void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}

void* operator new(std::size_t size) {
  void* const block = operator new(size, std::nothrow);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}

void* operator new[](std::size_t size) {
  return operator new(size);
}

void operator delete(void* block) noexcept {
  capaudit::counted_free(block);
}

void operator delete[](void* block) noexcept {
  capaudit::counted_free(block);
}

void operator delete(void* block, std::size_t /*size*/) noexcept {
  capaudit::counted_free(block);
}

void operator delete[](void* block, std::size_t /*size*/) noexcept {
  capaudit::counted_free(block);
}

void operator delete(void* block, const std::nothrow_t& /*tag*/) noexcept {
  capaudit::counted_free(block);
}

void operator delete[](void* block, const std::nothrow_t& /*tag*/) noexcept {
  capaudit::counted_free(block);
}
