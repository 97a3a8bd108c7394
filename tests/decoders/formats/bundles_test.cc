// SPDX-License-Identifier: Apache-2.0
// Bodies that other projects keep as test data (CAPAUDIT_CORPUS, bundles/): each decodes,
// or is refused for a reason that is right. What xmllint says of the XML is
// beside it.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "decoders/formats/amf0.h"
#include "decoders/formats/amf3.h"
#include "decoders/formats/decode.h"
#include "tests/support/bundle.h"

namespace capaudit {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string why(const std::optional<Error>& error) {
  return error ? std::string(to_string(error->code)) + " at " +
                     std::to_string(error->offset)
               : "nothing decoded";
}

/// One file of values, as rocketamf and others write them; empty: all are read.
std::string refusal_of_values(std::string_view name, Bytes body) {
  Tree tree(body);
  TreeBuilder builder(tree, {});
  Reader reader(body);
  builder.open(NodeKind::list, kNoName, 0);
  Amf0Reader amf0(reader, builder);
  Amf3Reader amf3(reader, builder);
  while (!reader.at_end()) {
    if (!(has(name, "amf0-") ? amf0.value(kNoName) : amf3.value(kNoName))) {
      return why(tree.error);
    }
  }
  return {};
}

/// A whole body; files of MIME begin with their boundary and have no type beside them.
std::string refusal_of_body(std::string_view name, std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf--")) {
    text.remove_prefix(3);  // the editor's, not the sender's
  }
  std::string type;
  if (text.starts_with("--")) {
    type = "multipart/related; boundary=\"" +
           std::string(text.substr(2, text.find_first_of("\r\n") - 2)) + "\"";
  } else if (name.starts_with("amf/")) {
    type = "application/x-amf";
  } else if (name.ends_with(".json")) {
    type = "application/json";
  } else if (name.ends_with(".xml")) {
    type = "text/xml";
  }
  Hints hints;
  hints.content_type = type;
  const Decoded decoded = decode(as_bytes(text), hints, {});
  return decoded.tree.error || decoded.tree.empty() ? why(decoded.tree.error)
                                                    : std::string();
}

using Refusals = std::map<std::string, std::string>;

Refusals refusals(std::string_view bundle) {
  Refusals refused;
  for (const auto& [name, content] : bundle_members(bundle)) {
    const std::string why = has(name, "/objects/")
                                ? refusal_of_values(name, as_bytes(content))
                                : refusal_of_body(name, content);
    if (!why.empty() && !content.empty() && !name.ends_with(".yml")) {
      refused[name] = why;
    }
  }
  return refused;
}

struct Case {
  const char* bundle;
  Refusals refused;
};

const Case kCases[] = {
    {"amf-share",
     {
         // Six bytes: one message is announced and none follows.
         {"amf/pyamf/test_remoting_L111.bin", "truncated at 6"},
         // A class that writes itself and that nobody but its author can read.
         {"amf/rocketamf/objects/amf3-externalizable.bin", "unsupported at 24"},
     }},
    {"atom-odata-share", {}},
    {"bayeux-share", {}},
    {"soap-mtom-share", {}},
    {"soap-share",
     {
         // xmllint: AttValue: " or ' expected (the file has \"true\").
         {"soap/axiom/badsoap__soap12__header-bad-case.xml", "malformed at 276"},
         {"soap/axiom/badsoap__soap12__header-no-namespace.xml", "malformed at 272"},
         // xmllint: opening and ending tag mismatch.
         {"soap/node-soap/"
          "fooOp__should_return_back_good_response_object__response.xml",
          "malformed at 349"},
         {"soap/spring-ws/soap11-ill-formed.xml", "malformed at 262"},
         {"soap/spring-ws/soap12-ill-formed.xml", "malformed at 168"},
     }},
};

class Bundles : public testing::TestWithParam<Case> {};

TEST_P(Bundles, EveryMemberDecodesOrIsRefusedForAReason) {
  if (bundle_members(GetParam().bundle).empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  const Refusals refused = refusals(GetParam().bundle);
  for (const auto& [name, reason] : refused) {
    const auto expected = GetParam().refused.find(name);
    EXPECT_TRUE(expected != GetParam().refused.end()) << name << ": " << reason;
    if (expected != GetParam().refused.end()) {
      EXPECT_EQ(reason, expected->second) << name;
    }
  }
  EXPECT_EQ(refused.size(), GetParam().refused.size());
}

INSTANTIATE_TEST_SUITE_P(Corpus, Bundles, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& of) {
                           std::string name = of.param.bundle;
                           for (char& c : name) {
                             c = c == '-' ? '_' : c;
                           }
                           return name;
                         });

}  // namespace
}  // namespace capaudit
