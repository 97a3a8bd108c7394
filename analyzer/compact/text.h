// SPDX-License-Identifier: Apache-2.0
// Text: a string that is not changed any more, in the room of a pointer; copies share the
// letters. TextPool gives equal texts of many records the same letters.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace capaudit {

class Text {
 public:
  static constexpr std::size_t npos = std::string_view::npos;

  Text() = default;
  explicit Text(std::string_view text);
  Text(const char* text) : Text(std::string_view(text)) {}
  Text(const Text& other) : letters_(other.letters_) { share(); }
  Text(Text&& other) noexcept : letters_(other.letters_) { other.letters_ = nullptr; }
  Text& operator=(Text other) noexcept {
    std::swap(letters_, other.letters_);
    return *this;
  }
  Text& operator=(std::string_view text) { return *this = Text(text); }
  Text& operator=(const std::string& text) { return *this = Text(text); }
  Text& operator=(const char* text) { return *this = Text(text); }
  ~Text() { release(); }

  /// Valid as long as a Text with these letters is.
  std::string_view view() const;
  operator std::string_view() const { return view(); }
  operator std::string() const { return std::string(view()); }
  std::string str() const { return std::string(view()); }

  bool empty() const { return letters_ == nullptr; }
  std::size_t size() const { return view().size(); }
  char operator[](std::size_t index) const { return view()[index]; }
  auto begin() const { return view().begin(); }
  auto end() const { return view().end(); }
  std::string substr(std::size_t from, std::size_t count = npos) const {
    return std::string(view().substr(from, count));
  }
  template <class X>
  std::size_t find(const X& what, std::size_t from = 0) const {
    return view().find(what, from);
  }
  template <class X>
  std::size_t find_first_of(const X& what, std::size_t from = 0) const {
    return view().find_first_of(what, from);
  }
  template <class X>
  bool starts_with(const X& what) const {
    return view().starts_with(what);
  }
  template <class X>
  bool ends_with(const X& what) const {
    return view().ends_with(what);
  }
  void clear() { *this = Text(); }

  friend bool operator==(const Text& a, const Text& b) {
    return a.letters_ == b.letters_ || a.view() == b.view();
  }
  friend bool operator==(const Text& a, std::string_view b) { return a.view() == b; }
  friend bool operator==(const Text& a, const std::string& b) { return a.view() == b; }
  friend bool operator==(const Text& a, const char* b) { return a.view() == b; }
  friend auto operator<=>(const Text& a, const Text& b) { return a.view() <=> b.view(); }
  friend std::string operator+(std::string a, const Text& b) {
    return a.append(b.view());
  }
  template <class X>
  friend std::string operator+(const Text& a, const X& b) {
    return a.str().append(std::string_view(b));
  }

 private:
  struct Letters;

  void share() const;
  void release();

  Letters* letters_ = nullptr;  ///< null: empty
};

/// Not for many threads at once.
class TextPool {
 public:
  /// The one that was given for an equal text before, unless there are too many.
  Text get(std::string_view text);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  std::unordered_set<Text, Hash, std::equal_to<>> texts_;
};

}  // namespace capaudit
