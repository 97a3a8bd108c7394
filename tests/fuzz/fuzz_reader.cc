// SPDX-License-Identifier: Apache-2.0
// Fuzzes decoders/core/reader.h: the first bytes are a program of reads, run over the
// whole input. A model that counts alone says when a read must fail and what offset and
// rest must be.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "decoders/core/reader.h"

namespace {

using capaudit::Bytes;
using capaudit::Reader;

void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

struct Read {
  std::uint64_t size = 0;
  std::uint64_t value = 0;
};

// The read an operation code stands for; its value as the Reader gave it.
Read perform(Reader& reader, std::uint8_t code) {
  switch (code % 10) {
  case 0:
    return {1, reader.u8()};
  case 1:
    return {2, reader.u16be()};
  case 2:
    return {3, reader.u24be()};
  case 3:
    return {4, reader.u32be()};
  case 4:
    return {8, reader.u64be()};
  case 5:
    return {2, reader.u16le()};
  case 6:
    return {4, reader.u32le()};
  case 7:
    return {8, reader.u64le()};
  case 8:
    reader.skip(code);
    return {code, 0};
  default:
    // A length no input has: must fail without touching anything.
    return {~std::uint64_t{0} - code, reader.bytes(~std::uint64_t{0} - code).size()};
  }
}

bool is_big_endian(std::uint8_t code) {
  return code % 10 <= 4;
}
bool is_number(std::uint8_t code) {
  return code % 10 <= 7;
}

std::uint64_t expected_value(Bytes data, std::size_t at, std::uint64_t size, bool big) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t index = big ? i : size - 1 - i;
    value = value << 8 | data[at + static_cast<std::size_t>(index)];
  }
  return value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::uint8_t> exact(data, data + size);
  const Bytes input(exact);
  Reader reader(input);
  std::size_t at = 0;
  bool ok = true;
  for (const std::uint8_t code : exact) {
    const std::size_t left = exact.size() - at;
    const Read read = perform(reader, code);
    ok = ok && read.size <= left;
    if (is_number(code)) {
      check(read.value ==
            (ok ? expected_value(input, at, read.size, is_big_endian(code)) : 0));
    }
    at += ok ? static_cast<std::size_t>(read.size) : 0;
    check(reader.ok() == ok && reader.offset() == at);
    check(reader.remaining() == exact.size() - at);
    check(reader.rest().size() == exact.size() - at);
    check(reader.at_end() == (at == exact.size()));
  }
  return 0;
}
