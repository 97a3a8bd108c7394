// SPDX-License-Identifier: Apache-2.0
// Few: a vector of which most hold one element, which then stands inside.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "analyzer/compact/rare.h"

namespace capaudit {

template <class T>
class Few {
 public:
  using value_type = T;

  Few() = default;
  Few(std::initializer_list<T> items) {
    for (const T& item : items) {
      push_back(item);
    }
  }

  std::span<const T> all() const {
    return size_ < 2 ? std::span<const T>(&one_, size_) : std::span<const T>(*many_);
  }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  auto rbegin() const { return all().rbegin(); }
  auto rend() const { return all().rend(); }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return all()[index]; }
  const T& front() const { return all().front(); }
  const T& back() const { return all().back(); }
  void push_back(const T& item) {
    if (size_ == 0) {
      one_ = item;
    } else {
      if (size_ == 1) {
        many_.edit().push_back(one_);
      }
      many_.edit().push_back(item);
    }
    ++size_;
  }

 private:
  T one_{};
  std::size_t size_ = 0;
  Rare<std::vector<T>> many_;
};

}  // namespace capaudit
