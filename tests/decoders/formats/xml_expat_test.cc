// SPDX-License-Identifier: Apache-2.0
// XML against expat: what it takes we take without a remark, as the same elements in the
// same namespaces, and what it refuses we refuse or remark on, but for what pugixml does
// not look at (the table below).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <expat.h>
#include <gtest/gtest.h>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/formats/xml.h"
#include "tests/support/hex.h"
#include "tests/support/random.h"
#include "tests/support/xml_documents.h"

namespace capaudit {
namespace {

/// Line ends and blanks as one kind: REC-xml 2.11 and 3.3.3 make some of them others.
std::string levelled(std::string_view text, bool in_value) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      continue;
    }
    out += c == '\r' ? '\n' : c;
    if (in_value && is_blank(c)) {
      out.back() = ' ';
    }
  }
  return out;
}

/// One element as text; blank text beside elements is left out.
class Form {
 public:
  void open(std::string_view space, std::string_view name) {
    end_text(true);
    out_.append("<{").append(levelled(trim(space), true)).append("}").append(name);
    levels_.push_back(false);
  }
  void attribute(std::string_view space, std::string_view name, std::string_view value) {
    out_.append(" {").append(levelled(trim(space), true)).append("}").append(name);
    out_.append("=\"").append(levelled(value, true)).append("\"");
  }
  void text(std::string_view text) { text_ += text; }
  void close() {
    end_text(levels_.back());
    levels_.pop_back();
    out_ += "/>";
  }
  std::string take() { return std::move(out_); }

 private:
  void end_text(bool beside_element) {
    if (!beside_element || !std::all_of(text_.begin(), text_.end(), is_blank)) {
      out_.append("'").append(levelled(text_, false)).append("'");
    }
    text_.clear();
    if (!levels_.empty()) {
      levels_.back() = true;
    }
  }

  std::string out_, text_;
  std::vector<bool> levels_;  ///< an element stands in it
};

struct Theirs {
  XML_Error error = XML_ERROR_NONE;
  std::size_t offset = 0;
  std::string form;
};

constexpr char kSeparator = '\x01';

/// A name as expat gives it, in its namespace and local parts.
template <typename Use>
void split(std::string_view name, const Use& use) {
  const std::size_t at = name.find(kSeparator);
  const bool spaced = at != std::string_view::npos;
  use(spaced ? name.substr(0, at) : std::string_view(),
      spaced ? name.substr(at + 1) : name);
}

Theirs read_by_expat(const std::string& text) {
  Form form;
  const XML_Parser parser = XML_ParserCreateNS(nullptr, kSeparator);
  XML_SetUserData(parser, &form);
  XML_SetElementHandler(
      parser,
      [](void* data, const XML_Char* name, const XML_Char** attributes) {
        Form& out = *static_cast<Form*>(data);
        split(name, [&](auto space, auto local) { out.open(space, local); });
        for (; attributes[0] != nullptr; attributes += 2) {
          split(attributes[0], [&](auto space, auto local) {
            out.attribute(space, local, attributes[1]);
          });
        }
      },
      [](void* data, const XML_Char*) { static_cast<Form*>(data)->close(); });
  XML_SetCharacterDataHandler(parser, [](void* data, const XML_Char* piece, int length) {
    static_cast<Form*>(data)->text({piece, static_cast<std::size_t>(length)});
  });
  Theirs theirs;
  if (XML_Parse(parser, text.data(), static_cast<int>(text.size()), 1) ==
      XML_STATUS_ERROR) {
    theirs.error = XML_GetErrorCode(parser);
    theirs.offset = static_cast<std::size_t>(XML_GetCurrentByteIndex(parser));
  }
  XML_ParserFree(parser);
  theirs.form = form.take();
  return theirs;
}

void append_form(const Tree& tree, NodeId id, Form& form) {
  const Node& node = tree[id];
  if (node.kind == NodeKind::attribute) {
    form.attribute(tree.type(node), tree.name(node), tree.text(node));
    return;
  }
  const bool element = node.kind == NodeKind::element;
  if (element) {
    form.open(tree.type(node), tree.name(node));
  }
  form.text(tree.text(node));
  for (NodeId child = node.first; child != kNoNode; child = tree[child].next) {
    append_form(tree, child, form);
  }
  if (element) {
    form.close();
  }
}

struct Ours {
  bool refused = false, noted = false;
  std::string form;
};

Ours read_by_us(const std::string& text) {
  Tree tree(to_buffer(text));
  TreeBuilder builder(tree, {});
  const XmlResult result = parse_xml(builder, 0, text.size());
  Ours ours;
  ours.refused = tree.error.has_value();
  ours.noted = !result.findings.empty();
  if (result.root != kNoNode) {
    Form form;
    append_form(tree, result.root, form);
    ours.form = form.take();
  }
  return ours;
}

TEST(XmlExpat, GeneratedDocumentsAreTheSame) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const std::string text = xml_document(seed, 3);
    const Theirs theirs = read_by_expat(text);
    ASSERT_EQ(theirs.error, XML_ERROR_NONE) << theirs.offset << "\n" << text;
    const Ours ours = read_by_us(text);
    ASSERT_FALSE(ours.refused || ours.noted) << text;
    ASSERT_EQ(ours.form, theirs.form) << text;
  }
}

/// What expat refuses and pugixml takes without a look: it changes no value.
struct Difference {
  std::string_view what;
  bool (*holds)(const Theirs& theirs, std::string_view text);
};

/// `mark` begins or ends at most two bytes from where expat stopped.
bool near(const Theirs& theirs, std::string_view text, std::string_view mark) {
  const std::size_t from = theirs.offset < 2 ? 0 : theirs.offset - 2;
  return theirs.error == XML_ERROR_INVALID_TOKEN &&
         text.substr(from, 2 + mark.size()).find(mark) != std::string_view::npos;
}

constexpr std::array<Difference, 4> kDifferences = {{
    {"]]> in text (REC-xml 2.4)",
     [](const Theirs& theirs, std::string_view text) {
       return near(theirs, text, "]]>");
     }},
    {"-- in a comment (2.5)",
     [](const Theirs& theirs, std::string_view text) {
       return near(theirs, text, "--");
     }},
    {"the name of an instruction (2.6)",
     [](const Theirs& theirs, std::string_view text) {
       const std::string_view before = text.substr(0, theirs.offset);
       const std::size_t open = before.rfind("<?");
       return theirs.error == XML_ERROR_INVALID_TOKEN && open != std::string_view::npos &&
              before.find("?>", open) == std::string_view::npos;
     }},
    {"a prefix declared twice in one tag (3.1): the last counts",
     [](const Theirs& theirs, std::string_view text) {
       return theirs.error == XML_ERROR_DUPLICATE_ATTRIBUTE &&
              text.substr(theirs.offset).starts_with("xmlns");
     }},
}};

TEST(XmlExpat, ChangedDocumentsAreRefusedAlike) {
  constexpr std::string_view kBytes = "<>/=\"'&;:!-[]? \n\tax0#xmlnspq\x01\x7f";
  Random random;
  std::size_t refused = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    const std::string text = changed(random, xml_document(seed % 1000, 1), kBytes);
    const Theirs theirs = read_by_expat(text);
    const Ours ours = read_by_us(text);
    if (theirs.error == XML_ERROR_NONE) {
      ASSERT_FALSE(ours.refused || ours.noted) << text;
      ASSERT_EQ(ours.form, theirs.form) << text;
      continue;
    }
    ++refused;
    // Text that is not UTF-8 is remarked on before it comes to parse_xml().
    ASSERT_TRUE(ours.refused || ours.noted || !is_utf8(text) ||
                std::any_of(kDifferences.begin(), kDifferences.end(),
                            [&](const Difference& difference) {
                              return difference.holds(theirs, text);
                            }))
        << XML_ErrorString(theirs.error) << " at " << theirs.offset << "\n"
        << text;
  }
  EXPECT_GT(refused, 5'000u);
  EXPECT_LT(refused, 16'000u);
}

}  // namespace
}  // namespace capaudit
