// SPDX-License-Identifier: Apache-2.0
// ByteSource: bytes in order, from wherever they come: a file, standard input, a
// decompressor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "decoders/core/result.h"

namespace capaudit {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills the first bytes of `into` (which is not empty) and returns how many; 0 at the
  /// end. The end and an error repeat on every further call.
  virtual Result<std::size_t> read(std::span<std::uint8_t> into) = 0;
};

/// An open file and what the system says of it.
struct OpenedFile {
  std::unique_ptr<ByteSource> source;
  std::uint64_t bytes = 0;  ///< 0: not known, as for a pipe
};

/// Opens `path`, "-" being standard input. The error is one line that names the path.
Result<OpenedFile> open_file(const std::string& path);

}  // namespace capaudit
