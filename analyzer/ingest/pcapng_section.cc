// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/pcapng_section.h"

#include <algorithm>
#include <utility>

#include "analyzer/ingest/capture_time.h"

namespace capaudit {
namespace {

constexpr std::size_t kMaxInterfaces = 1u << 18;
constexpr std::size_t kMaxText = 64u << 10;     // names and filters of all interfaces
constexpr std::size_t kMaxSecrets = 64u << 20;  // key logs in all
constexpr std::uint32_t kTlsKeyLog = 0x544c534b;

}  // namespace

bool PcapngSection::begin(const Block& block, bool big_endian) {
  big_ = big_endian;
  OrderedReader reader(block.body, big_);
  reader.skip(4);  // the magic
  const std::uint16_t major = reader.u16();
  const std::uint16_t minor = reader.u16();
  reader.skip(8);  // section length
  if (!reader.ok() || major != 1) {
    intake_.damage("damaged_block", block.at,
                   reader.ok() ? "pcapng version " + std::to_string(major) + "." +
                                     std::to_string(minor) + " is not known, 1.0 is"
                               : std::string("a section header is too short"),
                   "write the capture again with a current tool");
    return false;
  }
  SourceInfo& info = intake_.info();
  ++info.sections;
  interfaces_.clear();
  OptionReader option(reader.rest(), big_);
  while (option.next()) {
    std::string* target = option.code == 2   ? &info.hardware
                          : option.code == 3 ? &info.os
                          : option.code == 4 ? &info.application
                                             : nullptr;
    if (target != nullptr && target->empty()) {
      *target = keep_text(option.value);
    }
  }
  return true;
}

bool PcapngSection::add_interface(const Block& block) {
  SourceInfo& info = intake_.info();
  OrderedReader reader(block.body, big_);
  CaptureInterface interface;
  interface.link_type = reader.u16();
  reader.skip(2);
  interface.snaplen = reader.u32();
  if (!reader.ok() || info.interfaces.size() == kMaxInterfaces) {
    intake_.damage("damaged_block", block.at,
                   reader.ok() ? "more than " + std::to_string(kMaxInterfaces) +
                                     " interfaces are declared: what follows is not read"
                               : std::string("an interface description is too short"),
                   "split the capture with editcap");
    return false;
  }
  Interface known;
  known.index = static_cast<std::uint32_t>(info.interfaces.size());
  interface_options(reader.rest(), interface, known);
  if (interface.ticks_per_second == 0) {
    intake_.warn("time_unknown",
                 "an interface declares a clock resolution that no clock has: "
                 "its packets have no time",
                 std::string(), block.at, std::nullopt);
  }
  interfaces_.push_back(known);
  info.interfaces.push_back(std::move(interface));
  return true;
}

void PcapngSection::interface_options(Bytes options, CaptureInterface& interface,
                                      Interface& known) {
  OptionReader option(options, big_);
  while (option.next()) {
    OrderedReader value(option.value, big_);
    if (option.code == 2) {
      interface.name = keep_text(option.value);
    } else if (option.code == 9 && !option.value.empty()) {
      interface.ticks_per_second = ticks_per_second(value.u8());
    } else if (option.code == 11 && !option.value.empty()) {
      interface.filter = keep_text(option.value.subspan(1));
    } else if (option.code == 13 && !option.value.empty()) {
      known.fcs_bytes = value.u8();
    } else if (option.code == 14 && option.value.size() >= 8) {
      interface.offset_seconds = static_cast<std::int64_t>(value.u64());
    }
  }
}

std::string PcapngSection::keep_text(Bytes value) {
  const std::size_t size = std::min(value.size(), kMaxText - text_bytes_);
  text_bytes_ += size;
  const std::string_view text = as_text(value.first(size));
  return std::string(text.substr(0, text.find('\0')));
}

void PcapngSection::add_statistics(const Block& block) {
  OrderedReader reader(block.body, big_);
  const std::uint32_t id = reader.u32();
  reader.skip(8);
  if (!reader.ok() || id >= interfaces_.size()) {
    return;
  }
  CaptureInterface& interface = intake_.info().interfaces[interfaces_[id].index];
  OptionReader option(reader.rest(), big_);
  while (option.next()) {
    if (option.value.size() < 8) {
      continue;
    }
    const std::uint64_t value = OrderedReader(option.value, big_).u64();
    if (option.code == 4) {
      interface.received = value;
    } else if (option.code == 5) {
      interface.dropped = value;
    } else if (option.code == 7) {
      interface.os_dropped = value;
    }
  }
}

void PcapngSection::add_secrets(const Block& block) {
  OrderedReader reader(block.body, big_);
  const std::uint32_t type = reader.u32();
  const std::uint32_t length = reader.u32();
  const Bytes data = reader.bytes(length);
  if (!reader.ok()) {
    intake_.warn("damaged_secrets",
                 "a block of decryption secrets is shorter than it declares",
                 "give the key log as a file of its own", block.at, std::nullopt);
    return;
  }
  if (type == kTlsKeyLog && data.size() <= kMaxSecrets - secret_bytes_) {
    secret_bytes_ += data.size();
    intake_.info().tls_key_logs.emplace_back(as_text(data));
  }
}

}  // namespace capaudit
