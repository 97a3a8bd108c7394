// SPDX-License-Identifier: Apache-2.0
// Fuzzes Amf3Reader: the input is values one after another, without the packet that would
// have to be whole around them. They share their tables of references.
#include "decoders/formats/amf3.h"
#include "tests/fuzz/body_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using capaudit::kNoName;
  const std::vector<std::uint8_t> body(data, data + size);
  capaudit::Tree tree{capaudit::Bytes(body)};
  capaudit::TreeBuilder builder(tree, capaudit::fuzz_limits());
  capaudit::Reader reader(tree.body());
  capaudit::Amf3Reader values(reader, builder);
  builder.open(capaudit::NodeKind::list, kNoName, 0);
  while (!reader.at_end() && values.value(kNoName)) {
  }
  builder.close(reader.offset());
  capaudit::check_tree(tree);
  // The tables that a writer goes on from, had the value been cut there.
  if (size > 1) {
    capaudit::amf3_tables_at(body, 0, data[size - 1]);
  }
  return 0;
}
