// SPDX-License-Identifier: Apache-2.0
// Rare, List: what few records have, in the room of a pointer where there is none. A Rare
// reads as a T that has only its defaults until edit() makes one; a List as a vector.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace capaudit {

template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(const Rare& other) : made_(other.made_ ? new T(*other.made_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) {
    made_ = other.made_ ? std::make_unique<T>(*other.made_) : nullptr;
    return *this;
  }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  const T& operator*() const {
    static const T kNothing{};
    return made_ ? *made_ : kNothing;
  }
  const T* operator->() const { return &**this; }
  /// Was edit() called?
  bool made() const { return made_ != nullptr; }
  T& edit() {
    if (!made_) {
      made_ = std::make_unique<T>();
    }
    return *made_;
  }
  void reset() { made_.reset(); }

 private:
  std::unique_ptr<T> made_;
};

template <class T>
class List {
 public:
  using value_type = T;

  List() = default;
  List& operator=(std::vector<T> items) {
    items_.reset();
    if (!items.empty()) {
      items_.edit() = std::move(items);
    }
    return *this;
  }

  operator const std::vector<T>&() const { return *items_; }
  auto begin() const { return items_->begin(); }
  auto end() const { return items_->end(); }
  bool empty() const { return items_->empty(); }
  std::size_t size() const { return items_->size(); }
  const T& operator[](std::size_t index) const { return (*items_)[index]; }
  const T& front() const { return items_->front(); }
  const T& back() const { return items_->back(); }
  void push_back(T item) { items_.edit().push_back(std::move(item)); }
  void append(const std::vector<T>& items) {
    if (!items.empty()) {
      items_.edit().insert(items_.edit().end(), items.begin(), items.end());
    }
  }
  void clear() { items_.reset(); }
  /// Makes one, if it was empty.
  std::vector<T>& edit() { return items_.edit(); }

  friend bool operator==(const List& a, const List& b) { return *a.items_ == *b.items_; }
  friend bool operator==(const List& a, const std::vector<T>& b) {
    return *a.items_ == b;
  }

 private:
  Rare<std::vector<T>> items_;
};

}  // namespace capaudit
