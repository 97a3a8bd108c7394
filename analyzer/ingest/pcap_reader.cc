// SPDX-License-Identifier: Apache-2.0
// pcap (draft-ietf-opsawg-pcap):
//   file   = magic, u16 major, u16 minor, s32 zone, u32 sigfigs, u32 snaplen, u32
//   network,
//            record*
//   record = u32 seconds, u32 fraction, u32 captured, u32 original, data[captured]
// in the byte order of the magic, which also says the unit of the fraction. Alexey
// Kuznetzov's variant adds 8 bytes to the record's head. Why this is not left to libpcap:
// README.md.
#include <algorithm>
#include <string>
#include <utility>

#include "analyzer/ingest/capture_time.h"
#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/ordered_reader.h"

namespace capaudit {
namespace {

constexpr std::size_t kHeaderBytes = 24;
constexpr std::size_t kMagicBytes = 4;
constexpr std::uint32_t kUsualMost = 262144;  // Wireshark's and libpcap's bound

struct Variant {
  std::uint32_t magic;
  std::int64_t ticks_per_second;
  std::size_t record_header;
  std::string_view name;
};

constexpr Variant kVariants[] = {
    {0xa1b2c3d4, 1'000'000, 16, "pcap"},
    {0xa1b23c4d, 1'000'000'000, 16, "pcap (nanoseconds)"},
    {0xa1b2cd34, 1'000'000, 24, "pcap (modified)"},
};

struct Magic {
  const Variant* variant = nullptr;
  bool big_endian = false;
};

Magic find_magic(Bytes head) {
  for (const bool big_endian : {false, true}) {
    OrderedReader reader(head.first(std::min(head.size(), kMagicBytes)), big_endian);
    const std::uint32_t magic = reader.u32();
    for (const Variant& variant : kVariants) {
      if (reader.ok() && magic == variant.magic) {
        return {&variant, big_endian};
      }
    }
  }
  return {};
}

// Version 2.4 as four bytes in either order, read in either order.
bool is_version(std::uint32_t word) {
  return word == 0x00040002 || word == 0x00020004 || word == 0x02000400 ||
         word == 0x04000200;
}

class PcapReader final : public PacketSource {
 public:
  PcapReader(std::unique_ptr<Intake> intake, Magic magic)
      : intake_(std::move(intake)), variant_(*magic.variant), big_(magic.big_endian) {}

  /// The file header; an error where it is not whole or not known.
  std::optional<Error> begin();

  bool next(Packet& packet) override;
  const SourceInfo& info() const override { return intake_->info(); }
  std::uint64_t bytes_read() const override { return intake_->bytes_read(); }

 private:
  struct Record {
    std::uint32_t seconds = 0, fraction = 0, captured = 0, original = 0;
  };
  Record parse(Bytes head) const;
  /// Why a record cannot be what it says; false when nothing speaks against it.
  bool refuse(const Record& record, Bytes head, std::uint64_t at);
  bool end();

  std::unique_ptr<Intake> intake_;
  const Variant& variant_;
  bool big_;
  std::uint16_t minor_ = 4;
  std::uint32_t link_type_ = 0, fcs_bytes_ = 0;
  std::uint64_t most_ = 0;  ///< captured bytes a record may have
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

std::optional<Error> PcapReader::begin() {
  const std::string& path = intake_->info().path;
  const Bytes head = intake_->content().peek(kHeaderBytes);
  OrderedReader reader(head, big_);
  reader.skip(kMagicBytes);
  const std::uint16_t major = reader.u16();
  minor_ = reader.u16();
  reader.skip(8);
  const std::uint32_t snaplen = reader.u32();
  const std::uint32_t network = reader.u32();
  if (!reader.ok()) {
    return Error{ErrorCode::truncated, head.size(),
                 path + ": the file ends inside its pcap header, " +
                     std::to_string(head.size()) + " of 24 bytes are there"};
  }
  if (major != 2) {
    return Error{ErrorCode::unsupported, kMagicBytes,
                 path + ": pcap version " + std::to_string(major) + "." +
                     std::to_string(minor_) + " is not known, 2.4 is"};
  }
  intake_->content().skip(kHeaderBytes);
  link_type_ = network & 0xffff;
  const bool has_fcs = (network & 0x04000000) != 0;
  fcs_bytes_ = has_fcs ? (network >> 28) * 2 : 0;
  most_ =
      snaplen == 0 ? intake_->options().max_packet_bytes : std::max(snaplen, kUsualMost);
  most_ = std::min(most_, intake_->options().max_packet_bytes);

  CaptureInterface interface;
  interface.link_type = link_type_;
  interface.snaplen = snaplen;
  interface.ticks_per_second = variant_.ticks_per_second;
  intake_->info().interfaces.push_back(std::move(interface));
  intake_->info().container = variant_.name;
  return std::nullopt;
}

PcapReader::Record PcapReader::parse(Bytes head) const {
  OrderedReader reader(head, big_);
  Record record;
  record.seconds = reader.u32();
  record.fraction = reader.u32();
  record.captured = reader.u32();
  record.original = reader.u32();
  // Files before version 2.3 have the lengths the other way round, 2.3 has both ways.
  if (minor_ < 3 || (minor_ == 3 && record.captured > record.original)) {
    std::swap(record.captured, record.original);
  }
  return record;
}

bool PcapReader::refuse(const Record& record, Bytes head, std::uint64_t at) {
  if (is_version(record.fraction) && find_magic(head).variant != nullptr) {
    intake_->damage("joined_files", at,
                    "another pcap file begins at offset " + std::to_string(at) +
                        ": what follows is not read",
                    "join captures with mergecap instead of cat");
    return true;
  }
  if (record.captured > most_) {
    intake_->damage("damaged_record", at,
                    "the record at offset " + std::to_string(at) + " declares " +
                        std::to_string(record.captured) +
                        " captured bytes, more than any packet has: what follows is "
                        "not read",
                    "the file is damaged from there on: record or fetch it again");
    return true;
  }
  return false;
}

bool PcapReader::next(Packet& packet) {
  Window& content = intake_->content();
  const std::size_t head_bytes = variant_.record_header;
  while (!ended_) {
    const std::uint64_t at = content.offset();
    const Bytes head = content.peek(head_bytes);
    if (head.empty()) {
      return end();
    }
    if (head.size() < head_bytes) {
      intake_->cut(at, "record header of " + std::to_string(head_bytes) + " bytes");
      return end();
    }
    const Record record = parse(head);
    if (refuse(record, head, at)) {
      return end();
    }
    const std::size_t size = head_bytes + record.captured;
    const Bytes whole = content.peek(size);
    if (whole.size() < size) {
      intake_->cut(at, "record of " + std::to_string(size) + " bytes");
      return end();
    }
    content.skip(size);
    packet.number = ++number_;
    // A fraction of a second or more carries into the seconds.
    packet.time_ns =
        std::int64_t{record.seconds} * 1'000'000'000 +
        std::int64_t{record.fraction} * (1'000'000'000 / variant_.ticks_per_second);
    packet.link_type = link_type_;
    packet.interface = 0;
    packet.fcs_bytes = fcs_bytes_;
    packet.file_offset = at;
    packet.data = whole.subspan(head_bytes);
    packet.wire_bytes = std::max(record.original, record.captured);
    if (record.captured > record.original &&
        !intake_->told("captured_exceeds_original")) {
      intake_->warn("captured_exceeds_original",
                    "packets say that more of them was captured than there was "
                    "on the wire: the captured length is taken for both",
                    std::string(), at, number_);
    }
    if (intake_->accept(packet)) {
      return true;
    }
  }
  return false;
}

bool PcapReader::end() {
  ended_ = true;
  intake_->finish();
  return false;
}

}  // namespace

bool is_pcap(Bytes head) {
  return find_magic(head).variant != nullptr;
}

Result<std::unique_ptr<PacketSource>> open_pcap(std::unique_ptr<Intake> intake) {
  const Magic magic = find_magic(intake->content().peek(kMagicBytes));
  auto reader = std::make_unique<PcapReader>(std::move(intake), magic);
  if (std::optional<Error> error = reader->begin()) {
    return *std::move(error);
  }
  return std::unique_ptr<PacketSource>(std::move(reader));
}

}  // namespace capaudit
