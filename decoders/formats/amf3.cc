// SPDX-License-Identifier: Apache-2.0
// AMF3 values but for externalizable objects, which are in amf3_external.cc.
#include "decoders/formats/amf3.h"

#include <algorithm>
#include <bit>

namespace capaudit {
namespace {

constexpr std::uint32_t kEmpty = 0xffffffffU;

constexpr std::uint8_t kUndefined = 0x00;
constexpr std::uint8_t kNull = 0x01;
constexpr std::uint8_t kFalse = 0x02;
constexpr std::uint8_t kTrue = 0x03;
constexpr std::uint8_t kInteger = 0x04;
constexpr std::uint8_t kDouble = 0x05;
constexpr std::uint8_t kString = 0x06;
constexpr std::uint8_t kXmlDocument = 0x07;
constexpr std::uint8_t kDate = 0x08;
constexpr std::uint8_t kArray = 0x09;
constexpr std::uint8_t kObject = 0x0a;
constexpr std::uint8_t kXml = 0x0b;
constexpr std::uint8_t kByteArray = 0x0c;
constexpr std::uint8_t kVectorInt = 0x0d;
constexpr std::uint8_t kVectorUint = 0x0e;
constexpr std::uint8_t kVectorDouble = 0x0f;
constexpr std::uint8_t kVectorObject = 0x10;
constexpr std::uint8_t kDictionary = 0x11;

}  // namespace

void Amf3Reader::reset() {
  texts_.clear();
  objects_.clear();
  traits_.clear();
  member_names_.clear();
}

bool Amf3Reader::ends_early() {
  builder_.fail(ErrorCode::truncated, reader_.offset(), "AMF3 value ends early");
  return false;
}

bool Amf3Reader::malformed(std::size_t at, std::string what) {
  builder_.fail(ErrorCode::malformed, at, std::move(what));
  return false;
}

bool Amf3Reader::unknown_reference(std::size_t at, std::string_view what,
                                   std::size_t index, std::size_t known) {
  return malformed(at, "AMF3 reference to " + std::string(what) + " " +
                           std::to_string(index) + " of " + std::to_string(known));
}

std::uint32_t Amf3Reader::u29_rest(std::uint8_t first) {
  std::uint32_t value = first & 0x7fU;
  for (int i = 0; i < 2; ++i) {
    const std::uint8_t byte = reader_.u8();
    value = value << 7 | (byte & 0x7fU);
    if (byte < 0x80) {
      return value;
    }
  }
  return value << 8 | reader_.u8();
}

inline Node* Amf3Reader::leaf(NodeKind kind, NameId name, std::size_t begin) {
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

/// Nearly every member of a row is a text met before or a small number, two bytes in all.
/// Reads as many of these as come first; returns how many.
std::uint32_t Amf3Reader::short_members(const NameId* names, std::uint32_t count) {
  const Bytes rest = reader_.rest();
  const std::size_t begin = reader_.offset();
  const std::size_t texts = texts_.size();
  const std::size_t most = std::min<std::size_t>(count, rest.size() / 2);
  std::uint32_t read = 0;
  for (; read < most; ++read) {
    const std::uint8_t marker = rest[2 * std::size_t{read}];
    const std::uint8_t value = rest[2 * std::size_t{read} + 1];
    const bool text = marker == kString && (value & 1) == 0 && value / 2U < texts;
    if (value >= 0x80 || (!text && marker != kInteger)) {
      break;
    }
    Node* node = builder_.add(text ? NodeKind::string : NodeKind::integer, names[read],
                              begin + 2 * std::size_t{read});
    if (node == nullptr) {
      break;
    }
    node->length = 2;
    if (text) {
      node->set(texts_[value / 2U].ref);
    } else {
      node->set(std::int64_t{value});
    }
  }
  reader_.skip(2 * std::uint64_t{read});
  return read;
}

inline Node* Amf3Reader::open_object(NodeKind kind, NameId name, std::size_t begin) {
  Node* node = builder_.open(kind, name, begin);
  if (node != nullptr) {
    objects_.push_back(builder_.last_id());
  }
  return node;
}

inline bool Amf3Reader::text(std::uint32_t& index) {
  const std::size_t begin = reader_.offset();
  const std::uint32_t head = u29();
  const std::uint32_t rest = head >> 1;
  if ((head & 1) == 0) {
    if (!reader_.ok()) {
      return ends_early();
    }
    index = rest;
    return rest < texts_.size() ||
           unknown_reference(begin, "string", rest, texts_.size());
  }
  if (rest == 0) {
    index = kEmpty;
    return reader_.ok() || ends_early();
  }
  const std::size_t at = reader_.offset();
  reader_.skip(rest);
  if (!reader_.ok()) {
    return ends_early();
  }
  index = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back({{static_cast<std::uint32_t>(at), rest}, kNoName});
  return true;
}

NameId Amf3Reader::name_of(std::uint32_t index) {
  Names& names = builder_.tree().names;
  if (index == kEmpty) {
    return names.intern({});
  }
  Text& text = texts_[index];
  if (text.name == kNoName) {
    text.name = names.intern(
        as_text(builder_.tree().body().subspan(text.ref.offset, text.ref.length)));
  }
  return text.name;
}

bool Amf3Reader::string(NameId name, std::size_t begin) {
  std::uint32_t index = kEmpty;
  if (!text(index)) {
    return false;
  }
  Node* node = leaf(NodeKind::string, name, begin);
  if (node != nullptr && index != kEmpty) {
    node->set(texts_[index].ref);
  }
  return node != nullptr;
}

bool Amf3Reader::integer(NameId name, std::size_t begin) {
  constexpr std::uint32_t kSign = 0x10000000;
  const std::uint32_t value = u29();
  Node* node = leaf(NodeKind::integer, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->set(std::int64_t{value} - ((value & kSign) != 0 ? std::int64_t{kSign} * 2 : 0));
  return true;
}

bool Amf3Reader::real(NodeKind kind, NameId name, std::size_t begin) {
  const double value = std::bit_cast<double>(reader_.u64be());
  Node* node = leaf(kind, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->set(value);
  return true;
}

inline bool Amf3Reader::reference_or(NameId name, std::size_t begin, bool& reference,
                                     std::uint32_t& rest) {
  const std::size_t at = reader_.offset();
  const std::uint32_t head = u29();
  reference = false;
  if (!reader_.ok()) {
    return ends_early();
  }
  rest = head >> 1;
  if ((head & 1) != 0) {
    return true;
  }
  if (rest >= objects_.size()) {
    return unknown_reference(at, "object", rest, objects_.size());
  }
  Node* node = leaf(NodeKind::reference, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->set(std::int64_t{objects_[rest]});
  reference = true;
  return true;
}

bool Amf3Reader::date(NameId name, std::size_t begin) {
  bool reference = false;
  std::uint32_t rest = 0;
  if (!reference_or(name, begin, reference, rest) || reference) {
    return reference;
  }
  if (!real(NodeKind::date, name, begin)) {
    return false;
  }
  objects_.push_back(builder_.last_id());
  return true;
}

bool Amf3Reader::blob(NodeKind kind, std::string_view type, NameId name,
                      std::size_t begin) {
  bool reference = false;
  std::uint32_t length = 0;
  if (!reference_or(name, begin, reference, length) || reference) {
    return reference;
  }
  const std::size_t at = reader_.offset();
  reader_.skip(length);
  Node* node = leaf(kind, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->set(TextRef{static_cast<std::uint32_t>(at), length});
  if (!type.empty()) {
    node->type = builder_.tree().names.intern(type);
  }
  objects_.push_back(builder_.last_id());
  return true;
}

bool Amf3Reader::dynamic_members() {
  for (;;) {
    std::uint32_t index = kEmpty;
    if (!text(index)) {
      return false;
    }
    if (index == kEmpty) {
      return true;
    }
    if (!value(name_of(index))) {
      return false;
    }
  }
}

bool Amf3Reader::array(NameId name, std::size_t begin) {
  bool reference = false;
  std::uint32_t count = 0;
  if (!reference_or(name, begin, reference, count) || reference) {
    return reference;
  }
  if (open_object(NodeKind::list, name, begin) == nullptr || !dynamic_members()) {
    return false;
  }
  Node& node = builder_.innermost();
  if (count == 0 && node.count != 0) {
    node.kind = NodeKind::object;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!value(kNoName)) {
      return false;
    }
  }
  builder_.close(reader_.offset());
  return true;
}

bool Amf3Reader::number_vector(std::uint8_t marker, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t begin = reader_.offset();
    if (marker == kVectorDouble) {
      if (!real(NodeKind::real, kNoName, begin)) {
        return false;
      }
      continue;
    }
    const std::uint32_t bits = reader_.u32be();
    Node* node = leaf(NodeKind::integer, kNoName, begin);
    if (node == nullptr) {
      return false;
    }
    node->set(marker == kVectorInt ? std::int64_t{static_cast<std::int32_t>(bits)}
                                   : std::int64_t{bits});
  }
  return true;
}

bool Amf3Reader::vector(std::uint8_t marker, NameId name, std::size_t begin) {
  bool reference = false;
  std::uint32_t count = 0;
  if (!reference_or(name, begin, reference, count) || reference) {
    return reference;
  }
  reader_.skip(1);  // fixed length or not
  if (open_object(NodeKind::list, name, begin) == nullptr) {
    return false;
  }
  Names& names = builder_.tree().names;
  if (marker == kVectorObject) {
    std::uint32_t index = kEmpty;
    if (!text(index)) {
      return false;
    }
    builder_.innermost().type = name_of(index);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!value(kNoName)) {
        return false;
      }
    }
  } else {
    builder_.innermost().type = names.intern(marker == kVectorInt    ? "int"
                                             : marker == kVectorUint ? "uint"
                                                                     : "double");
    if (!number_vector(marker, count)) {
      return false;
    }
  }
  builder_.close(reader_.offset());
  return true;
}

bool Amf3Reader::dictionary(NameId name, std::size_t begin) {
  bool reference = false;
  std::uint32_t count = 0;
  if (!reference_or(name, begin, reference, count) || reference) {
    return reference;
  }
  reader_.skip(1);  // weak keys or not; writers disagree on the byte
  if (open_object(NodeKind::dictionary, name, begin) == nullptr) {
    return false;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!value(kNoName) || !value(kNoName)) {
      return false;
    }
  }
  builder_.close(reader_.offset());
  return true;
}

bool Amf3Reader::read_traits(std::uint32_t head, Traits& traits) {
  traits.externalizable = (head & 0x04) != 0;
  traits.dynamic = !traits.externalizable && (head & 0x08) != 0;
  const std::uint32_t count = traits.externalizable ? 0 : head >> 4;
  std::uint32_t index = kEmpty;
  if (!text(index)) {
    return false;
  }
  traits.type = index == kEmpty ? kNoName : name_of(index);
  traits.first = static_cast<std::uint32_t>(member_names_.size());
  if (count > reader_.remaining()) {
    return ends_early();
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!text(index)) {
      return false;
    }
    member_names_.push_back(name_of(index));
  }
  traits.count = count;
  traits_.push_back(traits);
  return true;
}

bool Amf3Reader::members(const Traits& traits) {
  for (std::uint32_t i = 0; i < traits.count; ++i) {
    i += short_members(&member_names_[traits.first + i], traits.count - i);
    if (i < traits.count && !value(member_names_[traits.first + i])) {
      return false;
    }
  }
  return !traits.dynamic || dynamic_members();
}

bool Amf3Reader::object(NameId name, std::size_t begin) {
  const std::size_t at = reader_.offset();
  bool reference = false;
  std::uint32_t head = 0;
  if (!reference_or(name, begin, reference, head) || reference) {
    return reference;
  }
  head <<= 1;
  Traits traits;
  if ((head & 0x02) == 0) {
    const std::uint32_t index = head >> 2;
    if (index >= traits_.size()) {
      return unknown_reference(at, "traits", index, traits_.size());
    }
    traits = traits_[index];
  } else if (!read_traits(head, traits)) {
    return false;
  }
  Node* node = open_object(NodeKind::object, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->type = traits.type;
  if (traits.externalizable ? !externalizable(traits, begin) : !members(traits)) {
    return false;
  }
  builder_.close(reader_.offset());
  return true;
}

bool Amf3Reader::payload(std::uint8_t marker, NameId name, std::size_t begin) {
  switch (marker) {
  case kInteger:
    return integer(name, begin);
  case kDouble:
    return real(NodeKind::real, name, begin);
  case kString:
    return string(name, begin);
  case kDate:
    return date(name, begin);
  case kArray:
    return array(name, begin);
  case kObject:
    return object(name, begin);
  case kXmlDocument:
  case kXml:
    return blob(NodeKind::string, "XML", name, begin);
  case kByteArray:
    return blob(NodeKind::bytes, {}, name, begin);
  case kVectorInt:
  case kVectorUint:
  case kVectorDouble:
  case kVectorObject:
    return vector(marker, name, begin);
  case kDictionary:
    return dictionary(name, begin);
  default:
    return malformed(begin, "AMF3 marker " + std::to_string(marker) + " is not known");
  }
}

bool Amf3Reader::value(NameId name) {
  const std::size_t begin = reader_.offset();
  const std::uint8_t marker = reader_.u8();
  if (marker == kObject) {
    return object(name, begin);  // a row: no need to look the marker up
  }
  if (marker > kTrue) {
    return payload(marker, name, begin);
  }
  constexpr NodeKind kKinds[] = {NodeKind::undefined, NodeKind::null, NodeKind::boolean,
                                 NodeKind::boolean};
  static_assert(kUndefined == 0 && kNull == 1 && kFalse == 2);
  Node* node = leaf(kKinds[marker], name, begin);
  if (node != nullptr && marker == kTrue) {
    node->set(std::int64_t{1});
  }
  return node != nullptr;
}

}  // namespace capaudit
