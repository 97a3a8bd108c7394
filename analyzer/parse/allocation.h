// SPDX-License-Identifier: Apache-2.0
// AllocationMeter: the most bytes that a piece of code holds allocated at a time. It sees
// operator new, which this replaces for the whole program (one test of a flag where no
// meter runs), and the libraries in C that are given counted_malloc() and its like.
#pragma once

#include <cstddef>
#include <cstdint>

namespace capaudit {

/// Counts what this thread allocates while it lives. One at a time per thread.
class AllocationMeter {
 public:
  AllocationMeter();
  ~AllocationMeter();
  AllocationMeter(const AllocationMeter&) = delete;
  AllocationMeter& operator=(const AllocationMeter&) = delete;

  /// Above what was allocated when the meter began.
  std::uint64_t peak_bytes() const;
};

void* counted_malloc(std::size_t size);
void* counted_realloc(void* block, std::size_t size);
void counted_free(void* block);

}  // namespace capaudit
