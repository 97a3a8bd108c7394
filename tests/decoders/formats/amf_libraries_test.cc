// SPDX-License-Identifier: Apache-2.0
// AMF as libraries that are not ours encoded it: tests/data/amf/read.json has the bytes
// and the values that went in; make.mjs beside it made them.
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <simdjson.h>

#include "decoders/formats/amf0.h"
#include "tests/decoders/formats/render.h"
#include "tests/support/corpus.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using simdjson::dom::element;

bool same(const Tree& tree, NodeId id, const element& expected);

/// The children from `child` on are `expected`; for members, by name.
bool same_children(const Tree& tree, NodeId& child, const element& expected, bool named) {
  for (const element each : expected.get_array()) {
    if (child == kNoNode || (tree[child].name != kNoName) != named) {
      return false;
    }
    if (named && (tree.name(tree[child]) != each.at(0).get_string().value() ||
                  !same(tree, child, each.at(1).value()))) {
      return false;
    }
    if (!named && !same(tree, child, each)) {
      return false;
    }
    child = tree[child].next;
  }
  return true;
}

bool same_number(const Node& node, double expected) {
  if (node.kind == NodeKind::integer) {
    return static_cast<double>(node.integer()) == expected;
  }
  return node.kind == NodeKind::real && node.real() == expected;
}

/// What JSON has no form for: undefined, dates, odd numbers, objects, arrays with names.
bool same_tagged(const Tree& tree, const Node& node, const element& expected) {
  NodeId child = node.first;
  if (expected["undefined"].error() == simdjson::SUCCESS) {
    return node.kind == NodeKind::undefined;
  }
  if (double ms = 0; expected["date"].get(ms) == simdjson::SUCCESS) {
    return node.kind == NodeKind::date && node.real() == ms;
  }
  if (std::string_view text; expected["number"].get(text) == simdjson::SUCCESS) {
    const double value = std::stod(std::string(text));
    return node.kind == NodeKind::real &&
           (std::isnan(value) ? std::isnan(node.real())
                              : node.real() == value &&
                                    std::signbit(node.real()) == std::signbit(value));
  }
  const element members = expected["members"].value();
  if (element items; expected["items"].get(items) == simdjson::SUCCESS) {
    // Without items an array with names is an object of no class.
    const bool list = items.get_array().size() != 0;
    return node.kind == (list ? NodeKind::list : NodeKind::object) &&
           same_children(tree, child, members, true) &&
           same_children(tree, child, items, false) && child == kNoNode;
  }
  return node.kind == NodeKind::object &&
         tree.type(node) == expected["type"].get_string().value() &&
         same_children(tree, child, members, true) && child == kNoNode;
}

bool same(const Tree& tree, NodeId id, const element& expected) {
  const NodeId target = tree.resolve(id);
  if (target == kNoNode) {
    return false;
  }
  const Node& node = tree[target];
  if (expected.is_null()) {
    return node.kind == NodeKind::null;
  }
  if (expected.is_bool()) {
    return node.kind == NodeKind::boolean &&
           node.boolean() == expected.get_bool().value();
  }
  if (expected.is_string()) {
    return node.kind == NodeKind::string &&
           tree.text(node) == expected.get_string().value();
  }
  if (expected.is_number()) {
    return same_number(node, expected.get_double().value());
  }
  if (expected.is_array()) {
    NodeId child = node.first;
    return node.kind == NodeKind::list && same_children(tree, child, expected, false) &&
           child == kNoNode;
  }
  return same_tagged(tree, node, expected);
}

TEST(AmfLibraries, WhatTheyEncodeIsReadAsTheSameValues) {
  const Buffer file = read_file(source_root() / "tests/data/amf/read.json");
  simdjson::dom::parser parser;
  const element cases = parser.parse(as_text(file).data(), file.size()).value();
  std::size_t read = 0;
  for (const element each : cases.get_array()) {
    const std::string_view hex = each["bytes"].get_string().value();
    SCOPED_TRACE(std::string(each["by"].get_string().value()) + " " + std::string(hex));
    Tree tree(from_hex(hex));
    TreeBuilder builder(tree, {});
    Reader reader(tree.body());
    Amf0Reader amf0(reader, builder);
    Amf3Reader amf3(reader, builder);
    const bool old = each["version"].get_int64().value() == 0;
    ASSERT_TRUE(old ? amf0.value(kNoName) : amf3.value(kNoName));
    EXPECT_EQ(reader.offset(), tree.body().size());
    const element expected = each["value"].value();
    EXPECT_TRUE(same(tree, 0, expected)) << render(tree) << "\n"
                                         << simdjson::minify(expected);
    ++read;
  }
  EXPECT_GT(read, 400u);
}

}  // namespace
}  // namespace capaudit
