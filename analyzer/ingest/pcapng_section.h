// SPDX-License-Identifier: Apache-2.0
// PcapngSection: what a pcapng section says of itself and of its interfaces
// (draft-ietf-opsawg-pcapng 4.1, 4.2, 4.6, 4.7), written into the SourceInfo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/pcapng_blocks.h"

namespace capaudit {

class PcapngSection {
 public:
  explicit PcapngSection(Intake& intake) : intake_(intake) {}

  /// A section header: interfaces count from 0 again. False when it cannot be read.
  bool begin(const Block& block, bool big_endian);
  /// False past the bound on interfaces.
  bool add_interface(const Block& block);
  void add_statistics(const Block& block);
  void add_secrets(const Block& block);

  bool big_endian() const { return big_; }
  bool has_interface(std::uint32_t id) const { return id < interfaces_.size(); }
  /// Index into SourceInfo::interfaces. `id` must be one of this section's.
  std::uint32_t index(std::uint32_t id) const { return interfaces_[id].index; }
  std::uint32_t fcs_bytes(std::uint32_t id) const { return interfaces_[id].fcs_bytes; }

 private:
  struct Interface {
    std::uint32_t index = 0;
    std::uint32_t fcs_bytes = 0;
  };

  void interface_options(Bytes options, CaptureInterface& interface, Interface& known);
  std::string keep_text(Bytes value);

  Intake& intake_;
  bool big_ = false;
  std::vector<Interface> interfaces_;
  std::size_t text_bytes_ = 0, secret_bytes_ = 0;  ///< kept so far, of all sections
};

}  // namespace capaudit
