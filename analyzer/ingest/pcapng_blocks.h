// SPDX-License-Identifier: Apache-2.0
// pcapng blocks and options (draft-ietf-opsawg-pcapng 3.1 and 3.5), as far as a reader of
// packets needs them:
//   block   = u32 type, u32 total length, body, options, u32 total length
//   options = { u16 code, u16 length, value, padding to 4 }*, ended by code 0 or the body
// All of it in the byte order of the section.
#pragma once

#include <cstdint>

#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/ordered_reader.h"
#include "decoders/core/bytes.h"

namespace capaudit {

enum class BlockType : std::uint32_t {
  section_header = 0x0a0d0d0a,
  interface_description = 1,
  packet = 2,  // obsolete
  simple_packet = 3,
  interface_statistics = 5,
  enhanced_packet = 6,
  decryption_secrets = 10,
};

struct Block {
  std::uint64_t at = 0;  ///< its offset in the content
  BlockType type = BlockType::packet;
  Bytes body;  ///< with the options; valid until the next block is read
};

/// Walks over the blocks of a file.
class BlockReader {
 public:
  explicit BlockReader(Intake& intake) : intake_(intake) {}

  /// The next block of a known type; the others are passed over without being held.
  /// False at the end and at damage, which then stands in the intake.
  bool next(Block& block);

  /// Byte order of the section that the last block belongs to.
  bool big_endian() const { return big_; }

 private:
  bool find_order(std::uint64_t at);
  bool read_body(Block& block, std::uint32_t length);
  bool pass_over(std::uint64_t at, std::uint32_t length);
  bool bad_length(std::uint64_t at, std::uint32_t length);

  Intake& intake_;
  bool big_ = false;
};

/// Walks over options. Damaged options end the walk: they are decoration, the packet
/// beside them is whole.
class OptionReader {
 public:
  OptionReader(Bytes options, bool big_endian) : reader_(options, big_endian) {}

  /// The next option; false at the end.
  bool next() {
    code = reader_.u16();
    const std::uint16_t length = reader_.u16();
    value = reader_.bytes(length);
    if (!reader_.ok() || code == 0) {
      return false;
    }
    // The last option may lack its padding.
    const std::size_t padding = (4u - length % 4u) % 4u;
    reader_.skip(padding < reader_.remaining() ? padding : reader_.remaining());
    return true;
  }

  std::uint16_t code = 0;
  Bytes value;

 private:
  OrderedReader reader_;
};

}  // namespace capaudit
