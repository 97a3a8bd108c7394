// SPDX-License-Identifier: Apache-2.0
// AMF0 values (Adobe, "Action Message Format -- AMF 0", 2007). Everything is big endian;
// objects are {u16 length, name, value}* 0000 09, numbered in the order in which they
// begin, from 0, per message value. Marker 11 switches to one value of AMF3.
#pragma once

#include <cstdint>
#include <vector>

#include "decoders/core/reader.h"
#include "decoders/core/tree_builder.h"
#include "decoders/formats/amf3.h"

namespace capaudit {

class Amf0Reader {
 public:
  /// Reads from `reader`, whose data is the body of the builder's tree, or its start.
  Amf0Reader(Reader& reader, TreeBuilder& builder)
      : reader_(reader), builder_(builder), amf3_(reader, builder) {}

  /// Reads one value, marker first, into the innermost container. False: the tree's error
  /// says why.
  bool value(NameId name);
  /// Forgets what references refer to: at the start of every message value.
  void reset();
  /// An AMF3 value was met.
  bool met_amf3() const { return met_amf3_; }

 private:
  bool payload(std::uint8_t marker, NameId name, std::size_t begin);
  bool number(NameId name, std::size_t begin);
  bool boolean(NameId name, std::size_t begin);
  bool string(NameId name, std::size_t begin, std::uint32_t length);
  bool date(NameId name, std::size_t begin);
  bool reference(NameId name, std::size_t begin);
  bool object(NameId name, std::size_t begin, bool typed);
  bool ecma_array(NameId name, std::size_t begin);
  bool strict_array(NameId name, std::size_t begin);
  bool avm_plus(NameId name, std::size_t begin);
  bool members();
  void make_list(Node& node);
  Node* leaf(NodeKind kind, NameId name, std::size_t begin);
  Node* open_object(NodeKind kind, NameId name, std::size_t begin);
  bool ends_early();

  Reader& reader_;
  TreeBuilder& builder_;
  Amf3Reader amf3_;
  std::vector<NodeId> objects_;
  std::size_t switches_ = 0;
  bool met_amf3_ = false;
};

}  // namespace capaudit
