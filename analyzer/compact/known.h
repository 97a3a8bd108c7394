// SPDX-License-Identifier: Apache-2.0
// Known: a std::optional in the room of its value. One value of T that nothing in a
// capture can have stands for "none", so that a record of which hundreds of thousands are
// kept is half as large. To be had and passed on as the std::optional it stands for.
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <type_traits>

namespace capaudit {

/// The value that stands for none: the largest of unsigned numbers, the lowest of signed
/// ones, not-a-number.
template <class T>
struct NoneOf {
  static constexpr T value = std::numeric_limits<T>::is_signed
                                 ? std::numeric_limits<T>::lowest()
                                 : std::numeric_limits<T>::max();
  static constexpr bool is(const T& tested) { return tested == value; }
};

template <>
struct NoneOf<double> {
  static constexpr double value = std::numeric_limits<double>::quiet_NaN();
  static constexpr bool is(const double& tested) { return !(tested == tested); }
};

template <class T>
class Known {
 public:
  constexpr Known() = default;
  constexpr Known(std::nullopt_t) {}
  constexpr Known(const T& value) : value_(value) {}
  constexpr explicit Known(const std::optional<T>& other)
      : value_(other ? *other : NoneOf<T>::value) {}
  constexpr Known& operator=(const std::optional<T>& other) {
    return *this = Known(other);
  }

  constexpr Known& operator=(const T& value) {
    value_ = value;
    return *this;
  }
  constexpr Known& operator=(std::nullopt_t) {
    reset();
    return *this;
  }

  template <class U>
  requires std::is_arithmetic_v<U>
  constexpr operator std::optional<U>() const {
    return has_value() ? std::optional<U>(static_cast<U>(value_)) : std::nullopt;
  }
  constexpr bool has_value() const { return !NoneOf<T>::is(value_); }
  constexpr explicit operator bool() const { return has_value(); }
  /// There must be one.
  constexpr const T& operator*() const { return value_; }
  constexpr T& operator*() { return value_; }
  constexpr T value_or(const T& other) const { return has_value() ? value_ : other; }
  constexpr void reset() { value_ = NoneOf<T>::value; }

  friend constexpr bool operator==(const Known& a, const Known& b) {
    return std::optional<T>(a) == std::optional<T>(b);
  }
  friend constexpr bool operator==(const Known& a, const std::optional<T>& b) {
    return std::optional<T>(a) == b;
  }
  friend constexpr bool operator==(const Known& a, const T& b) {
    return a.has_value() && a.value_ == b;
  }
  friend constexpr bool operator==(const Known& a, std::nullopt_t) {
    return !a.has_value();
  }
  friend constexpr auto operator<=>(const Known& a, const Known& b) {
    return std::optional<T>(a) <=> std::optional<T>(b);
  }

 private:
  T value_ = NoneOf<T>::value;
};

}  // namespace capaudit
