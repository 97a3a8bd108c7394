// SPDX-License-Identifier: Apache-2.0
// Encodings: what rows would have cost in another format. The formats are the table of
// decoders/writers/writers.h, the codings that of decoders/writers/coders.h; their names
// are those of `as = "json-columns"` in a claim. Nothing is measured that was not first
// read back as the same rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/result.h"
#include "decoders/writers/coders.h"
#include "decoders/writers/writers.h"

namespace capaudit {

/// What a format cannot tell apart: the value survives, its type does not.
struct Loss {
  std::string_view what;    ///< "null is read back as an empty text"
  std::uint64_t cells = 0;  ///< of which this is so
};

/// How `back` differs from `rows` where the values are the same. An error names the first
/// cell whose value is another.
Result<std::vector<Loss>> compare_rows(const Rows& rows, const Rows& back);

struct EncodedRows {
  Buffer body;
  std::vector<Loss> losses;
};

/// Rows in a format, decoded again and compared. An error (unsupported) says which cell
/// the format cannot carry.
Result<EncodedRows> encode_rows(const Rows& rows, const RowWriter& writer);

struct EncodedSize {
  std::uint64_t bytes = 0;        ///< as is
  std::uint64_t coded_bytes = 0;  ///< under the coding
  std::vector<Loss> losses;
};

/// `encoding` by its name in row_writers(), `coding` by its name in body_coders(), "" for
/// none. An unknown name is malformed and lists the known ones.
Result<EncodedSize> encoded_size(const Rows& rows, std::string_view encoding,
                                 std::string_view coding);

}  // namespace capaudit
