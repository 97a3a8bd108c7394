// SPDX-License-Identifier: Apache-2.0
// Two JSON objects, compared value by value as they are written.
#include <algorithm>
#include <set>

#include "decoders/core/text.h"
#include "decoders/formats/json.h"
#include "reports/text.h"
#include "reports/verify.h"

namespace capaudit {
namespace {

constexpr std::string_view kOpen = "<script type=\"application/json\" id=\"data\">";
constexpr std::string_view kClose = "</script>";
constexpr std::size_t kValueWidth = 120;
constexpr std::uint32_t kMostNodes = 16U << 20;
constexpr std::int64_t kLatestSecond = INT64_MAX / 1'000'000'000;

class Json {
 public:
  explicit Json(std::string_view text) : tree_(as_bytes(text)) {
    Limits limits;
    limits.max_nodes = kMostNodes;
    TreeBuilder builder(tree_, limits);
    const JsonResult result = parse_json(builder, 0, text.size());
    root_ = result.root;
    ok_ = !tree_.error && result.json && result.values == 1 && root_ != kNoNode &&
          result.findings.empty() && result.guard_bytes == 0 &&
          tree_[root_].kind == NodeKind::object;
  }
  bool ok() const { return ok_; }
  const Tree& tree() const { return tree_; }
  NodeId root() const { return root_; }
  std::string_view written(NodeId id) const {
    const Node& node = tree_[id];
    return as_text(tree_.body()).substr(node.begin, node.length);
  }
  std::string text(NodeId parent, std::string_view name) const {
    const NodeId id = parent == kNoNode ? kNoNode : tree_.find(parent, name);
    return id == kNoNode || tree_[id].kind != NodeKind::string
               ? std::string()
               : std::string(tree_.text(id));
  }
  template <class Visit>
  void each(NodeId parent, Visit visit) const {
    for (NodeId id = tree_[parent].first; id != kNoNode; id = tree_[id].next) {
      visit(id);
    }
  }

 private:
  Tree tree_;
  NodeId root_ = kNoNode;
  bool ok_ = false;
};

bool is_container(const Node& node) {
  return node.kind == NodeKind::object || node.kind == NodeKind::list;
}

/// Members of what was measured that hold its figures: not compared.
bool is_of_measuring(std::string_view name) {
  return name == "blocks" || name == "cells" || name == "details" || name == "answer" ||
         name == "items";
}

class Comparison {
 public:
  Comparison(const Json& reported, const Json& derived)
      : reported_(reported), derived_(derived) {}

  Differences run() {
    compare(reported_.root(), derived_.root(), "");
    return std::move(out_);
  }

 private:
  void add(const std::string& where, std::string_view reported,
           std::string_view derived) {
    out_.add({where, cut_middle(visible(reported), kValueWidth),
              cut_middle(visible(derived), kValueWidth)});
  }

  void compare(NodeId a, NodeId b, const std::string& where) {
    const Node& left = reported_.tree()[a];
    const Node& right = derived_.tree()[b];
    if (reported_.written(a) == derived_.written(b)) {
      return;
    }
    if (left.kind != right.kind || !is_container(left)) {
      add(where, reported_.written(a), derived_.written(b));
    } else if (left.kind == NodeKind::object) {
      compare_members(a, b, where);
    } else {
      compare_items(a, b, where);
    }
  }

  void compare_members(NodeId a, NodeId b, const std::string& where) {
    const NodeId measured = derived_.tree().find(b, "measured");
    const bool skip = measured != kNoNode &&
                      derived_.tree()[measured].kind == NodeKind::boolean &&
                      derived_.tree()[measured].boolean();
    std::set<std::string, std::less<>> seen;
    reported_.each(a, [&](NodeId child) {
      const std::string name(reported_.tree().name(reported_.tree()[child]));
      const std::string path = where + (where.empty() ? "" : ".") + visible(name);
      seen.insert(name);
      const NodeId other = derived_.tree().find(b, name);
      if (other == kNoNode) {
        add(path, reported_.written(child), "not there");
      } else if (!skip || !is_of_measuring(name)) {
        compare(child, other, path);
      }
    });
    derived_.each(b, [&](NodeId child) {
      const std::string_view name = derived_.tree().name(derived_.tree()[child]);
      if (!seen.contains(name)) {
        add(where + (where.empty() ? "" : ".") + std::string(name), "not there",
            derived_.written(child));
      }
    });
  }

  void compare_items(NodeId a, NodeId b, const std::string& where) {
    NodeId left = reported_.tree()[a].first;
    NodeId right = derived_.tree()[b].first;
    for (std::size_t n = 1; left != kNoNode || right != kNoNode; ++n) {
      const std::string path = where + "[" + label(right, n) + "]";
      if (left == kNoNode) {
        add(path, "not there", derived_.written(right));
      } else if (right == kNoNode) {
        add(path, reported_.written(left), "not there");
      } else {
        compare(left, right, path);
      }
      left = left == kNoNode ? left : reported_.tree()[left].next;
      right = right == kNoNode ? right : derived_.tree()[right].next;
    }
  }

  /// What a reader knows an item by: its first text, else its number.
  std::string label(NodeId id, std::size_t n) const {
    const Tree& tree = derived_.tree();
    for (int depth = 0; depth < 3 && id != kNoNode && is_container(tree[id]); ++depth) {
      id = tree[id].first;
      if (id != kNoNode && tree[id].kind == NodeKind::string) {
        return cut_middle(visible(tree.text(id)), 40);
      }
    }
    return std::to_string(n);
  }

  const Json& reported_;
  const Json& derived_;
  Differences out_;
};

Error not_a_report(std::string what) {
  return Error{ErrorCode::malformed, 0, std::move(what)};
}

Error no_object(const Json& json) {
  return not_a_report(
      "its data are no JSON object" +
      (json.tree().error ? ": " + json.tree().error->what : std::string()));
}

}  // namespace

void Differences::add(Difference difference) {
  ++count;
  if (list.size() < kMostDifferences) {
    list.push_back(std::move(difference));
  }
}

Result<ReportData> find_report_data(std::string_view report) {
  const std::size_t first = report.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && report[first] == '{') {
    return ReportData{report.substr(first), false};
  }
  const std::size_t open = report.find(kOpen);
  const std::size_t begin = open + kOpen.size();
  const std::size_t end =
      open == std::string_view::npos ? open : report.find(kClose, begin);
  if (end == std::string_view::npos) {
    return not_a_report(
        "it holds no data of a report; of a page made with --data side, verify the "
        ".data.json beside it");
  }
  return ReportData{report.substr(begin, end - begin), true};
}

Result<ReportSource> read_report_source(std::string_view data) {
  const Json json(data);
  if (!json.ok()) {
    return no_object(json);
  }
  const Tree& tree = json.tree();
  ReportSource source;
  source.version = json.text(json.root(), "capaudit");
  source.claims_sha256 = json.text(json.root(), "claims_sha256");
  const NodeId made = tree.find(json.root(), "source_date_epoch");
  if (made != kNoNode && tree[made].kind == NodeKind::integer) {
    const std::int64_t seconds = tree[made].integer();
    source.made_ns = seconds >= 0 && seconds <= kLatestSecond
                         ? std::optional(seconds * 1'000'000'000)
                         : std::nullopt;
  }
  const NodeId words = tree.find(json.root(), "command");
  if (words != kNoNode && tree[words].kind == NodeKind::list) {
    json.each(words, [&](NodeId id) { source.words.emplace_back(tree.text(id)); });
  }
  const NodeId captures = tree.find(json.root(), "captures");
  if (captures != kNoNode && tree[captures].kind == NodeKind::list) {
    json.each(captures, [&](NodeId id) {
      const bool object = tree[id].kind == NodeKind::object;
      source.inputs.push_back({object ? json.text(id, "path") : std::string(),
                               object ? json.text(id, "sha256") : std::string()});
    });
  }
  if (source.version.empty() || source.words.empty() || source.inputs.empty()) {
    return not_a_report("its data name no version, no command or no captures");
  }
  return source;
}

Result<Differences> compare_data(std::string_view reported, std::string_view derived) {
  const Json left(reported);
  const Json right(derived);
  if (!left.ok() || !right.ok()) {
    return no_object(left.ok() ? right : left);
  }
  return Comparison(left, right).run();
}

}  // namespace capaudit
