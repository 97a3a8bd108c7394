// SPDX-License-Identifier: Apache-2.0
// SOAP encoding (SOAP 1.1 section 5, SOAP 1.2 Part 2 section 3): values that stand
// elsewhere in the message and are pointed to, and arrays that declare their size.
//
//   1.1   <a href="#id0"/> ... <multiRef id="id0">...        soapenc:arrayType="x:T[20]"
//   1.2   <a enc:ref="id0"/> ... <b enc:id="id0">...         enc:arraySize="20"
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "decoders/formats/families.h"
#include "decoders/formats/namespaces.h"

namespace capaudit {
namespace {

class SoapEncoding {
 public:
  explicit SoapEncoding(Decoded& decoded) : decoded_(decoded), tree_(decoded.tree) {}

  void run();

 private:
  NodeId attribute(NodeId element, std::string_view space, std::string_view local) const;
  std::string_view pointer(NodeId element) const;
  bool has_content(NodeId element) const;
  std::optional<std::uint32_t> declared_size(NodeId element) const;
  std::optional<std::uint32_t> items(NodeId element) const;

  Decoded& decoded_;
  Tree& tree_;
};

NodeId SoapEncoding::attribute(NodeId element, std::string_view space,
                               std::string_view local) const {
  for (NodeId id = tree_[element].first; id != kNoNode; id = tree_[id].next) {
    if (tree_[id].kind != NodeKind::attribute) {
      break;  // attributes stand first
    }
    if (tree_.name(tree_[id]) == local && tree_.type(tree_[id]) == space) {
      return id;
    }
  }
  return kNoNode;
}

/// The id an element points to; empty: it is no pointer.
std::string_view SoapEncoding::pointer(NodeId element) const {
  const NodeId href = attribute(element, {}, "href");
  if (href != kNoNode && tree_.text(href).starts_with('#')) {
    return tree_.text(href).substr(1);
  }
  const NodeId ref = attribute(element, kSoapEncoding12, "ref");
  return ref == kNoNode ? std::string_view() : tree_.text(ref);
}

bool SoapEncoding::has_content(NodeId element) const {
  for (NodeId id = tree_[element].first; id != kNoNode; id = tree_[id].next) {
    if (tree_[id].kind != NodeKind::attribute) {
      return true;
    }
  }
  return !tree_.text(element).empty();
}

/// Of one-dimensional arrays whose size is given and not partial.
std::optional<std::uint32_t> SoapEncoding::declared_size(NodeId element) const {
  NodeId id = attribute(element, kSoapEncoding11, "arrayType");
  std::string_view text = id == kNoNode ? std::string_view() : tree_.text(id);
  if (!text.empty()) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']') ||
        attribute(element, kSoapEncoding11, "offset") != kNoNode) {
      return std::nullopt;
    }
    text = text.substr(open + 1, text.size() - open - 2);
  } else {
    id = attribute(element, kSoapEncoding12, "arraySize");
    text = id == kNoNode ? text : tree_.text(id);
  }
  std::uint32_t size = 0;
  const std::from_chars_result read =
      std::from_chars(text.data(), text.data() + text.size(), size);
  const bool whole =
      !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole ? std::optional(size) : std::nullopt;
}

/// Child elements; none if they give their places (a sparse array).
std::optional<std::uint32_t> SoapEncoding::items(NodeId element) const {
  std::uint32_t count = 0;
  for (NodeId id = tree_[element].first; id != kNoNode; id = tree_[id].next) {
    const NodeKind kind = tree_[id].kind;
    if (kind != NodeKind::element && kind != NodeKind::reference) {
      continue;
    }
    if (attribute(id, kSoapEncoding11, "position") != kNoNode) {
      return std::nullopt;
    }
    ++count;
  }
  return count;
}

void SoapEncoding::run() {
  std::unordered_map<std::string_view, NodeId> by_id;
  for (NodeId id = 0; id < tree_.size(); ++id) {
    if (tree_[id].kind != NodeKind::element) {
      continue;
    }
    for (const std::string_view space : {std::string_view(), kSoapEncoding12}) {
      const NodeId name = attribute(id, space, "id");
      if (name != kNoNode) {
        by_id.emplace(tree_.text(name), id);
      }
    }
  }
  for (NodeId id = 0; id < tree_.size(); ++id) {
    if (tree_[id].kind != NodeKind::element) {
      continue;
    }
    const std::optional<std::uint32_t> size = declared_size(id);
    if (size && items(id).value_or(*size) != *size) {
      decoded_.note("soap_array_size_differs");
    }
    const std::string_view wanted = pointer(id);
    if (wanted.empty() || has_content(id)) {
      continue;
    }
    const auto found = by_id.find(wanted);
    if (found == by_id.end() || found->second == id) {
      decoded_.note("soap_reference_missing");
    } else {
      tree_[id].kind = NodeKind::reference;
      tree_[id].set(std::int64_t{found->second});
    }
  }
}

}  // namespace

void resolve_soap_references(Decoded& decoded) {
  SoapEncoding(decoded).run();
}

}  // namespace capaudit
