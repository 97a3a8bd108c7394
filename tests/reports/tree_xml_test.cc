// SPDX-License-Identifier: Apache-2.0
// XML written from the tree, held to two parsers that are not ours to judge by: pugixml's
// documents of source and output are the same, and so are xmllint's canonical forms.
#include "reports/tree_xml.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "reports/show.h"
#include "tests/support/program.h"
#include "tests/support/xml_documents.h"

namespace capaudit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string xml_of(std::string_view content, std::string_view type = "text/xml",
                   RedactMode mode = RedactMode::off) {
  BodyInput input;
  input.content_type = type;
  StringOutput out;
  return write_body_xml(as_bytes(content), input, Redactor(mode), out) ? out.text()
                                                                       : "no XML";
}

constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Names as written, attributes sorted, adjoining text joined, blank text dropped.
void append_form(pugi::xml_node node, std::string& out) {
  out += "<" + std::string(node.name());
  std::map<std::string, std::string> attributes;
  for (const pugi::xml_attribute each : node.attributes()) {
    attributes[each.name()] = each.value();
  }
  for (const auto& [name, value] : attributes) {
    out.append(" ").append(name).append("='").append(value).append("'");
  }
  out += ">";
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_element) {
      append_form(child, out);
    } else {
      out += child.value();
    }
  }
  out += "</>";
}

std::string form_of(const std::string& xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      xml.data(), xml.size(), pugi::parse_default | pugi::parse_wconv_attribute);
  EXPECT_TRUE(result) << result.description() << "\n" << xml;
  std::string out;
  append_form(document.document_element(), out);
  return out;
}

TEST(TreeXml, ElementsAreIndentedAndTextStaysInItsLine) {
  EXPECT_EQ(xml_of("<rows n='2'><row>a<!-- x --></row> <row><x/>t<y>u</y></row></rows>"),
            std::string(kHead) +
                "<rows n=\"2\">\n"
                "  <row>a</row>\n"
                "  <row><x/>t<y>u</y></row>\n"
                "</rows>\n");
}

TEST(TreeXml, PrefixesAreThoseOfTheSource) {
  const std::string xml = xml_of(
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' "
      "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><s:Body>"
      "<get xmlns='urn:x'><n xsi:type='xsd:int'>1</n></get></s:Body></s:Envelope>");
  EXPECT_THAT(xml, HasSubstr("  <s:Body>\n    <get xmlns=\"urn:x\">\n"
                             "      <n xsi:type=\"xsd:int\">1</n>\n"));
}

TEST(TreeXml, SecretsAreStars) {
  const std::string xml =
      "<login token='abc'><password>p&amp;w</password><user>bob</user></login>";
  EXPECT_EQ(xml_of(xml, "text/xml", RedactMode::standard),
            std::string(kHead) +
                "<login token=\"***\">\n"
                "  <password>***</password>\n"
                "  <user>bob</user>\n"
                "</login>\n");
  EXPECT_THAT(xml_of(xml), HasSubstr("<password>p&amp;w</password>"));
}

TEST(TreeXml, CapturedTextDoesNotSteer) {
  const std::string xml = xml_of("<a b='\xe2\x80\xae'>\x1b[2J\xff</a>");
  EXPECT_EQ(xml, std::string(kHead) + "<a b=\"&#x202e;\">\\x1b[2J\\xff</a>\n");
}

TEST(TreeXml, WhatIsNoXmlIsRefused) {
  EXPECT_EQ(xml_of("{\"a\":[1,2]}", "application/json"), "no XML");
  EXPECT_EQ(xml_of("<html><table><tr><td>1</td></tr></table></html>", "text/html"),
            "no XML");
  EXPECT_EQ(xml_of("", "text/xml"), "no XML");
}

TEST(TreeXml, ADamagedBodyEndsWithAReason) {
  const std::string xml = xml_of("<a><b>1</b><c>2");
  EXPECT_THAT(xml, HasSubstr("<b>1</b>"));
  EXPECT_THAT(xml, HasSubstr("</a>\n<!-- decoding stops here: "));
  form_of(xml);
}

TEST(TreeXml, TheRootOfAMultipartBodyIsTheDocument) {
  const std::string body =
      "--b\r\nContent-Type: application/xop+xml\r\n\r\n"
      "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><d>"
      "<i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' href='cid:x'/></d>"
      "</s:Body></s:Envelope>\r\n"
      "--b\r\nContent-ID: <x>\r\n\r\nbytes\r\n--b--\r\n";
  EXPECT_THAT(
      xml_of(body, "multipart/related; boundary=b"),
      HasSubstr("      <i:Include xmlns:i=\"http://www.w3.org/2004/08/xop/include\""
                " href=\"cid:x\"/>\n"));
}

TEST(TreeXml, WhatASparseArrayLeftOutIsNotWritten) {
  const std::string source =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' "
      "xmlns:s='http://schemas.xmlsoap.org/soap/encoding/'><e:Body><r>"
      "<a s:arrayType='x:T[9]'><i s:position='[4]'>1</i></a></r></e:Body></e:Envelope>";
  EXPECT_EQ(form_of(xml_of(source)), form_of(source));
}

TEST(TreeXml, PugixmlReadsTheSameDocument) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string source = xml_document(seed, 50);
    ASSERT_EQ(form_of(xml_of(source)), form_of(source)) << "seed " << seed;
  }
}

std::string canonical(const std::string& xml) {
  const ProgramResult result =
      run_tool({"xmllint", "--nonet", "--noblanks", "--c14n", "-"}, xml);
  EXPECT_TRUE(result.status == 0 || result.status == kNoSuchProgram) << result.err;
  return result.out;
}

/// Comments and instructions, which the tree has not, are taken out of the source first:
/// the canonical form keeps them.
std::string without_remarks(std::string xml) {
  for (const std::string_view remark : {"<!-- remark -->", "<?go on?>"}) {
    for (std::size_t at = xml.find(remark); at != std::string::npos;
         at = xml.find(remark, at)) {
      xml.erase(at, remark.size());
    }
  }
  return xml;
}

TEST(TreeXml, XmllintFindsTheSameCanonicalForm) {
  if (run_tool({"xmllint", "--version"}).status == kNoSuchProgram) {
    GTEST_SKIP() << "skipped: no xmllint";
  }
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    const std::string source = xml_document(seed, 300);
    const std::string wanted = canonical(without_remarks(source));
    ASSERT_GT(wanted.size(), 10'000u);
    ASSERT_EQ(canonical(xml_of(source)), wanted) << "seed " << seed;
  }
}

}  // namespace
}  // namespace capaudit
