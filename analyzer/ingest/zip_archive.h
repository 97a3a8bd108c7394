// SPDX-License-Identifier: Apache-2.0
// A zip (PKWARE APPNOTE 4.3) with one HAR in it and the bodies that it names, as
// Playwright writes it. The archive is held in memory, since its table of contents stands
// at the end; members are inflated one at a time, by libzip.
#pragma once

#include <cstdint>
#include <memory>

#include "analyzer/ingest/attachments.h"
#include "analyzer/ingest/byte_source.h"
#include "analyzer/ingest/window.h"
#include "decoders/core/bytes.h"

namespace capaudit {

constexpr std::uint64_t kMaxZipBytes = std::uint64_t{1} << 30;

/// Begins as a zip does.
bool is_zip(Bytes head);

/// The HAR as bytes in order, everything else as attachments. The archive is opened by
/// the first read, which fails where it is none, damaged or without a HAR.
class ZipArchive final : public ByteSource, public Attachments {
 public:
  /// `stored` must outlive the archive.
  ZipArchive(Window& stored, std::uint64_t expected_bytes);
  ~ZipArchive() override;
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  Result<std::size_t> read(std::span<std::uint8_t> into) override;
  Result<Buffer> read(const std::string& name, std::uint64_t most) override;
  bool hashed_with_input() const override { return true; }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace capaudit
