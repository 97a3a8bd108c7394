// SPDX-License-Identifier: Apache-2.0
// Bodies that a HAR keeps in files of their own (Playwright's `_file`, named by the SHA-1
// of the content): what was read of them, and how much may be.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/ingest/attachments.h"
#include "analyzer/ingest/packet_source.h"
#include "decoders/core/bytes.h"

namespace capaudit {

class AttachedBodies {
 public:
  /// `files` must outlive this. All bodies together may have `budget` bytes: many entries
  /// can name one large file.
  AttachedBodies(Attachments& files, std::uint64_t budget)
      : files_(files), budget_(budget) {}

  struct Read {
    std::optional<Buffer> bytes;
    std::string_view note;  ///< a finding (literal); empty: none
  };
  /// The body of that name, of `most` bytes at most.
  Read read(std::string_view name, std::uint64_t most);

  /// Writes down which files were read.
  void tell(SourceInfo& info) const;

 private:
  struct File {
    std::uint64_t bytes = 0;
    std::string sha256;  ///< empty where the input's own covers it
    bool as_named = true;
  };
  const File& look(const std::string& name, Bytes content);

  Attachments& files_;
  std::uint64_t budget_;
  std::map<std::string, File> read_;
};

}  // namespace capaudit
