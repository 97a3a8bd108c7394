// SPDX-License-Identifier: Apache-2.0
// The tables that references of AMF3 refer to, given out (AMF3 specification, 2.2).
#include <algorithm>

#include "decoders/formats/amf3.h"

namespace capaudit {

Amf3Tables Amf3Reader::tables() const {
  const Tree& tree = builder_.tree();
  Amf3Tables out;
  for (const Text& text : texts_) {
    out.texts.emplace_back(
        as_text(tree.body().subspan(text.ref.offset, text.ref.length)));
  }
  for (const Traits& traits : traits_) {
    Amf3Tables::Class& one = out.classes.emplace_back();
    one.type = tree.names.text(traits.type);
    one.dynamic = traits.dynamic;
    one.externalizable = traits.externalizable;
    for (std::uint32_t i = 0; i < traits.count; ++i) {
      one.members.emplace_back(tree.names.text(member_names_[traits.first + i]));
    }
  }
  return out;
}

Amf3Tables amf3_tables_at(Bytes body, std::size_t value, std::size_t stop) {
  Tree tree(body.first(std::min(stop, body.size())));
  TreeBuilder builder(tree, Limits());
  Reader reader(tree.body());
  reader.skip(value);
  Amf3Reader values(reader, builder);
  values.value(kNoName);  // ends where the bytes do
  return values.tables();
}

}  // namespace capaudit
