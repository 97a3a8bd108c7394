// SPDX-License-Identifier: Apache-2.0
// Files that a HAR names instead of holding their content (Playwright's `_file`): beside
// it in its folder, or members of the zip it is in (zip_archive.h). A name is a file name
// and never a path, so nothing else of the disk can be read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "decoders/core/bytes.h"
#include "decoders/core/result.h"

namespace capaudit {

class Attachments {
 public:
  virtual ~Attachments() = default;

  /// The whole file; fails as `limit` beyond `most` bytes, as `unsupported` for what is
  /// no plain file name, as `io` where there is none or it cannot be read, as `malformed`
  /// where it is damaged. Error::offset is how many bytes were read in vain.
  virtual Result<Buffer> read(const std::string& name, std::uint64_t most) = 0;

  /// The hash of the input covers them already.
  virtual bool hashed_with_input() const = 0;
};

/// Neither empty nor a path, nor "." nor "..", and without control characters.
bool is_plain_file_name(std::string_view name);

/// Files in the folder of `path`; links are not followed. Of standard input there are
/// none.
std::unique_ptr<Attachments> attachments_beside(const std::string& path);

}  // namespace capaudit
