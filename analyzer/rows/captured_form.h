// SPDX-License-Identifier: Apache-2.0
// CapturedForm: rows written again as the captured body has them, its envelope kept byte
// for byte; and what a body's bytes are spent on, so that any difference between what was
// captured and what is written has a cause with a number.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/rows/table.h"
#include "decoders/writers/rows.h"
#include "decoders/writers/writers.h"

namespace capaudit {

/// The writer that is nearest to a captured body; null: none is near.
const RowWriter* nearest_writer(const Decoded& decoded, const Table& table);

class CapturedForm {
 public:
  /// None for forms that have no writer with their envelope: there nearest_writer() has
  /// to do. `decoded` must outlive the form.
  static std::optional<CapturedForm> of(const Decoded& decoded, const Table& table);

  /// The captured bytes with `rows` in place of the captured ones. Lengths and counts
  /// that the envelope tells stay those of the capture.
  Buffer write(const Rows& rows) const;

 private:
  using WriteList = std::function<Buffer(const Rows&)>;
  CapturedForm(Bytes before, Bytes after, WriteList write)
      : before_(before), after_(after), write_(std::move(write)) {}

  Bytes before_, after_;
  WriteList write_;
};

/// A body's bytes by what they are for; the sum is the body.
struct ByteShares {
  std::uint64_t envelope = 0;   ///< around the rows
  std::uint64_t names = 0;      ///< of columns: keys, tags, traits
  std::uint64_t values = 0;     ///< without what escapes them
  std::uint64_t escaping = 0;   ///< of characters in texts
  std::uint64_t white = 0;      ///< white space between values
  std::uint64_t structure = 0;  ///< brackets, commas, markers, references

  std::uint64_t sum() const {
    return envelope + names + values + escaping + white + structure;
  }
};

ByteShares byte_shares(const Decoded& decoded, const Table& table);

}  // namespace capaudit
