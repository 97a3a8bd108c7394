// SPDX-License-Identifier: Apache-2.0
// OrderedReader: a Reader for formats whose byte order is the writer's, as in pcap and
// pcapng.
#pragma once

#include "decoders/core/reader.h"

namespace capaudit {

class OrderedReader {
 public:
  OrderedReader(Bytes data, bool big_endian) : reader_(data), big_(big_endian) {}

  bool ok() const { return reader_.ok(); }
  std::size_t remaining() const { return reader_.remaining(); }
  Bytes rest() const { return reader_.rest(); }

  std::uint8_t u8() { return reader_.u8(); }
  std::uint16_t u16() { return big_ ? reader_.u16be() : reader_.u16le(); }
  std::uint32_t u32() { return big_ ? reader_.u32be() : reader_.u32le(); }
  std::uint64_t u64() { return big_ ? reader_.u64be() : reader_.u64le(); }
  Bytes bytes(std::uint64_t count) { return reader_.bytes(count); }
  void skip(std::uint64_t count) { reader_.skip(count); }

 private:
  Reader reader_;
  bool big_;
};

}  // namespace capaudit
