// SPDX-License-Identifier: Apache-2.0
// Writes pcap and pcapng files, right ones by default and wrong ones on request: every
// field can be set (draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"
#include "tests/support/byte_writer.h"

namespace capaudit {

struct PcapSettings {
  bool big_endian = false;
  std::uint32_t magic = 0xa1b2c3d4;  ///< 0xa1b23c4d nanoseconds, 0xa1b2cd34 modified
  std::uint16_t major = 2, minor = 4;
  std::uint32_t snaplen = 262144;
  std::uint32_t network = 1;
};

/// One pcap record; unset lengths are the data's.
struct PcapRecord {
  std::uint32_t seconds = 1'700'000'000, fraction = 0;
  Buffer data;
  std::optional<std::uint32_t> captured, original;
};

class PcapFile {
 public:
  explicit PcapFile(const PcapSettings& settings = {});
  PcapFile& add(const PcapRecord& record);
  /// A frame at `fraction` units of the file's clock after 1,700,000,000 s.
  PcapFile& add(Bytes frame, std::uint32_t fraction = 0);
  const Buffer& bytes() const { return out_.out; }

 private:
  PcapSettings settings_;
  ByteWriter out_;
};

struct PcapngOption {
  std::uint16_t code = 0;
  Buffer value;
};

struct PcapngInterface {
  std::uint16_t link_type = 1;
  std::uint32_t snaplen = 262144;
  std::vector<PcapngOption> options;
};

class PcapngFile {
 public:
  /// Begins with a section header.
  explicit PcapngFile(bool big_endian = false);

  PcapngFile& section(bool big_endian, const std::vector<PcapngOption>& options = {},
                      std::uint64_t length = ~std::uint64_t{0});
  PcapngFile& interface(const PcapngInterface& interface);
  PcapngFile& enhanced(std::uint32_t interface, std::uint64_t ticks, Bytes data,
                       std::optional<std::uint32_t> original = std::nullopt,
                       const std::vector<PcapngOption>& options = {});
  PcapngFile& simple(Bytes data, std::optional<std::uint32_t> original = std::nullopt);
  PcapngFile& obsolete(std::uint16_t interface, std::uint16_t drops, std::uint64_t ticks,
                       Bytes data);
  PcapngFile& statistics(std::uint32_t interface,
                         const std::vector<PcapngOption>& options);
  PcapngFile& secrets(std::uint32_t type, std::string_view data);
  /// Any block; both lengths are right unless given.
  PcapngFile& block(std::uint32_t type, Bytes body,
                    std::optional<std::uint32_t> length = std::nullopt,
                    std::optional<std::uint32_t> length_at_end = std::nullopt);

  /// A number as an option's value, in the section's byte order.
  Buffer number(std::uint64_t value, unsigned size) const;

  const Buffer& bytes() const { return out_; }

 private:
  ByteWriter writer() const { return ByteWriter(big_); }
  Buffer encode(const std::vector<PcapngOption>& options) const;

  bool big_;
  Buffer out_;
};

}  // namespace capaudit
