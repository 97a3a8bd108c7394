// SPDX-License-Identifier: Apache-2.0
// JSON against JSON.parse of node: what it takes we take without a remark, as the same
// values, and what it refuses we refuse or say what was not JSON by the book.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/formats/json.h"
#include "tests/support/corpus.h"
#include "tests/support/hex.h"
#include "tests/support/program.h"
#include "tests/support/random.h"

namespace capaudit {
namespace {

void append_hex(std::string& out, std::uint64_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[value >> static_cast<unsigned>(shift) & 0xf];
  }
}

/// UTF-16 units of UTF-8 in which lone surrogates are written like other characters.
std::string units(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) & 0x3fU : 0U;
    };
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      append_hex(out, first, 4);
      i += 1;
    } else if (first < 0xe0) {
      append_hex(out, (first & 0x1fU) << 6 | byte(i + 1), 4);
      i += 2;
    } else if (first < 0xf0) {
      append_hex(out, (first & 0x0fU) << 12 | byte(i + 1) << 6 | byte(i + 2), 4);
      i += 3;
    } else {
      const unsigned value =
          ((first & 7U) << 18 | byte(i + 1) << 12 | byte(i + 2) << 6 | byte(i + 3)) -
          0x10000;
      append_hex(out, 0xd800 + (value >> 10), 4);
      append_hex(out, 0xdc00 + (value & 0x3ff), 4);
      i += 4;
    }
  }
  return out + "\"";
}

std::string number(double value) {
  std::string out = "#";
  append_hex(out, std::bit_cast<std::uint64_t>(value), 16);
  return out;
}

/// A number kept as text, as the double that JavaScript makes of it.
double as_double(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    const bool small = text.find("e-") != std::string_view::npos ||
                       text.find("E-") != std::string_view::npos;
    value = std::copysign(small ? 0 : HUGE_VAL, text[0] == '-' ? -1.0 : 1.0);
  }
  return value;
}

std::string form(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  switch (node.kind) {
  case NodeKind::null:
    return "n";
  case NodeKind::boolean:
    return node.boolean() ? "t" : "f";
  case NodeKind::integer:
    return number(static_cast<double>(node.integer()));
  case NodeKind::real:
    return number(node.real());
  case NodeKind::number:
    return number(as_double(tree.text(node)));
  case NodeKind::string:
    return units(tree.text(node));
  case NodeKind::list: {
    std::string out = "[";
    for (NodeId item = node.first; item != kNoNode; item = tree[item].next) {
      out += (item == node.first ? "" : ",") + form(tree, item);
    }
    return out + "]";
  }
  case NodeKind::object: {
    // Of members with one name JSON.parse keeps the last; we mark the others.
    std::vector<std::string> members;
    for (NodeId item = node.first; item != kNoNode; item = tree[item].next) {
      if (!tree[item].is(Node::kSuperseded)) {
        members.push_back(units(tree.name(tree[item])) + ":" + form(tree, item));
      }
    }
    std::sort(members.begin(), members.end());
    std::string out = "{";
    for (const std::string& member : members) {
      out += (out.size() == 1 ? "" : ",") + member;
    }
    return out + "}";
  }
  case NodeKind::undefined:
  case NodeKind::bytes:
  case NodeKind::date:
  case NodeKind::dictionary:
  case NodeKind::element:
  case NodeKind::attribute:
  case NodeKind::reference:
  case NodeKind::opaque:
    break;
  }
  return "?";
}

class Documents {
 public:
  explicit Documents(std::uint64_t seed) : random_(seed) {}

  std::string document(std::size_t depth) {
    std::string out;
    append_value(depth, out);
    return out;
  }
  Random& random() { return random_; }

 private:
  void append_value(std::size_t depth, std::string& out) {
    const std::size_t kind = random_.below(depth == 0 ? 3 : 6);
    if (kind == 0) {
      constexpr std::string_view kWords[] = {"null", "true", "false"};
      out += random_.pick(kWords);
    } else if (kind == 1) {
      append_string(out, 8);
    } else if (kind == 2) {
      append_number(out);
    } else {
      append_container(depth, kind == 3, out);
    }
  }

  void append_container(std::size_t depth, bool list, std::string& out) {
    out += list ? '[' : '{';
    for (std::size_t i = 0, count = random_.below(6); i < count; ++i) {
      out += i == 0 ? "" : ",";
      append_blanks(out);
      if (!list) {
        append_string(out, 2);  // short: the same name comes again
        append_blanks(out);
        out += ':';
        append_blanks(out);
      }
      append_value(depth - 1, out);
      append_blanks(out);
    }
    out += list ? ']' : '}';
  }

  void append_blanks(std::string& out) {
    constexpr std::string_view kBlanks[] = {"", "", "", " ", "\n", "\t\r\n"};
    out += random_.pick(kBlanks);
  }

  void append_digits(std::string& out, std::size_t most) {
    for (std::size_t i = random_.below(most) + 1; i > 0; --i) {
      out += static_cast<char>('0' + random_.below(10));
    }
  }

  void append_number(std::string& out) {
    constexpr std::string_view kBorders[] = {"9007199254740993",
                                             "-9223372036854775808",
                                             "9223372036854775807",
                                             "9223372036854775808",
                                             "18446744073709551616",
                                             "-0",
                                             "-0.0",
                                             "0e9",
                                             "1e308",
                                             "1.7976931348623159e308",
                                             "-1e999",
                                             "5e-324",
                                             "2e-324",
                                             "1e-999",
                                             "2.2250738585072011e-308",
                                             "0.1",
                                             "0.30000000000000004",
                                             "9007199254740992.5"};
    if (random_.below(3) == 0) {
      out += random_.pick(kBorders);
      return;
    }
    out += random_.below(3) == 0 ? "-" : "";
    if (random_.below(4) == 0) {
      out += '0';
    } else {
      out += static_cast<char>('1' + random_.below(9));
      append_digits(out, random_.below(3) == 0 ? 25 : 4);
    }
    if (random_.below(2) == 0) {
      out += '.';
      append_digits(out, random_.below(3) == 0 ? 25 : 4);
    }
    if (random_.below(3) == 0) {
      constexpr std::string_view kExponents[] = {"e", "E", "e+", "e-", "E-"};
      out += random_.pick(kExponents);
      append_digits(out, 2);
    }
  }

  void append_string(std::string& out, std::size_t most) {
    constexpr std::string_view kPieces[] = {"a",
                                            "b",
                                            "10",
                                            "2",
                                            "__proto__",
                                            "{[,:]}",
                                            "\\\"",
                                            "\\\\",
                                            "\\/",
                                            "\\b\\f\\n\\r\\t",
                                            "\\u0000",
                                            "\\u00e9\\u20AC",
                                            "\\ud834\\udd1e",
                                            "\\uD834",
                                            "\\udd1e",
                                            "\\udd1e\\ud834",
                                            "\x7f",
                                            "\xc2\x85",
                                            "\xc3\xa9",
                                            "\xe2\x80\xa8",
                                            "\xef\xbb\xbf",
                                            "\xf0\x9d\x84\x9e",
                                            "\xf4\x8f\xbf\xbf"};
    out += '"';
    for (std::size_t i = random_.below(most); i > 0; --i) {
      out += random_.pick(kPieces);
    }
    out += '"';
  }

  Random random_;
};

std::vector<std::string> answers_of_node(const std::vector<std::string>& documents) {
  std::string input;
  for (const std::string& document : documents) {
    for (const char c : document) {
      append_hex(input, static_cast<unsigned char>(c), 2);
    }
    input += '\n';
  }
  const auto script = source_root() / "tests/decoders/formats/json_parse.mjs";
  const ProgramResult result = run_tool({"node", script.string()}, input);
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<std::string> answers;
  for (std::string_view rest = result.out; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    answers.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return answers;
}

/// "refused" where the document is not JSON by the book, whatever else we make of it.
/// Text that is not UTF-8 is remarked on before it comes to parse_json().
std::string our_answer(const std::string& text) {
  Tree tree(to_buffer(text));
  TreeBuilder builder(tree, {});
  const JsonResult result = parse_json(builder, 0, text.size());
  std::size_t blanks = 0;
  while (blanks < text.size() && is_blank(text[blanks])) {
    ++blanks;
  }
  // Remarks on what is JSON all the same.
  constexpr std::array<std::string_view, 3> kValid = {
      "json_duplicate_keys", "number_beyond_double", "lone_surrogate"};
  const bool by_the_book =
      is_utf8(text) && result.values == 1 && result.guard_bytes == blanks &&
      std::all_of(result.findings.begin(), result.findings.end(),
                  [&](std::string_view code) {
                    return std::find(kValid.begin(), kValid.end(), code) != kValid.end();
                  });
  return tree.error || !by_the_book ? "refused" : form(tree, result.root);
}

class JsonNode : public testing::Test {
 protected:
  void SetUp() override {
    if (run_tool({"node", "--version"}).status == kNoSuchProgram) {
      GTEST_SKIP() << "skipped: node is not installed";
    }
  }
};

TEST_F(JsonNode, GeneratedDocumentsHaveTheSameValues) {
  Documents documents(1);
  std::vector<std::string> all;
  for (int i = 0; i < 10'000; ++i) {
    all.push_back(documents.document(5));
  }
  const std::vector<std::string> answers = answers_of_node(all);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_NE(answers[i], "refused") << all[i];
    ASSERT_EQ(our_answer(all[i]), answers[i]) << all[i];
  }
}

TEST_F(JsonNode, ChangedDocumentsAreRefusedAlike) {
  constexpr std::string_view kBytes =
      "{}[]:,\"'\\/ \n\t0123456789.eE+-truefalsnNu\x01\x0b\x7f\x80\xc3\xa9\xed\xa0\xff";
  Documents documents(2);
  std::vector<std::string> all;
  for (int i = 0; i < 20'000; ++i) {
    all.push_back(changed(documents.random(), documents.document(4), kBytes));
  }
  const std::vector<std::string> answers = answers_of_node(all);
  ASSERT_EQ(answers.size(), all.size());
  std::size_t refused = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(our_answer(all[i]), answers[i]) << all[i];
    refused += answers[i] == "refused" ? 1U : 0U;
  }
  EXPECT_GT(refused, all.size() / 4);
  EXPECT_LT(refused, all.size() * 9 / 10);
}

}  // namespace
}  // namespace capaudit
