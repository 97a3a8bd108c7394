// SPDX-License-Identifier: Apache-2.0
// A block whose length cannot be right ends the reading, since nothing says where the
// next one begins.
#include "analyzer/ingest/pcapng_blocks.h"

#include <string>

namespace capaudit {
namespace {

constexpr std::size_t kBlockHead = 8, kBlockTail = 4;
constexpr std::size_t kSectionHead = 12;  // with the byte-order magic
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
constexpr std::uint64_t kOptionRoom = 16u << 20;  // beside a packet's bytes

bool is_known(BlockType type) {
  switch (type) {
  case BlockType::section_header:
  case BlockType::interface_description:
  case BlockType::packet:
  case BlockType::simple_packet:
  case BlockType::interface_statistics:
  case BlockType::enhanced_packet:
  case BlockType::decryption_secrets:
    return true;
  }
  return false;
}

}  // namespace

// Looks at the magic of a section header, which stands behind the length that it gives
// the byte order for.
bool BlockReader::find_order(std::uint64_t at) {
  const Bytes head = intake_.content().peek(kSectionHead);
  if (head.size() < kSectionHead) {
    intake_.cut(at, "section header");
    return false;
  }
  for (const bool big : {false, true}) {
    OrderedReader reader(head, big);
    reader.skip(kBlockHead);
    if (reader.u32() == kByteOrderMagic) {
      big_ = big;
      return true;
    }
  }
  intake_.damage("damaged_block", at,
                 "the section header at offset " + std::to_string(at) +
                     " has no byte-order magic: what follows is not read",
                 "the file is damaged from there on: record or fetch it again");
  return false;
}

bool BlockReader::bad_length(std::uint64_t at, std::uint32_t length) {
  intake_.damage("damaged_block", at,
                 "the block at offset " + std::to_string(at) + " declares " +
                     std::to_string(length) +
                     " bytes, which cannot be: what follows is not read",
                 "the file is damaged from there on: record or fetch it again");
  return false;
}

bool BlockReader::next(Block& block) {
  Window& content = intake_.content();
  while (true) {
    block.at = content.offset();
    const Bytes head = content.peek(kBlockHead);
    if (head.empty()) {
      return false;
    }
    if (head.size() < kBlockHead) {
      intake_.cut(block.at, "block header of 8 bytes");
      return false;
    }
    // A section header's type reads the same in both orders.
    block.type = static_cast<BlockType>(OrderedReader(head, big_).u32());
    if (block.type == BlockType::section_header && !find_order(block.at)) {
      return false;
    }
    OrderedReader reader(content.peek(kBlockHead), big_);
    reader.skip(4);
    const std::uint32_t length = reader.u32();
    if (length % 4 != 0 || length < kBlockHead + kBlockTail) {
      return bad_length(block.at, length);
    }
    if (is_known(block.type)) {
      return read_body(block, length);
    }
    if (!pass_over(block.at, length)) {
      return false;
    }
  }
}

bool BlockReader::read_body(Block& block, std::uint32_t length) {
  Window& content = intake_.content();
  if (length > intake_.options().max_packet_bytes + kOptionRoom) {
    return bad_length(block.at, length);
  }
  const Bytes whole = content.peek(length);
  if (whole.size() < length) {
    intake_.cut(block.at, "block of " + std::to_string(length) + " bytes");
    return false;
  }
  OrderedReader tail(whole.last(kBlockTail), big_);
  if (tail.u32() != length) {
    return bad_length(block.at, length);
  }
  content.skip(length);
  block.body = whole.subspan(kBlockHead, length - kBlockHead - kBlockTail);
  return true;
}

bool BlockReader::pass_over(std::uint64_t at, std::uint32_t length) {
  Window& content = intake_.content();
  const std::uint64_t passed = content.skip_far(length - kBlockTail);
  const Bytes tail = content.peek(kBlockTail);
  if (passed < length - kBlockTail || tail.size() < kBlockTail) {
    intake_.cut(at, "block of " + std::to_string(length) + " bytes");
    return false;
  }
  OrderedReader reader(tail, big_);
  if (reader.u32() != length) {
    return bad_length(at, length);
  }
  content.skip(kBlockTail);
  return true;
}

}  // namespace capaudit
