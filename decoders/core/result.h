// SPDX-License-Identifier: Apache-2.0
// A value or an Error: the way in which everything that input can cause is reported.
// Bad input is the normal case here and ends as a finding beside its exchange, never as
// an unwound run.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace capaudit {

/// Whose fault it is. The difference matters: `truncated` can never contradict a claim.
enum class ErrorCode {
  truncated,    ///< the capture ends too early
  malformed,    ///< the sender broke the format
  unsupported,  ///< valid perhaps, but not known here
  limit,        ///< a bound of ours was hit
  io,           ///< the operating system said no
};

std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::malformed;
  std::uint64_t offset = 0;  ///< bytes from the start of the input that was given
  std::string what;          ///< lower case, no full stop, with the numbers
};

/// Either a T or an Error. Reading the wrong one is a bug of ours and asserts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() & {
    assert(ok());
    return std::get<0>(state_);
  }
  const T& operator*() const& {
    assert(ok());
    return std::get<0>(state_);
  }
  T&& operator*() && {
    assert(ok());
    return std::get<0>(std::move(state_));
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const {
    assert(!ok());
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace capaudit
