// SPDX-License-Identifier: Apache-2.0
// AMF packets and streams.
#include "decoders/formats/amf_packet.h"

#include <algorithm>
#include <string>

#include "decoders/core/text.h"
#include "decoders/formats/amf0.h"
#include "decoders/formats/recognise.h"

namespace capaudit {
namespace {

constexpr std::uint32_t kUnknownLength = 0xffffffffU;

class PacketParser {
 public:
  explicit PacketParser(TreeBuilder& builder)
      : builder_(builder),
        reader_(builder.tree().body()),
        values_(reader_, builder),
        names_(builder.tree().names) {}

  AmfPacket run();

 private:
  bool header(std::size_t index, std::size_t count);
  bool message(std::size_t index, std::size_t count);
  bool element(std::string_view what, std::size_t index, std::size_t count);
  bool value(NameId name, std::uint32_t length);
  bool resynchronise(std::size_t value_begin, std::uint32_t length);
  bool message_may_begin(std::size_t offset) const;
  bool ends_in(std::string_view what, std::size_t index, std::size_t count);
  void add_text(std::string_view name, Bytes text, std::size_t begin);
  void add_integer(std::string_view name, std::int64_t value, std::size_t begin);
  void note(std::string_view code) {
    if (std::find(packet_.findings.begin(), packet_.findings.end(), code) ==
        packet_.findings.end()) {
      packet_.findings.push_back(code);
    }
  }

  TreeBuilder& builder_;
  Reader reader_;
  Amf0Reader values_;
  Names& names_;
  AmfPacket packet_;
  std::optional<Error> first_error_;  ///< of values that were skipped
};

bool PacketParser::ends_in(std::string_view what, std::size_t index, std::size_t count) {
  builder_.fail(ErrorCode::truncated, reader_.offset(),
                "AMF packet ends in " + std::string(what) + " " +
                    std::to_string(index + 1) + " of " + std::to_string(count));
  return false;
}

void PacketParser::add_text(std::string_view name, Bytes text, std::size_t begin) {
  Node* node = builder_.add(NodeKind::string, names_.intern(name), begin);
  if (node != nullptr) {
    node->length = static_cast<std::uint32_t>(text.size() + 2);
    node->set(TextRef{static_cast<std::uint32_t>(begin + 2),
                      static_cast<std::uint32_t>(text.size())});
  }
}

void PacketParser::add_integer(std::string_view name, std::int64_t value,
                               std::size_t begin) {
  Node* node = builder_.add(NodeKind::integer, names_.intern(name), begin);
  if (node != nullptr) {
    node->length = static_cast<std::uint32_t>(reader_.offset() - begin);
    node->set(value);
  }
}

/// The length may be exact, unknown, BlazeDS's 1, or 0; anything else is noted.
bool PacketParser::value(NameId name, std::uint32_t length) {
  const std::size_t begin = reader_.offset();
  const TreeBuilder::Mark mark = builder_.mark();
  values_.reset();
  const bool good = values_.value(name);
  packet_.amf3 = packet_.amf3 || values_.met_amf3();
  if (good) {
    const std::size_t bytes = reader_.offset() - begin;
    if (length != bytes && length != kUnknownLength && length > 1) {
      note("amf_length_differs");
    }
    return true;
  }
  const std::optional<Error> error = builder_.tree().error;
  const bool at_limit = error && error->code == ErrorCode::limit;
  if (at_limit || !resynchronise(begin, length)) {
    return false;
  }
  // The value is lost, the messages after it are not.
  first_error_ = first_error_ ? first_error_ : error;
  builder_.rewind(mark);
  Node* node = builder_.add(NodeKind::opaque, name, begin);
  if (node == nullptr) {
    return false;
  }
  node->length = length;
  node->set(TextRef{node->begin, length});
  note("amf_value_skipped");
  return true;
}

/// Goes to where the value ends by its length, if another message can begin there.
bool PacketParser::resynchronise(std::size_t value_begin, std::uint32_t length) {
  const std::size_t left = builder_.tree().body().size() - value_begin;
  if (length < 2 || length > left || !message_may_begin(value_begin + length)) {
    return false;
  }
  reader_ = Reader(builder_.tree().body());
  reader_.skip(value_begin + length);
  return true;
}

bool PacketParser::message_may_begin(std::size_t offset) const {
  Reader ahead(builder_.tree().body().subspan(offset));
  if (ahead.at_end()) {
    return true;
  }
  const Bytes target = ahead.bytes(ahead.u16be());
  const Bytes response = ahead.bytes(ahead.u16be());
  ahead.skip(4);
  return ahead.u8() <= 0x11 && ahead.ok() && looks_like_text(target) &&
         looks_like_text(response);
}

bool PacketParser::header(std::size_t index, std::size_t count) {
  const std::size_t begin = reader_.offset();
  const Bytes name = reader_.bytes(reader_.u16be());
  const std::size_t flag_begin = reader_.offset();
  const bool must_understand = reader_.u8() != 0;
  const std::size_t length_begin = reader_.offset();
  const std::uint32_t length = reader_.u32be();
  if (!reader_.ok()) {
    return ends_in("header", index, count);
  }
  if (builder_.open(NodeKind::object, kNoName, begin) == nullptr) {
    return false;
  }
  add_text("name", name, begin);
  add_integer("mustUnderstand", must_understand ? 1 : 0, flag_begin);
  add_integer("length", length, length_begin);
  if (builder_.failed() || !value(names_.intern("value"), length)) {
    return false;
  }
  builder_.close(reader_.offset());
  return true;
}

bool PacketParser::message(std::size_t index, std::size_t count) {
  const std::size_t begin = reader_.offset();
  const Bytes target = reader_.bytes(reader_.u16be());
  const std::size_t response_begin = reader_.offset();
  const Bytes response = reader_.bytes(reader_.u16be());
  const std::size_t length_begin = reader_.offset();
  const std::uint32_t length = reader_.u32be();
  if (!reader_.ok()) {
    return ends_in("message", index, count);
  }
  if (builder_.open(NodeKind::object, kNoName, begin) == nullptr) {
    return false;
  }
  packet_.messages.push_back(
      {as_text(target), as_text(response), builder_.last_id(), kNoNode});
  add_text("target", target, begin);
  add_text("response", response, response_begin);
  add_integer("length", length, length_begin);
  const NodeId node = static_cast<NodeId>(builder_.tree().size());
  const bool good = !builder_.failed() && value(names_.intern("value"), length);
  if (builder_.tree().size() > node && builder_.tree()[node].kind != NodeKind::opaque) {
    packet_.messages.back().value = node;
  }
  if (!good) {
    return false;
  }
  builder_.close(reader_.offset());
  return true;
}

AmfPacket PacketParser::run() {
  if (builder_.open(NodeKind::object, kNoName, 0) == nullptr) {
    return packet_;
  }
  packet_.root = builder_.last_id();
  packet_.version = reader_.u16be();
  add_integer("version", packet_.version, 0);
  using Part = bool (PacketParser::*)(std::size_t, std::size_t);
  struct List {
    std::string_view name;
    Part part;
  };
  for (const List& list : {List{"headers", &PacketParser::header},
                           List{"messages", &PacketParser::message}}) {
    const std::size_t begin = reader_.offset();
    const std::uint16_t count = reader_.u16be();
    if (!reader_.ok()) {
      builder_.fail(ErrorCode::truncated, begin, "AMF packet ends in its head");
      break;
    }
    Node* node = builder_.open(NodeKind::list, names_.intern(list.name), begin);
    if (node == nullptr) {
      break;
    }
    node->flags |= Node::kEnvelope;
    bool good = true;
    for (std::size_t i = 0; i < count && good; ++i) {
      good = (this->*list.part)(i, count);
    }
    if (!good) {
      break;
    }
    builder_.close(reader_.offset());
  }
  packet_.walked = !builder_.failed();
  if (packet_.walked && !reader_.at_end()) {
    note("amf_trailing_bytes");
  }
  while (builder_.depth() > 0) {
    builder_.close(std::max(reader_.offset(), std::size_t{builder_.innermost().begin}));
  }
  if (first_error_ && !builder_.failed()) {
    builder_.fail(first_error_->code, first_error_->offset, first_error_->what);
  }
  return packet_;
}

/// "hex CRLF" at the reader; false if it is not there.
bool read_chunk_size(Reader& reader, std::uint64_t& size) {
  constexpr int kMaxDigits = 8;
  size = 0;
  for (int digits = 0; digits <= kMaxDigits; ++digits) {
    const char c = static_cast<char>(reader.u8());
    const char lower = to_lower(c);
    if (c == '\r' && digits != 0) {
      return reader.u8() == '\n' && reader.ok();
    }
    if (is_digit(c)) {
      size = size << 4 | static_cast<std::uint64_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      size = size << 4 | static_cast<std::uint64_t>(lower - 'a' + 10);
    } else {
      return false;
    }
  }
  return false;
}

/// Reads the value of one chunk; false ends the stream.
bool read_chunk(TreeBuilder& builder, Reader& reader, std::uint64_t size,
                AmfPacket& packet) {
  const std::size_t begin = reader.offset();
  if (size > reader.remaining()) {
    builder.fail(ErrorCode::truncated, reader.offset(),
                 "AMF stream ends inside a chunk of " + std::to_string(size) + " bytes");
    return false;
  }
  if (size != 0 && reader.rest()[0] != 0) {
    Reader chunk(builder.tree().body().first(begin + static_cast<std::size_t>(size)));
    chunk.skip(begin);
    Amf3Reader values(chunk, builder);
    const NodeId node = static_cast<NodeId>(builder.tree().size());
    const bool good = values.value(kNoName);
    if (builder.tree().size() > node) {
      packet.messages.push_back({{}, {}, node, node});
    }
    if (!good) {
      return false;
    }
    if (!chunk.at_end()) {
      packet.findings.assign({"amf_trailing_bytes"});
    }
  }
  reader.skip(size);
  if (reader.remaining() >= 2 && reader.rest()[0] == '\r' && reader.rest()[1] == '\n') {
    reader.skip(2);
  }
  return true;
}

}  // namespace

AmfPacket parse_amf_packet(TreeBuilder& builder) {
  return PacketParser(builder).run();
}

AmfPacket parse_amf_stream(TreeBuilder& builder) {
  AmfPacket packet;
  packet.amf3 = true;
  packet.version = 3;
  Reader reader(builder.tree().body());
  Node* root = builder.open(NodeKind::list, kNoName, 0);
  if (root == nullptr) {
    return packet;
  }
  root->flags |= Node::kEnvelope;
  packet.root = builder.last_id();
  while (!reader.at_end()) {
    if (reader.rest()[0] == 0) {
      reader.skip(1);  // a heartbeat
      continue;
    }
    const std::size_t begin = reader.offset();
    std::uint64_t size = 0;
    if (!read_chunk_size(reader, size)) {
      builder.fail(reader.ok() ? ErrorCode::malformed : ErrorCode::truncated, begin,
                   "AMF stream has no chunk size here");
      break;
    }
    if (!read_chunk(builder, reader, size, packet)) {
      break;
    }
  }
  packet.walked = !builder.failed();
  while (builder.depth() > 0) {
    builder.close(std::max(reader.offset(), std::size_t{builder.innermost().begin}));
  }
  return packet;
}

bool looks_like_amf_stream(Bytes body) {
  constexpr std::uint8_t kLastMarker = 0x11;
  Reader reader(body);
  std::uint64_t size = 0;
  return read_chunk_size(reader, size) && size != 0 && reader.u8() <= kLastMarker &&
         reader.ok();
}

}  // namespace capaudit
