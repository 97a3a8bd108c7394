// SPDX-License-Identifier: Apache-2.0
// AMF0 values.
#include "decoders/formats/amf0.h"

#include <bit>
#include <string>

namespace capaudit {
namespace {

constexpr std::uint8_t kNumber = 0x00;
constexpr std::uint8_t kBoolean = 0x01;
constexpr std::uint8_t kString = 0x02;
constexpr std::uint8_t kObject = 0x03;
constexpr std::uint8_t kNull = 0x05;
constexpr std::uint8_t kUndefined = 0x06;
constexpr std::uint8_t kReference = 0x07;
constexpr std::uint8_t kEcmaArray = 0x08;
constexpr std::uint8_t kObjectEnd = 0x09;
constexpr std::uint8_t kStrictArray = 0x0a;
constexpr std::uint8_t kDate = 0x0b;
constexpr std::uint8_t kLongString = 0x0c;
constexpr std::uint8_t kUnsupported = 0x0d;
constexpr std::uint8_t kXmlDocument = 0x0f;
constexpr std::uint8_t kTypedObject = 0x10;
constexpr std::uint8_t kAvmPlus = 0x11;

constexpr std::size_t kMaxObjects = 65536;

}  // namespace

void Amf0Reader::reset() {
  objects_.clear();
  amf3_.reset();
  switches_ = 0;
}

bool Amf0Reader::ends_early() {
  builder_.fail(ErrorCode::truncated, reader_.offset(), "AMF0 value ends early");
  return false;
}

Node* Amf0Reader::leaf(NodeKind kind, NameId name, std::size_t begin) {
  if (!reader_.ok()) {
    ends_early();
    return nullptr;
  }
  Node* node = builder_.add(kind, name, begin);
  if (node != nullptr) {
    node->length = static_cast<std::uint32_t>(reader_.offset() - begin);
  }
  return node;
}

Node* Amf0Reader::open_object(NodeKind kind, NameId name, std::size_t begin) {
  if (!reader_.ok()) {
    ends_early();
    return nullptr;
  }
  Node* node = builder_.open(kind, name, begin);
  if (node != nullptr && objects_.size() < kMaxObjects) {
    objects_.push_back(builder_.last_id());
  }
  return node;
}

bool Amf0Reader::number(NameId name, std::size_t begin) {
  const double value = std::bit_cast<double>(reader_.u64be());
  Node* node = leaf(NodeKind::real, name, begin);
  if (node != nullptr) {
    node->set(value);
  }
  return node != nullptr;
}

bool Amf0Reader::boolean(NameId name, std::size_t begin) {
  const bool value = reader_.u8() != 0;
  Node* node = leaf(NodeKind::boolean, name, begin);
  if (node != nullptr) {
    node->set(std::int64_t{value ? 1 : 0});
  }
  return node != nullptr;
}

bool Amf0Reader::string(NameId name, std::size_t begin, std::uint32_t length) {
  const std::size_t at = reader_.offset();
  reader_.skip(length);
  Node* node = leaf(NodeKind::string, name, begin);
  if (node != nullptr) {
    node->set(TextRef{static_cast<std::uint32_t>(at), length});
  }
  return node != nullptr;
}

bool Amf0Reader::date(NameId name, std::size_t begin) {
  const double value = std::bit_cast<double>(reader_.u64be());
  reader_.skip(2);  // a time zone that is to be ignored
  Node* node = leaf(NodeKind::date, name, begin);
  if (node != nullptr) {
    node->set(value);
  }
  return node != nullptr;
}

bool Amf0Reader::reference(NameId name, std::size_t begin) {
  const std::uint16_t index = reader_.u16be();
  if (reader_.ok() && index >= objects_.size()) {
    builder_.fail(ErrorCode::malformed, begin,
                  "AMF0 reference to object " + std::to_string(index) + " of " +
                      std::to_string(objects_.size()));
    return false;
  }
  Node* node = leaf(NodeKind::reference, name, begin);
  if (node != nullptr) {
    node->set(std::int64_t{objects_[index]});
  }
  return node != nullptr;
}

/// Names and values up to the empty name that an object-end marker follows.
bool Amf0Reader::members() {
  for (;;) {
    const Bytes key = reader_.bytes(reader_.u16be());
    if (!reader_.ok()) {
      return ends_early();
    }
    if (key.empty() && reader_.remaining() != 0 && reader_.rest()[0] == kObjectEnd) {
      reader_.skip(1);
      return true;
    }
    if (!value(builder_.tree().names.intern(as_text(key)))) {
      return false;
    }
  }
}

bool Amf0Reader::object(NameId name, std::size_t begin, bool typed) {
  const Bytes type = typed ? reader_.bytes(reader_.u16be()) : Bytes();
  Node* node = open_object(NodeKind::object, name, begin);
  if (node == nullptr) {
    return false;
  }
  if (typed) {
    node->type = builder_.tree().names.intern(as_text(type));
  }
  if (!members()) {
    return false;
  }
  builder_.close(reader_.offset());
  return true;
}

/// An associative array with the keys 0, 1, 2, ... is a list. `length`, which old players
/// write as a member, is none.
void Amf0Reader::make_list(Node& node) {
  Tree& tree = builder_.tree();
  std::size_t index = 0;
  for (NodeId id = node.first; id != kNoNode; id = tree[id].next) {
    const std::string_view key = tree.name(tree[id]);
    if (key == "length") {
      tree[id].flags |= Node::kSuperseded;
    } else if (key != std::to_string(index++)) {
      return;
    }
  }
  if (index == 0) {
    return;
  }
  node.kind = NodeKind::list;
  for (NodeId id = node.first; id != kNoNode; id = tree[id].next) {
    if (!tree[id].is(Node::kSuperseded)) {
      tree[id].name = kNoName;
    }
  }
}

bool Amf0Reader::ecma_array(NameId name, std::size_t begin) {
  reader_.skip(4);  // a count that is often wrong
  if (open_object(NodeKind::object, name, begin) == nullptr || !members()) {
    return false;
  }
  make_list(builder_.innermost());
  builder_.close(reader_.offset());
  return true;
}

bool Amf0Reader::strict_array(NameId name, std::size_t begin) {
  const std::uint32_t count = reader_.u32be();
  if (open_object(NodeKind::list, name, begin) == nullptr) {
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!value(kNoName)) {
      return false;
    }
  }
  builder_.close(reader_.offset());
  return true;
}

/// The tables of AMF3 last for the whole message value. Some writers start new ones at
/// every switch: a value that cannot be read is tried once more with new tables.
bool Amf0Reader::avm_plus(NameId name, std::size_t begin) {
  met_amf3_ = true;
  ++switches_;
  const Reader before = reader_;
  const TreeBuilder::Mark mark = builder_.mark();
  const NodeId id = static_cast<NodeId>(builder_.tree().size());
  bool good = amf3_.value(name);
  if (!good && switches_ > 1 && builder_.tree().error->code != ErrorCode::limit) {
    reader_ = before;
    builder_.rewind(mark);
    amf3_.reset();
    good = amf3_.value(name);
  }
  if (good) {
    Node& node = builder_.tree()[id];
    node.length += static_cast<std::uint32_t>(node.begin - begin);
    node.begin = static_cast<std::uint32_t>(begin);
  }
  return good;
}

bool Amf0Reader::payload(std::uint8_t marker, NameId name, std::size_t begin) {
  switch (marker) {
  case kNumber:
    return number(name, begin);
  case kBoolean:
    return boolean(name, begin);
  case kString:
    return string(name, begin, reader_.u16be());
  case kLongString:
    return string(name, begin, reader_.u32be());
  case kXmlDocument: {
    const bool good = string(name, begin, reader_.u32be());
    if (good) {
      builder_.tree()[builder_.last_id()].type = builder_.tree().names.intern("XML");
    }
    return good;
  }
  case kObject:
    return object(name, begin, false);
  case kTypedObject:
    return object(name, begin, true);
  case kNull:
    return leaf(NodeKind::null, name, begin) != nullptr;
  case kUndefined:
  case kUnsupported:
    return leaf(NodeKind::undefined, name, begin) != nullptr;
  case kReference:
    return reference(name, begin);
  case kEcmaArray:
    return ecma_array(name, begin);
  case kStrictArray:
    return strict_array(name, begin);
  case kDate:
    return date(name, begin);
  case kAvmPlus:
    return avm_plus(name, begin);
  default:
    builder_.fail(ErrorCode::malformed, begin,
                  "AMF0 marker " + std::to_string(marker) + " is not known");
    return false;
  }
}

bool Amf0Reader::value(NameId name) {
  const std::size_t begin = reader_.offset();
  const std::uint8_t marker = reader_.u8();
  return reader_.ok() ? payload(marker, name, begin) : ends_early();
}

}  // namespace capaudit
