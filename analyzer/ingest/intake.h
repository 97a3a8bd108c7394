// SPDX-License-Identifier: Apache-2.0
// Intake: what the readers of all containers share: the decompressed bytes of one file,
// the packet filter, the counts and the findings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/finding_list.h"
#include "analyzer/ingest/attachments.h"
#include "analyzer/ingest/byte_source.h"
#include "analyzer/ingest/hashed_source.h"
#include "analyzer/ingest/packet_filter.h"
#include "analyzer/ingest/packet_source.h"
#include "analyzer/ingest/utf16_source.h"
#include "analyzer/ingest/window.h"

namespace capaudit {

class Intake {
 public:
  /// Begins to read `file`; compression is known by content.
  Intake(const std::string& path, OpenedFile file, const OpenOptions& options);

  /// The content: decompressed where it was compressed.
  Window& content() { return *content_; }

  /// The content is UTF-16 text, to be read as UTF-8. Before anything of it is skipped.
  void read_as_utf8(ByteOrder order);

  /// Files that the content may name: beside the file, or in the zip that it is in.
  Attachments& attachments() { return *attachments_; }

  SourceInfo& info() { return info_; }
  const SourceInfo& info() const { return info_; }
  const OpenOptions& options() const { return options_; }
  std::uint64_t bytes_read() const { return stored_.bytes_read(); }

  /// Counts a packet; false when the filter keeps it back. Its interface must stand in
  /// info().
  bool accept(const Packet& packet);

  /// Copied into info() at the end.
  const FindingList& findings() const { return findings_; }
  /// True when a finding of this code stands already; then it counts once more.
  bool told(std::string_view code) { return findings_.told(code); }
  /// Notes a warning, unless told().
  void warn(std::string_view code, std::string text, std::string remedy,
            std::optional<std::uint64_t> offset, std::optional<std::uint64_t> frame);
  /// Part of the file could not be read.
  void damage(std::string_view code, std::uint64_t offset, std::string text,
              std::string remedy);
  /// The content ends inside what begins at `offset`: by a cut, or since it could not be
  /// read or decompressed further. `what` names it: "record of 94 bytes".
  void cut(std::uint64_t offset, const std::string& what);
  /// A failure of source or decompressor, if there was one and nothing told of it yet.
  void source_failure();

  /// At the end: reads the rest for count and hash, completes info().
  void finish();

 private:
  void find(Finding finding);

  OpenOptions options_;
  PacketFilter filter_;
  SourceInfo info_;
  FindingList findings_;
  HashedSource stored_;
  Window stored_window_;
  std::unique_ptr<ByteSource> decompressed_;
  std::unique_ptr<Attachments> beside_;
  Attachments* attachments_;
  std::unique_ptr<Window> decompressed_window_;
  std::unique_ptr<ByteSource> utf8_;
  std::unique_ptr<Window> utf8_window_;
  Window* content_;
  bool failure_told_ = false;
  bool finished_ = false;
};

/// A container that is known by the first bytes of its content.
struct Container {
  std::string_view name;
  bool (*is)(Bytes head);
  Result<std::unique_ptr<PacketSource>> (*open)(std::unique_ptr<Intake> intake);
};

/// Opens a file up to its content, whatever that is; fails where there is none.
Result<std::unique_ptr<Intake>> open_intake(const std::string& path, OpenedFile file,
                                            const OpenOptions& options);
Result<std::unique_ptr<Intake>> open_intake(const std::string& path,
                                            const OpenOptions& options);

/// The content is a HAR, to be read by read_har().
bool holds_har(Intake& intake);

/// The content as packets.
Result<std::unique_ptr<PacketSource>> open_packets(std::unique_ptr<Intake> intake);

/// As open_capture(), from an open file.
Result<std::unique_ptr<PacketSource>> open_source(const std::string& path,
                                                  OpenedFile file,
                                                  const OpenOptions& options);

bool is_pcap(Bytes head);
Result<std::unique_ptr<PacketSource>> open_pcap(std::unique_ptr<Intake> intake);
bool is_pcapng(Bytes head);
Result<std::unique_ptr<PacketSource>> open_pcapng(std::unique_ptr<Intake> intake);

}  // namespace capaudit
