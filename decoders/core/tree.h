// SPDX-License-Identifier: Apache-2.0
// The decoded tree, one for all formats: nodes in an arena, addressed by index, so that
// the cycles which AMF allows are just numbers. Every node knows the bytes it came from.
//
//   scalars      null undefined boolean integer real number string bytes date
//   containers   list (children without names), object (children with names; an AMF array
//                with both is a list), dictionary (children are key, value, key, value)
//   markup       element (attributes first, then elements and strings; an element with
//                text alone holds the text itself), attribute
//   special      reference (to a node met before), opaque (bytes that cannot be read)
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"
#include "decoders/core/limits.h"
#include "decoders/core/names.h"
#include "decoders/core/result.h"

namespace capaudit {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffU;

enum class NodeKind : std::uint8_t {
  null,
  undefined,
  boolean,
  integer,  ///< fits 64 bits with sign
  real,
  number,  ///< as text, because no machine type holds it exactly
  string,
  bytes,
  date,  ///< milliseconds since 1970 UTC
  list,
  object,
  dictionary,
  element,
  attribute,
  reference,
  opaque,
};

std::string_view to_string(NodeKind kind);

/// Text in the body, or in the tree's own store where the body has it in another form.
struct TextRef {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

struct Node {
  static constexpr std::uint8_t kOwnText = 1;     ///< text lies in the tree's store
  static constexpr std::uint8_t kSuperseded = 2;  ///< a later member has the same name
  static constexpr std::uint8_t kEnvelope = 4;    ///< list of messages, never of rows
  static constexpr std::uint8_t kRows = 8;  ///< list that is a list of rows by its format
  static constexpr std::uint8_t kHeader = 16;  ///< first row of a table: its columns
  static constexpr std::uint8_t kAbsent = 32;  ///< null in the place of what was not sent

  NodeKind kind = NodeKind::null;
  std::uint8_t flags = 0;
  NameId name = kNoName;  ///< member name, local name
  NameId type = kNoName;  ///< class name, namespace, JSON number that was quoted, ...
  std::uint32_t begin = 0, length = 0;  ///< extent in the body
  NodeId first = kNoNode, next = kNoNode;
  std::uint32_t count = 0;  ///< children
  std::uint64_t bits = 0;   ///< the value; read it through the accessors

  bool is(std::uint8_t flag) const { return (flags & flag) != 0; }
  bool boolean() const { return bits != 0; }
  std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
  double real() const { return std::bit_cast<double>(bits); }
  TextRef text_ref() const {
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
  }
  NodeId target() const { return static_cast<NodeId>(bits); }

  void set(std::int64_t value) { bits = static_cast<std::uint64_t>(value); }
  void set(double value) { bits = std::bit_cast<std::uint64_t>(value); }
  void set(TextRef ref) { bits = std::uint64_t{ref.offset} << 32 | ref.length; }
};

class Tree {
 public:
  /// Views of `body` are kept: it must outlive the tree.
  explicit Tree(Bytes body) : body_(body) {}
  /// For a body that had to be converted first; the tree owns it and extents are in it.
  explicit Tree(Buffer body) : owned_body_(std::move(body)), body_(owned_body_) {}
  Tree(Tree&&) = default;
  Tree& operator=(Tree&&) = default;

  Bytes body() const { return body_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  const Node& operator[](NodeId id) const { return chunks_[id / kChunk][id % kChunk]; }
  Node& operator[](NodeId id) { return chunks_[id / kChunk][id % kChunk]; }

  /// Follows references; none when they go round in circles.
  NodeId resolve(NodeId id) const;
  /// The last child of that name, references followed; kNoNode: none.
  NodeId find(NodeId parent, std::string_view name) const;

  /// Of string, number, bytes, attribute, and element with text alone; valid as long as
  /// the tree. Empty for others.
  std::string_view text(const Node& node) const;
  std::string_view text(NodeId id) const { return text((*this)[id]); }
  std::string_view name(const Node& node) const { return names.text(node.name); }
  std::string_view type(const Node& node) const { return names.text(node.type); }

  NodeId root = 0;  ///< unless empty()
  Names names;
  /// Why decoding stopped early; what was decoded before is there.
  std::optional<Error> error;

 private:
  friend class TreeBuilder;
  static constexpr std::size_t kChunk = 1024;

  Buffer owned_body_;
  Bytes body_;
  /// Chunks are left as they come: a node is written when it is added.
  struct FreeChunk {
    void operator()(Node* chunk) const {
      std::allocator<Node>().deallocate(chunk, kChunk);
    }
  };
  std::vector<std::unique_ptr<Node[], FreeChunk>> chunks_;
  std::size_t size_ = 0;
  std::string store_;
};

}  // namespace capaudit
