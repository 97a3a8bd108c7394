// SPDX-License-Identifier: Apache-2.0
// Packet: one captured frame as its file holds it.
#pragma once

#include <cstdint>
#include <optional>

#include "decoders/core/bytes.h"

namespace capaudit {

struct Packet {
  std::uint64_t number = 0;  ///< from 1, as Wireshark numbers the file's frames
  std::optional<std::int64_t>
      time_ns;  ///< since 1970-01-01 UTC; none when the file has no or no usable time
  std::uint32_t link_type = 0;   ///< LINKTYPE_ value of its interface
  std::uint32_t interface = 0;   ///< index into SourceInfo::interfaces
  std::uint64_t wire_bytes = 0;  ///< original length; never less than data.size()
  std::uint32_t fcs_bytes =
      0;  ///< frame check sequence at the end of the frame, as the file states it
  std::uint64_t file_offset = 0;  ///< of the record, in the (decompressed) file
  Bytes data;                     ///< captured part; valid until the source's next()
};

}  // namespace capaudit
