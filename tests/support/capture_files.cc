// SPDX-License-Identifier: Apache-2.0
#include "tests/support/capture_files.h"

namespace capaudit {
namespace {

std::size_t padding(std::size_t size) {
  return (4 - size % 4) % 4;
}

}  // namespace

PcapFile::PcapFile(const PcapSettings& settings)
    : settings_(settings), out_(settings.big_endian) {
  out_.u32(settings.magic).u16(settings.major).u16(settings.minor).u32(0).u32(0);
  out_.u32(settings.snaplen).u32(settings.network);
}

PcapFile& PcapFile::add(const PcapRecord& record) {
  const std::uint64_t size = record.data.size();
  out_.u32(record.seconds).u32(record.fraction);
  out_.u32(record.captured.value_or(static_cast<std::uint32_t>(size)));
  out_.u32(record.original.value_or(static_cast<std::uint32_t>(size)));
  if (settings_.magic == 0xa1b2cd34) {
    out_.u32(2).u16(0).u8(0).u8(0);
  }
  out_.bytes(record.data);
  return *this;
}

PcapFile& PcapFile::add(Bytes frame, std::uint32_t fraction) {
  PcapRecord record;
  record.fraction = fraction;
  record.data.assign(frame.begin(), frame.end());
  return add(record);
}

PcapngFile::PcapngFile(bool big_endian) : big_(big_endian) {
  section(big_endian);
}

PcapngFile& PcapngFile::section(bool big_endian, const std::vector<PcapngOption>& options,
                                std::uint64_t length) {
  big_ = big_endian;
  ByteWriter body = writer();
  body.u32(0x1a2b3c4d).u16(1).u16(0).u64(length).bytes(encode(options));
  return block(0x0a0d0d0a, body.out);
}

PcapngFile& PcapngFile::interface(const PcapngInterface& interface) {
  ByteWriter body = writer();
  body.u16(interface.link_type).u16(0).u32(interface.snaplen);
  body.bytes(encode(interface.options));
  return block(1, body.out);
}

PcapngFile& PcapngFile::enhanced(std::uint32_t interface, std::uint64_t ticks, Bytes data,
                                 std::optional<std::uint32_t> original,
                                 const std::vector<PcapngOption>& options) {
  const auto size = static_cast<std::uint32_t>(data.size());
  ByteWriter body = writer();
  body.u32(interface).u32(ticks >> 32).u32(ticks & 0xffffffff);
  body.u32(size).u32(original.value_or(size)).bytes(data).zeros(padding(size));
  body.bytes(encode(options));
  return block(6, body.out);
}

PcapngFile& PcapngFile::simple(Bytes data, std::optional<std::uint32_t> original) {
  ByteWriter body = writer();
  body.u32(original.value_or(static_cast<std::uint32_t>(data.size())));
  body.bytes(data).zeros(padding(data.size()));
  return block(3, body.out);
}

PcapngFile& PcapngFile::obsolete(std::uint16_t interface, std::uint16_t drops,
                                 std::uint64_t ticks, Bytes data) {
  ByteWriter body = writer();
  body.u16(interface).u16(drops).u32(ticks >> 32).u32(ticks & 0xffffffff);
  body.u32(data.size()).u32(data.size()).bytes(data).zeros(padding(data.size()));
  return block(2, body.out);
}

PcapngFile& PcapngFile::statistics(std::uint32_t interface,
                                   const std::vector<PcapngOption>& options) {
  ByteWriter body = writer();
  body.u32(interface).u64(0).bytes(encode(options));
  return block(5, body.out);
}

PcapngFile& PcapngFile::secrets(std::uint32_t type, std::string_view data) {
  ByteWriter body = writer();
  body.u32(type).u32(data.size()).text(data).zeros(padding(data.size()));
  return block(10, body.out);
}

PcapngFile& PcapngFile::block(std::uint32_t type, Bytes body,
                              std::optional<std::uint32_t> length,
                              std::optional<std::uint32_t> length_at_end) {
  const auto right = static_cast<std::uint32_t>(body.size() + 12);
  ByteWriter block = writer();
  block.u32(type).u32(length.value_or(right)).bytes(body);
  block.u32(length_at_end.value_or(length.value_or(right)));
  out_ = std::move(out_) + block.out;
  return *this;
}

Buffer PcapngFile::number(std::uint64_t value, unsigned size) const {
  ByteWriter out = writer();
  return size == 1   ? out.u8(value).out
         : size == 2 ? out.u16(value).out
         : size == 4 ? out.u32(value).out
                     : out.u64(value).out;
}

Buffer PcapngFile::encode(const std::vector<PcapngOption>& options) const {
  ByteWriter out = writer();
  for (const PcapngOption& option : options) {
    out.u16(option.code).u16(option.value.size()).bytes(option.value);
    out.zeros(padding(option.value.size()));
  }
  if (!options.empty()) {
    out.u16(0).u16(0);
  }
  return out.out;
}

}  // namespace capaudit
