// SPDX-License-Identifier: Apache-2.0
// PacketSource: a capture file as a sequence of packets, whatever its container and
// compression. A damaged file yields every packet that is whole before the damage; the
// damage is then in info().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/finding.h"
#include "analyzer/ingest/packet.h"
#include "decoders/core/result.h"

namespace capaudit {

struct CaptureInterface {
  std::uint32_t link_type = 0;
  std::uint32_t snaplen = 0;  ///< 0: no limit stated
  std::string name;
  std::string filter;
  std::int64_t ticks_per_second =
      1'000'000;  ///< 0: a resolution no clock has; the times are then unknown
  std::int64_t offset_seconds = 0;
  std::uint64_t packets = 0;
  std::optional<std::uint64_t> received, dropped,
      os_dropped;  ///< from interface statistics
};

/// What a capture file says of itself. Complete once next() has returned false.
struct SourceInfo {
  std::string path;                 ///< as the user gave it; "-" for standard input
  std::string name;                 ///< base name, the first part of every exchange id
  std::string container;            ///< "pcap", "pcap (nanoseconds)", "pcapng", ...
  std::string compression;          ///< "gzip", "zlib", "zstd", "xz", "zip" or empty
  std::uint64_t file_bytes = 0;     ///< as stored; before the end what the system says
  std::uint64_t content_bytes = 0;  ///< after decompression
  std::string sha256;               ///< of the file as stored, lower-case hexadecimal
  /// Files that a HAR names and that were read; `attached_sha256` covers those outside of
  /// `sha256`: of the lines that sha256sum prints of them, in the order of their names.
  std::uint64_t attached_files = 0, attached_bytes = 0;
  std::string attached_sha256;
  std::string hardware, os, application;  ///< of the capturing machine, where stated
  std::vector<CaptureInterface> interfaces;
  std::vector<std::string>
      tls_key_logs;  ///< bodies of TLS decryption secrets blocks, as found
  std::uint64_t sections = 1;
  std::uint64_t packets = 0;         ///< that next() gave
  std::uint64_t captured_bytes = 0;  ///< sum of the packets' data
  std::uint64_t wire_bytes = 0;      ///< sum of the packets' original lengths
  std::uint64_t filtered_out = 0;    ///< packets that the filter kept back
  bool damaged = false;  ///< something in the file could not be read; a finding says what
  std::vector<Finding> findings;
};

class PacketSource {
 public:
  virtual ~PacketSource() = default;

  /// Fills `packet` with the next one; false at the end of what can be read.
  virtual bool next(Packet& packet) = 0;

  virtual const SourceInfo& info() const = 0;

  /// Bytes of the stored file that were read so far, for progress.
  virtual std::uint64_t bytes_read() const = 0;
};

struct OpenOptions {
  std::string filter;                         ///< BPF expression over packets, empty: all
  std::uint64_t max_packet_bytes = 1u << 28;  ///< a record that declares more is damage
};

/// What is wrong with a BPF expression; none for a right or an empty one. A wrong one is
/// the user's mistake, whatever the capture.
std::optional<Error> check_filter(const std::string& expression);

/// Opens `path` ("-": standard input) by content, not by name. The error names file,
/// offset and reason.
Result<std::unique_ptr<PacketSource>> open_capture(const std::string& path,
                                                   const OpenOptions& options);

}  // namespace capaudit
