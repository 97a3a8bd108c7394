// SPDX-License-Identifier: Apache-2.0
// Arrays of which not all items were sent (SOAP 1.1 section 5.4.2), so that every item is
// the row it was with the sender:
//
//   sparse   <a soapenc:arrayType="x:T[10]"><i soapenc:position="[2]">..</i>...
//   partly   <a soapenc:arrayType="x:T[10]" soapenc:offset="[5]"><i>..</i>...
//
// Items are put in the order of their places, what was not sent is null. The places are
// the sender's word: how many nulls a body may ask for is bounded.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "decoders/core/text.h"
#include "decoders/formats/families.h"
#include "decoders/formats/namespaces.h"

namespace capaudit {
namespace {

/// Cells that the nulls of one body may make in tables: nulls times the widest item.
constexpr std::uint64_t kMaxAbsentCells = std::uint64_t{1} << 20;

class SoapArrays {
 public:
  explicit SoapArrays(Decoded& decoded) : decoded_(decoded), tree_(decoded.tree) {}

  void run();

 private:
  struct Item {
    std::uint64_t place = 0;
    NodeId id = kNoNode;
  };

  std::optional<std::string_view> attribute(NodeId element, std::string_view name) const;
  std::optional<std::uint64_t> declared_size(NodeId array) const;
  bool places(NodeId array, std::vector<Item>& items) const;
  bool fill(NodeId array, std::vector<Item>& items);
  bool may_add(const std::vector<Item>& items, std::uint64_t absent);

  Decoded& decoded_;
  Tree& tree_;
  std::uint64_t absent_cells_ = 0;  ///< so far
};

/// `[7]`: a place in an array of one dimension.
std::optional<std::uint64_t> in_brackets(std::string_view text) {
  text = trim(text);
  if (!text.starts_with('[') || !text.ends_with(']')) {
    return std::nullopt;
  }
  text = text.substr(1, text.size() - 2);
  std::uint32_t place = 0;
  const std::from_chars_result read =
      std::from_chars(text.data(), text.data() + text.size(), place);
  const bool whole =
      !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole ? std::optional(std::uint64_t{place}) : std::nullopt;
}

std::optional<std::string_view> SoapArrays::attribute(NodeId element,
                                                      std::string_view name) const {
  for (NodeId id = tree_[element].first; id != kNoNode; id = tree_[id].next) {
    const Node& node = tree_[id];
    if (node.kind != NodeKind::attribute) {
      break;  // attributes stand first
    }
    if (tree_.name(node) == name && tree_.type(node) == kSoapEncoding11) {
      return tree_.text(node);
    }
  }
  return std::nullopt;
}

/// None if it is left open: `x:T[]`.
std::optional<std::uint64_t> SoapArrays::declared_size(NodeId array) const {
  const std::string_view type = attribute(array, "arrayType").value_or("");
  const std::size_t open = type.rfind('[');
  return open == std::string_view::npos ? std::nullopt : in_brackets(type.substr(open));
}

/// The items in the order of their places; false if a place is missing or cannot be.
bool SoapArrays::places(NodeId array, std::vector<Item>& items) const {
  const std::optional<std::string_view> offset = attribute(array, "offset");
  const std::optional<std::uint64_t> first =
      offset ? in_brackets(*offset) : std::optional(std::uint64_t{0});
  bool positions = false;
  bool orders = false;
  for (NodeId id = tree_[array].first; id != kNoNode; id = tree_[id].next) {
    const NodeKind kind = tree_[id].kind;
    if (kind != NodeKind::element && kind != NodeKind::reference) {
      continue;
    }
    const std::optional<std::string_view> position = attribute(id, "position");
    (position ? positions : orders) = true;
    const std::optional<std::uint64_t> place =
        position ? in_brackets(*position)
                 : std::optional(first.value_or(0) + items.size());
    if (!place) {
      return false;
    }
    items.push_back({*place, id});
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) { return a.place < b.place; });
  const auto twice =
      std::adjacent_find(items.begin(), items.end(),
                         [](const Item& a, const Item& b) { return a.place == b.place; });
  return first && !(positions && orders) && twice == items.end();
}

bool SoapArrays::may_add(const std::vector<Item>& items, std::uint64_t absent) {
  std::uint64_t widest = 1;
  for (const Item& item : items) {
    const NodeId target = tree_.resolve(item.id);
    widest = std::max<std::uint64_t>(widest, target == kNoNode ? 0 : tree_[target].count);
  }
  if (absent > (kMaxAbsentCells - absent_cells_) / widest) {
    return false;
  }
  absent_cells_ += absent * widest;
  return true;
}

/// Chains the items anew, with nulls between them.
bool SoapArrays::fill(NodeId array, std::vector<Item>& items) {
  if (!places(array, items)) {
    return false;
  }
  if (items.empty()) {
    return true;
  }
  const std::uint64_t behind_last = items.back().place + 1;
  const std::uint64_t size = declared_size(array).value_or(behind_last);
  if (size < behind_last || !may_add(items, size - items.size())) {
    return false;
  }
  NodeId last = kNoNode;  // attributes and text stay in front
  std::vector<NodeId> others;
  for (NodeId id = tree_[array].first; id != kNoNode; id = tree_[id].next) {
    const NodeKind kind = tree_[id].kind;
    if (kind != NodeKind::element && kind != NodeKind::reference) {
      others.push_back(id);
    }
  }
  const auto chain = [&](NodeId id) {
    (last == kNoNode ? tree_[array].first : tree_[last].next) = id;
    tree_[id].next = kNoNode;
    last = id;
  };
  std::for_each(others.begin(), others.end(), chain);
  TreeBuilder builder(tree_, Limits());
  const Node like = tree_[items.front().id];
  std::size_t next = 0;
  for (std::uint64_t place = 0; place < size; ++place) {
    if (next < items.size() && items[next].place == place) {
      chain(items[next].id);
      ++next;
      continue;
    }
    Node* const null = builder.add(NodeKind::null, like.name, like.begin);
    if (null == nullptr) {
      return false;
    }
    null->type = like.type;
    null->flags |= Node::kAbsent;
    chain(builder.last_id());
  }
  tree_[array].count = static_cast<std::uint32_t>(others.size() + size);
  return true;
}

void SoapArrays::run() {
  const bool any =
      tree_.names.find("position") != kNoName || tree_.names.find("offset") != kNoName;
  const std::size_t nodes = any ? tree_.size() : 0;
  std::vector<Item> items;
  for (NodeId id = 0; id < nodes; ++id) {
    if (tree_[id].kind != NodeKind::element) {
      continue;
    }
    bool partly = attribute(id, "offset").has_value();
    for (NodeId item = tree_[id].first; item != kNoNode && !partly;
         item = tree_[item].next) {
      const bool element = tree_[item].kind == NodeKind::element ||
                           tree_[item].kind == NodeKind::reference;
      partly = element && attribute(item, "position").has_value();
    }
    items.clear();
    if (partly && !fill(id, items)) {
      decoded_.note("soap_array_places_unclear");
    }
  }
}

}  // namespace

void fill_soap_arrays(Decoded& decoded) {
  SoapArrays(decoded).run();
}

}  // namespace capaudit
