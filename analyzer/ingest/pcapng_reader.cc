// SPDX-License-Identifier: Apache-2.0
// pcapng (draft-ietf-opsawg-pcapng): sections, each with its own byte order and its own
// interfaces, each of these with link type, clock resolution and offset. Blocks that hold
// no packets and nothing about them are skipped. A section's declared length is ignored:
// the blocks themselves say where they end.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "analyzer/ingest/capture_time.h"
#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/pcapng_blocks.h"
#include "analyzer/ingest/pcapng_section.h"

namespace capaudit {
namespace {

class PcapngReader final : public PacketSource {
 public:
  explicit PcapngReader(std::unique_ptr<Intake> intake)
      : intake_(std::move(intake)), blocks_(*intake_), section_(*intake_) {
    intake_->info().container = "pcapng";
    intake_->info().sections = 0;
  }

  /// The first section's header; an error where it is not whole or not known.
  std::optional<Error> begin();

  bool next(Packet& packet) override;
  const SourceInfo& info() const override { return intake_->info(); }
  std::uint64_t bytes_read() const override { return intake_->bytes_read(); }

 private:
  bool packet(const Block& block, Packet& packet);
  bool simple_packet(const Block& block, Packet& packet);
  bool deliver(const Block& block, std::uint32_t interface, std::uint32_t captured,
               std::uint32_t original, OrderedReader reader, Packet& packet);
  void packet_options(Bytes options, CaptureInterface& interface, Packet& packet);
  bool lost_packet(const Block& block, std::string_view code, std::string text);
  bool end();

  std::unique_ptr<Intake> intake_;
  BlockReader blocks_;
  PcapngSection section_;
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

// More packets of an interface are lost; the count stays at its maximum.
void dropped(CaptureInterface& interface, std::uint64_t count) {
  const std::uint64_t before = interface.dropped.value_or(0);
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  interface.dropped = count > kMost - before ? kMost : before + count;
}

std::optional<Error> PcapngReader::begin() {
  const std::string& path = intake_->info().path;
  Block block;
  if (blocks_.next(block) && section_.begin(block, blocks_.big_endian())) {
    return std::nullopt;
  }
  // What went wrong was noted as the damage of a file that can be read in part.
  const std::vector<Finding>& findings = intake_->findings().all();
  const std::string why = findings.empty() ? "it is empty" : findings.front().text;
  const bool truncated = !findings.empty() && findings.front().code == "truncated_file";
  return Error{truncated ? ErrorCode::truncated : ErrorCode::unsupported, 0,
               path + ": not a readable pcapng file: " + why};
}

bool PcapngReader::lost_packet(const Block& block, std::string_view code,
                               std::string text) {
  ++number_;
  if (!intake_->told(code)) {
    intake_->damage(
        code, block.at,
        std::move(text) + " at offset " + std::to_string(block.at) + ": it is left out",
        "write the capture again with a current tool");
  }
  return false;
}

bool PcapngReader::packet(const Block& block, Packet& packet) {
  OrderedReader reader(block.body, section_.big_endian());
  std::uint32_t interface = 0;
  std::uint16_t drops = 0;
  const bool obsolete = block.type == BlockType::packet;
  if (obsolete) {
    interface = reader.u16();
    drops = reader.u16();
  } else {
    interface = reader.u32();
  }
  const std::uint64_t high = reader.u32();
  const std::uint64_t low = reader.u32();
  const std::uint32_t captured = reader.u32();
  const std::uint32_t original = reader.u32();
  if (!reader.ok()) {
    return lost_packet(block, "damaged_packet", "a packet block is too short");
  }
  if (!deliver(block, interface, captured, original, reader, packet)) {
    return false;
  }
  CaptureInterface& from = intake_->info().interfaces[packet.interface];
  packet.time_ns =
      to_nanoseconds(high << 32 | low, from.ticks_per_second, from.offset_seconds);
  if (!packet.time_ns && from.ticks_per_second != 0 && !intake_->told("time_unknown")) {
    intake_->warn("time_unknown",
                  "packets have times outside the years 1677 to 2262: they "
                  "count as having none",
                  std::string(), block.at, number_);
  }
  if (obsolete && drops != 0 && drops != 0xffff) {
    dropped(from, drops);
  }
  reader.skip(captured);
  reader.skip((4u - captured % 4u) % 4u);
  if (reader.ok() && reader.remaining() > 0) {
    packet_options(reader.rest(), from, packet);
  }
  return true;
}

bool PcapngReader::simple_packet(const Block& block, Packet& packet) {
  OrderedReader reader(block.body, section_.big_endian());
  const std::uint32_t original = reader.u32();
  if (!reader.ok()) {
    return lost_packet(block, "damaged_packet", "a packet block is too short");
  }
  std::uint32_t captured = original;
  if (section_.has_interface(0)) {
    const std::uint32_t snaplen = intake_->info().interfaces[section_.index(0)].snaplen;
    captured = snaplen == 0 ? original : std::min(original, snaplen);
  }
  packet.time_ns = std::nullopt;
  return deliver(block, 0, captured, original, reader, packet);
}

// `reader` stands at the packet's bytes.
bool PcapngReader::deliver(const Block& block, std::uint32_t interface,
                           std::uint32_t captured, std::uint32_t original,
                           OrderedReader reader, Packet& packet) {
  if (!section_.has_interface(interface)) {
    return lost_packet(block, "undeclared_interface",
                       "a packet names interface " + std::to_string(interface) +
                           ", which its section does not declare,");
  }
  const Bytes data = reader.bytes(captured);
  if (!reader.ok()) {
    return lost_packet(block, "damaged_packet",
                       "a packet declares " + std::to_string(captured) +
                           " captured bytes in a block with room for " +
                           std::to_string(reader.remaining()));
  }
  packet.number = ++number_;
  packet.interface = section_.index(interface);
  packet.link_type = intake_->info().interfaces[packet.interface].link_type;
  packet.fcs_bytes = section_.fcs_bytes(interface);
  packet.file_offset = block.at;
  packet.data = data;
  packet.wire_bytes = std::max(captured, original);
  if (captured > original && !intake_->told("captured_exceeds_original")) {
    intake_->warn("captured_exceeds_original",
                  "packets say that more of them was captured than there was on "
                  "the wire: the captured length is taken for both",
                  std::string(), block.at, number_);
  }
  return true;
}

void PcapngReader::packet_options(Bytes options, CaptureInterface& interface,
                                  Packet& packet) {
  OptionReader option(options, section_.big_endian());
  while (option.next()) {
    OrderedReader value(option.value, section_.big_endian());
    if (option.code == 2 && option.value.size() == 4) {
      // epb_flags: bits 5 to 8 are the length of the frame check sequence, 0 if unknown.
      const std::uint32_t fcs = value.u32() >> 5 & 15;
      packet.fcs_bytes = fcs != 0 ? fcs : packet.fcs_bytes;
    } else if (option.code == 4 && option.value.size() == 8) {
      dropped(interface, value.u64());
    }
  }
}

bool PcapngReader::next(Packet& out) {
  Block block;
  while (!ended_ && blocks_.next(block)) {
    bool whole = false;
    switch (block.type) {
    case BlockType::section_header:
      if (!section_.begin(block, blocks_.big_endian())) {
        return end();
      }
      break;
    case BlockType::interface_description:
      if (!section_.add_interface(block)) {
        return end();
      }
      break;
    case BlockType::packet:
    case BlockType::enhanced_packet:
      whole = packet(block, out);
      break;
    case BlockType::simple_packet:
      whole = simple_packet(block, out);
      break;
    case BlockType::interface_statistics:
      section_.add_statistics(block);
      break;
    case BlockType::decryption_secrets:
      section_.add_secrets(block);
      break;
    }
    if (whole && intake_->accept(out)) {
      return true;
    }
  }
  return end();
}

bool PcapngReader::end() {
  if (ended_) {
    return false;
  }
  ended_ = true;
  intake_->finish();
  return false;
}

}  // namespace

bool is_pcapng(Bytes head) {
  constexpr std::string_view kMagic = "\x0a\x0d\x0d\x0a";
  return as_text(head).starts_with(kMagic);
}

Result<std::unique_ptr<PacketSource>> open_pcapng(std::unique_ptr<Intake> intake) {
  auto reader = std::make_unique<PcapngReader>(std::move(intake));
  if (std::optional<Error> error = reader->begin()) {
    return *std::move(error);
  }
  return std::unique_ptr<PacketSource>(std::move(reader));
}

}  // namespace capaudit
