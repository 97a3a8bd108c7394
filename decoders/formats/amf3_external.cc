// SPDX-License-Identifier: Apache-2.0
// Externalizable objects of AMF3: their bytes follow no grammar but the class's own, so
// only known classes can be read. One table; any other class is opaque from here on.
//
// The small messages of BlazeDS (DSA, DSC, DSK) have one block per level of inheritance:
// flag bytes, of which bit 7 says that another follows, then one value per set bit.
#include <array>
#include <string>

#include "decoders/formats/amf3.h"
#include "decoders/formats/amf_classes.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

enum class Form {
  wraps_list,    ///< one value: the array of items
  wraps_object,  ///< one value: the object
  managed_proxy,
  small_async,
  small_command,
  small_acknowledge,
};

struct External {
  std::string_view type;
  Form form;
};

constexpr std::array kExternals = std::to_array<External>({
    {"flex.messaging.io.ArrayCollection", Form::wraps_list},
    {"flex.messaging.io.ArrayList", Form::wraps_list},
    {"mx.collections.ArrayCollection", Form::wraps_list},
    {"mx.collections.ArrayList", Form::wraps_list},
    {"flex.messaging.io.ObjectProxy", Form::wraps_object},
    {"mx.utils.ObjectProxy", Form::wraps_object},
    {"flex.messaging.io.ManagedObjectProxy", Form::managed_proxy},
    {"mx.data.utils.Managed", Form::managed_proxy},
    {"DSA", Form::small_async},
    {"DSC", Form::small_command},
    {"DSK", Form::small_acknowledge},
    {"flex.messaging.messages.AsyncMessageExt", Form::small_async},
    {"flex.messaging.messages.CommandMessageExt", Form::small_command},
    {"flex.messaging.messages.AcknowledgeMessageExt", Form::small_acknowledge},
});

/// A value that is there if its bit is set; an id in bytes takes the place of its text.
struct Field {
  std::string_view name;
  bool uuid = false;
};

/// Fields by flag byte and bit; a byte or bit not listed holds a value nobody knows.
using FlagByte = std::array<Field, 7>;
struct Level {
  std::array<FlagByte, 2> bytes;
};

constexpr FlagByte kAbstractFirst = {{{"body"},
                                      {"clientId"},
                                      {"destination"},
                                      {"headers"},
                                      {"messageId"},
                                      {"timestamp"},
                                      {"timeToLive"}}};
constexpr FlagByte kAbstractSecond = {{{"clientId", true}, {"messageId", true}}};
constexpr FlagByte kAsync = {{{"correlationId"}, {"correlationId", true}}};
constexpr FlagByte kCommand = {{{"operation"}}};

constexpr std::array kLevels = {
    Level{{kAbstractFirst, kAbstractSecond}}, Level{{kAsync, FlagByte{}}},
    Level{{kCommand, FlagByte{}}}, Level{},  // of an acknowledge
};

}  // namespace

bool Amf3Reader::wrapped(std::string_view member, std::uint8_t flags) {
  const NodeId inner = static_cast<NodeId>(builder_.tree().size());
  if (!value(builder_.tree().names.intern(member))) {
    return false;
  }
  const NodeId list = builder_.tree().resolve(inner);
  if (list != kNoNode) {
    builder_.tree()[list].flags |= flags;
  }
  return true;
}

/// LCDS: a count, then keys and values.
bool Amf3Reader::managed_proxy() {
  const std::uint32_t count = reader_.u32be();
  if (count > reader_.remaining()) {
    return ends_early();
  }
  builder_.innermost().kind = NodeKind::dictionary;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!value(kNoName) || !value(kNoName)) {
      return false;
    }
  }
  return true;
}

/// A value that holds 16 bytes is an id: it is kept as the text that full messages have.
bool Amf3Reader::read_uuid(NameId name) {
  const NodeId id = static_cast<NodeId>(builder_.tree().size());
  if (!value(name)) {
    return false;
  }
  Node& node = builder_.tree()[id];
  const std::string_view raw = builder_.tree().text(node);
  if (node.kind != NodeKind::bytes || raw.size() != 16) {
    return true;
  }
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const unsigned byte = static_cast<unsigned char>(raw[i]);
    text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += kHex[byte >> 4];
    text += kHex[byte & 0x0f];
  }
  node.kind = NodeKind::string;
  builder_.set_text(node, builder_.store(text), true);
  return true;
}

bool Amf3Reader::flag_group(std::size_t level) {
  std::vector<std::uint8_t> flags;
  do {
    flags.push_back(reader_.u8());
  } while (reader_.ok() && (flags.back() & 0x80) != 0);
  if (!reader_.ok()) {
    return ends_early();
  }
  Names& names = builder_.tree().names;
  for (std::size_t byte = 0; byte < flags.size(); ++byte) {
    for (std::size_t bit = 0; bit < 7; ++bit) {
      if ((flags[byte] >> bit & 1) == 0) {
        continue;
      }
      const Field field =
          byte < kLevels[level].bytes.size() ? kLevels[level].bytes[byte][bit] : Field{};
      const NameId name = names.intern(field.name.empty() ? "reserved"sv : field.name);
      if (field.uuid ? !read_uuid(name) : !value(name)) {
        return false;
      }
    }
  }
  return true;
}

bool Amf3Reader::small_message(std::size_t last_level) {
  return flag_group(0) && flag_group(1) && (last_level == 0 || flag_group(last_level));
}

bool Amf3Reader::externalizable(const Traits& traits, std::size_t begin) {
  const std::string_view type = builder_.tree().names.text(traits.type);
  for (const External& external : kExternals) {
    if (external.type != type) {
      continue;
    }
    switch (external.form) {
    case Form::wraps_list:
      return wrapped(kCollectionMember, Node::kRows);
    case Form::wraps_object:
      return wrapped(kProxyMember, 0);
    case Form::managed_proxy:
      return managed_proxy();
    case Form::small_async:
      return small_message(0);
    case Form::small_command:
      return small_message(2);
    case Form::small_acknowledge:
      return small_message(3);
    }
  }
  Node* rest = builder_.add(NodeKind::opaque, kNoName, reader_.offset());
  if (rest != nullptr) {
    rest->set(TextRef{rest->begin, 0});
  }
  builder_.fail(ErrorCode::unsupported, reader_.offset(),
                "class \"" + std::string(type.substr(0, 200)) + "\" at " +
                    std::to_string(begin) + " is externalizable and not known");
  return false;
}

}  // namespace capaudit
