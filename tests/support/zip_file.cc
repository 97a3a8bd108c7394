// SPDX-License-Identifier: Apache-2.0
#include "tests/support/zip_file.h"

#include <cstddef>

#include <zlib.h>

#include "tests/support/byte_writer.h"

namespace capaudit {
namespace {

Buffer raw_deflate(Bytes plain) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  Buffer out(deflateBound(&stream, static_cast<uLong>(plain.size())));
  stream.next_in = const_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// What the local and the central header have in common, from the version needed on.
void write_facts(const ZipMember& member, std::uint64_t stored, ByteWriter& out) {
  const Bytes content = as_bytes(member.content);
  const uLong sum =
      crc32(0, content.data(), static_cast<uInt>(content.size())) + member.wrong_checksum;
  out.u16(20).u16(0).u16(member.deflated ? 8 : 0).u16(0).u16(0x21);
  out.u32(sum).u32(stored).u32(content.size());
  out.u16(member.name.size()).u16(0);
}

}  // namespace

Buffer zip_file(const std::vector<ZipMember>& members, std::string_view comment) {
  ByteWriter out(false);
  ByteWriter central(false);
  for (const ZipMember& member : members) {
    const Bytes content = as_bytes(member.content);
    const Buffer stored =
        member.deflated ? raw_deflate(content) : Buffer(content.begin(), content.end());
    central.text("PK\1\2").u16(20);
    write_facts(member, stored.size(), central);
    central.u16(0).u16(0).u16(0).u32(0).u32(out.out.size()).text(member.name);
    out.text("PK\3\4");
    write_facts(member, stored.size(), out);
    out.text(member.name).bytes(stored);
  }
  const std::size_t start = out.out.size();
  out.bytes(central.out).text("PK\5\6").u16(0).u16(0);
  out.u16(members.size()).u16(members.size()).u32(central.out.size()).u32(start);
  out.u16(comment.size()).text(comment);
  return out.out;
}

}  // namespace capaudit
