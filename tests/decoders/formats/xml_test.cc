// SPDX-License-Identifier: Apache-2.0
// XML by REC-xml and REC-xml-names; no DTD is believed.
#include "decoders/formats/xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "tests/decoders/formats/render.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

struct Parsed {
  explicit Parsed(std::string_view text, const Limits& limits = {})
      : tree(to_buffer(text)) {
    TreeBuilder builder(tree, limits);
    result = parse_xml(builder, 0, tree.body().size());
    tree.root = result.root == kNoNode ? 0 : result.root;
  }

  Tree tree;
  XmlResult result;
};

TEST(Xml, DocumentsAreReadAsTheyStand) {
  struct Case {
    std::string_view text, expected;
  };
  for (const Case& c : {
           Case{"<a/>", "<a></>"},
           Case{"<?xml version='1.0'?>\n<!-- c --><a b='1' c=\"&lt;2&gt;\"/>\n<!-- d -->",
                "<a b=\"1\" c=\"<2>\"></>"},
           Case{"<a>x &amp; &#65;&#x42;&apos;</a>", "<a>\"x & AB'\"</>"},
           Case{"<a><![CDATA[<x>&amp;]]></a>", "<a>\"<x>&amp;\"</>"},
           Case{"<a>1<![CDATA[2]]>3&#52;<!-- -->5</a>", "<a>\"12345\"</>"},
           Case{"<a>\n  <b>1</b>\n  <c> </c>\n</a>", "<a><b>\"1\"</><c>\" \"</></>"},
           Case{"<a>x<b/>y</a>", "<a>\"x\"<b></>\"y\"</>"},
           Case{"<a xmlns='u' b='1'><c xmlns=''/><p:d xmlns:p='v' p:e='2'/></a>",
                "<{u}a b=\"1\"><c></><{v}d {v}e=\"2\"></></>"},
           // A declaration holds on the element that makes it, and ends with it.
           Case{"<p:a xmlns:p='u'><p:b xmlns:p='v'/><p:c/></p:a>",
                "<{u}a><{v}b></><{u}c></></>"},
           Case{"<a xml:lang='en'/>",
                "<a {http://www.w3.org/XML/1998/namespace}lang=\"en\"></>"},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_TRUE(parsed.result.findings.empty());
    EXPECT_EQ(render(parsed.tree), c.expected);
  }
}

TEST(Xml, EveryElementKnowsItsExtent) {
  const Parsed parsed("<?x?><a> <b i='1'>t</b></a>");
  const Tree& tree = parsed.tree;
  EXPECT_EQ(tree[tree.root].begin, 5u);
  EXPECT_EQ(tree[tree.root].length, 22u);
  const NodeId b = tree.find(tree.root, "b");
  EXPECT_EQ(tree[b].begin, 9u);
  EXPECT_EQ(tree[b].length, 14u);
}

TEST(Xml, WhatIsNotWellFormedIsReadOrHasItsPlace) {
  struct Case {
    std::string_view text;
    ErrorCode code;
    std::uint64_t offset;
  };
  for (const Case& c : {
           Case{"", ErrorCode::truncated, 0},
           Case{"<a><b></b>", ErrorCode::truncated, 10},
           Case{"<a b='1", ErrorCode::truncated, 7},
           Case{"<a><!-- x", ErrorCode::truncated, 9},
           Case{"<a><![CDATA[x", ErrorCode::truncated, 13},
           Case{"<a></b></a>", ErrorCode::malformed, 3},
           Case{"<a/><b/>", ErrorCode::malformed, 4},
           Case{"<a/>x", ErrorCode::malformed, 4},
           Case{"x<a/>", ErrorCode::malformed, 0},
           Case{"<a b/>", ErrorCode::malformed, 4},
           Case{"<a b=1/>", ErrorCode::malformed, 5},
           Case{"<a>< b></a>", ErrorCode::malformed, 4},
       }) {
    SCOPED_TRACE(c.text);
    const Parsed parsed(c.text);
    ASSERT_TRUE(parsed.tree.error);
    EXPECT_EQ(parsed.tree.error->code, c.code);
    EXPECT_EQ(parsed.tree.error->offset, c.offset);
  }
}

TEST(Xml, EveryPrefixEndsEarly) {
  const std::string text =
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x \">\">]><a xmlns:p=\"u\">"
      "<p:b c='1'>x&amp;y</p:b><![CDATA[z]]><!-- c --></a>";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Parsed parsed(text.substr(0, length));
    ASSERT_TRUE(parsed.tree.error) << length;
    EXPECT_EQ(parsed.tree.error->code, ErrorCode::truncated) << text.substr(0, length);
  }
}

TEST(Xml, NoDtdIsBelieved) {
  const Parsed parsed(
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\"><!ENTITY y \"z]>\">]>"
      "<a>&x;&y;</a>");
  EXPECT_FALSE(parsed.tree.error);
  EXPECT_EQ(render(parsed.tree), "<a>\"&x;&y;\"</>");
  EXPECT_EQ(parsed.result.findings,
            (std::vector<std::string_view>{"xml_doctype", "xml_entity_unresolved"}));
}

TEST(Xml, SurrogatesAsTwoReferencesAreOneCharacter) {
  // Axis 1.4 writes characters beyond the BMP so.
  const Parsed pair("<a>&#xD83D;&#xDE00;</a>");
  EXPECT_EQ(render(pair.tree), "<a>\"\xf0\x9f\x98\x80\"</>");
  EXPECT_EQ(pair.result.findings, std::vector<std::string_view>{"xml_not_well_formed"});
  const Parsed apart("<a>&#xD83D;x&#xDE00;</a>");
  EXPECT_EQ(render(apart.tree), "<a>\"\xed\xa0\xbdx\xed\xb8\x80\"</>");
}

TEST(Xml, WhatIsReadThoughNotWellFormedIsReported) {
  for (const std::string_view text :
       {"<a b='x<y'/>", "<a xmlns:p='u<v'/>", "<a>&#1;</a>", "<a>&#X41;</a>",
        "<a>&#xfffe;</a>", "<a>\x01</a>", "<a b='\x1f'/>", "<a:/>", "<:a/>",
        "<a:b:c xmlns:a='u'/>"}) {
    SCOPED_TRACE(text);
    const Parsed parsed(text);
    EXPECT_FALSE(parsed.tree.error);
    EXPECT_THAT(parsed.result.findings, testing::Contains("xml_not_well_formed"));
  }
}

TEST(Xml, AnAttributeGivenTwiceIsReported) {
  const Parsed twice("<a b='1' c='2' b='3'/>");
  EXPECT_EQ(twice.result.findings, std::vector<std::string_view>{"xml_not_well_formed"});
  EXPECT_EQ(twice.tree.text(twice.tree.find(twice.tree.root, "b")), "3");
  const Parsed apart("<a b='1' p:b='3' xmlns:p='u'/>");
  EXPECT_TRUE(apart.result.findings.empty());
}

TEST(Xml, WhatPugixmlCutsOrDropsIsKept) {
  const Parsed nul("<a>x&#0;y</a>");
  EXPECT_EQ(nul.tree.text(nul.tree.root), std::string_view("x\0y", 3));
  EXPECT_EQ(render(Parsed("<a> <![CDATA[]]> </a>").tree), "<a>\"  \"</>");
  EXPECT_EQ(render(Parsed("<a><!-- </a> --><b/><?x </a>?></a>").tree), "<a><b></></>");
}

TEST(Xml, ASectionWithoutAnEndStaysInsideTheBody) {
  const Parsed open("<a><b><![CDATA[x]]</b></a>");
  ASSERT_TRUE(open.tree.error);
  EXPECT_EQ(open.tree.error->code, ErrorCode::truncated);
  for (NodeId id = 0; id < open.tree.size(); ++id) {
    EXPECT_LE(open.tree[id].begin + open.tree[id].length, open.tree.body().size());
  }
}

TEST(Xml, NodesOfPugixmlAreLimited) {
  Limits limits;
  limits.max_nodes = 100;
  std::string text = "<a>";
  for (int i = 0; i < 100000; ++i) {
    text += "<b/>";
  }
  const Parsed many(text + "</a>", limits);
  ASSERT_TRUE(many.tree.error);
  EXPECT_EQ(many.tree.error->code, ErrorCode::limit);
  std::string xmlns = "<a";
  for (int i = 0; i < 100000; ++i) {
    xmlns += " xmlns:p=''";
  }
  const Parsed declarations(xmlns + "/>", limits);
  ASSERT_TRUE(declarations.tree.error);
  EXPECT_EQ(declarations.tree.error->code, ErrorCode::limit);
}

TEST(Xml, AttributesOfOneElementAreLimited) {
  std::string text = "<r";
  for (int i = 0; i < 2000; ++i) {
    text += " a" + std::to_string(i) + "=''";
  }
  text += "/>";
  Limits limits;
  limits.max_nodes = 1000;
  const Parsed parsed(text, limits);
  ASSERT_TRUE(parsed.tree.error);
  EXPECT_EQ(parsed.tree.error->code, ErrorCode::limit);
  limits.max_nodes = 2001;
  EXPECT_FALSE(Parsed(text, limits).tree.error);
}

TEST(Xml, DepthIsLimited) {
  Limits limits;
  limits.max_depth = 3;
  EXPECT_FALSE(Parsed("<a><b><c/></b></a>", limits).tree.error);
  const Parsed deep("<a><b><c><d/></c></b></a>", limits);
  ASSERT_TRUE(deep.tree.error);
  EXPECT_EQ(deep.tree.error->code, ErrorCode::limit);
}

/// The same walk over pugixml's document, which knows no namespaces.
std::string render_pugi(pugi::xml_node node) {
  std::string out = "<" + std::string(node.name());
  for (const pugi::xml_attribute a : node.attributes()) {
    out += " " + std::string(a.name()) + "=\"" + a.value() + "\"";
  }
  out += ">";
  for (const pugi::xml_node child : node.children()) {
    out += child.type() == pugi::node_element ? render_pugi(child)
                                              : "\"" + std::string(child.value()) + "\"";
  }
  return out + "</>";
}

TEST(Xml, PugixmlReadsTheSame) {
  std::uint32_t state = 7;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
  };
  for (int round = 0; round < 2000; ++round) {
    std::string text = "<r>";
    std::vector<std::string> open = {"r"};
    bool after_text = false;
    for (int i = 0; i < 20; ++i) {
      const std::uint32_t kind = random(5);
      if (kind == 0 && open.size() < 6) {
        open.push_back(std::string(1, static_cast<char>('a' + random(4))));
        text += "<" + open.back() +
                (random(2) == 0 ? " k='&lt;" + std::to_string(i) + "'>" : ">");
        after_text = false;
      } else if (kind == 1 && open.size() > 1) {
        text += "</" + open.back() + ">";
        open.pop_back();
        after_text = false;
      } else if (kind == 2 && !after_text) {
        text += "t&amp;" + std::to_string(random(100));
        after_text = true;
      } else if (kind == 3) {
        text += "<e f=\"" + std::to_string(i) + "\"/>";
        after_text = false;
      }
    }
    while (!open.empty()) {
      text += "</" + open.back() + ">";
      open.pop_back();
    }
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(text.c_str()));
    const Parsed parsed(text);
    ASSERT_FALSE(parsed.tree.error) << text;
    EXPECT_EQ(render(parsed.tree), render_pugi(document.document_element())) << text;
  }
}

}  // namespace
}  // namespace capaudit
