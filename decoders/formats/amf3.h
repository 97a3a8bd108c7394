// SPDX-License-Identifier: Apache-2.0
// AMF3 values (Adobe, "Action Message Format -- AMF 3", January 2013), with the
// externalizable classes of Flex and BlazeDS.
//
//   value   = marker payload
//   U29     = 1 to 4 bytes, 7 bits each, high bit = more follow; the fourth has 8 bits
//   string  = U29: bit 0 clear: index of a string met before; set: length, then UTF-8
//   array   = U29 count {string value}* 01 value*
//   object  = U29: ...0 index of an object | ..01 index of traits | .011 new traits
//             (bit 3 dynamic, the rest a count): class, names; then the values, and if
//             dynamic {string value}* 01 | .111 class, then bytes in the class's own form
//
// Strings, objects and traits are numbered in the order met, from 0, per message value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/reader.h"
#include "decoders/core/tree_builder.h"

namespace capaudit {

/// What references refer to, in the order of their numbers.
struct Amf3Tables {
  struct Class {
    std::string type;
    std::vector<std::string> members;
    bool dynamic = false;
    bool externalizable = false;
  };
  std::vector<std::string> texts;
  std::vector<Class> classes;
};

/// The tables as they stand where a value that begins at `value` (marker first) comes to
/// `stop`: what a writer that replaces the rest has to go on from.
Amf3Tables amf3_tables_at(Bytes body, std::size_t value, std::size_t stop);

class Amf3Reader {
 public:
  /// Reads from `reader`, whose data is the body of the builder's tree, or its start.
  Amf3Reader(Reader& reader, TreeBuilder& builder) : reader_(reader), builder_(builder) {}

  /// Reads one value, marker first, into the innermost container. False: the tree's error
  /// says why.
  bool value(NameId name);
  /// Forgets what references refer to: at the start of every message value.
  void reset();
  Amf3Tables tables() const;

 private:
  struct Text {
    TextRef ref;
    NameId name = kNoName;  ///< once the string was used as one
  };
  struct Traits {
    NameId type = kNoName;
    std::uint32_t first = 0;  ///< of the members in member_names_
    std::uint32_t count = 0;
    bool dynamic = false;
    bool externalizable = false;
  };

  std::uint32_t u29() {
    const std::uint8_t first = reader_.u8();
    return first < 0x80 ? first : u29_rest(first);
  }
  std::uint32_t u29_rest(std::uint8_t first);
  std::uint32_t short_members(const NameId* names, std::uint32_t count);
  bool payload(std::uint8_t marker, NameId name, std::size_t begin);
  /// Reads a string; an index into texts_ in `index`, or kEmpty for "".
  bool text(std::uint32_t& index);
  NameId name_of(std::uint32_t index);
  bool string(NameId name, std::size_t begin);
  bool integer(NameId name, std::size_t begin);
  bool real(NodeKind kind, NameId name, std::size_t begin);
  bool date(NameId name, std::size_t begin);
  bool blob(NodeKind kind, std::string_view type, NameId name, std::size_t begin);
  bool array(NameId name, std::size_t begin);
  bool vector(std::uint8_t marker, NameId name, std::size_t begin);
  bool number_vector(std::uint8_t marker, std::uint32_t count);
  bool dictionary(NameId name, std::size_t begin);
  bool object(NameId name, std::size_t begin);
  bool read_traits(std::uint32_t head, Traits& traits);
  bool members(const Traits& traits);
  bool dynamic_members();
  bool externalizable(const Traits& traits, std::size_t begin);
  bool wrapped(std::string_view member, std::uint8_t flags);
  bool managed_proxy();
  bool small_message(std::size_t levels);
  bool flag_group(std::size_t level);
  bool read_uuid(NameId name);

  /// Reads the U29 of a type that can be a reference. If it is one, adds the node and
  /// sets `reference`; otherwise gives the rest of the number. False: neither.
  bool reference_or(NameId name, std::size_t begin, bool& reference, std::uint32_t& rest);
  Node* leaf(NodeKind kind, NameId name, std::size_t begin);
  Node* open_object(NodeKind kind, NameId name, std::size_t begin);
  bool ends_early();
  bool malformed(std::size_t at, std::string what);
  bool unknown_reference(std::size_t at, std::string_view what, std::size_t index,
                         std::size_t known);

  Reader& reader_;
  TreeBuilder& builder_;
  std::vector<Text> texts_;
  std::vector<NodeId> objects_;
  std::vector<Traits> traits_;
  std::vector<NameId> member_names_;
};

}  // namespace capaudit
