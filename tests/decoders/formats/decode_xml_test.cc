// SPDX-License-Identifier: Apache-2.0
// XML bodies: SOAP, Atom, OData and RSS by name, rows and references (SOAP 1.1 5, RFC
// 4287).

#include <gtest/gtest.h>

#include "decoders/formats/decode.h"
#include "tests/decoders/formats/decode_case.h"

namespace capaudit {
namespace {

using Case = DecodeCase;
using Names = std::vector<std::string>;
using Findings = std::vector<std::string_view>;

TEST(Decode, XmlFamily) {
  constexpr std::string_view kSoap =
      "<e:Envelope "
      "xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header/><e:Body>"
      "<m:getRows xmlns:m='urn:x'><n>5</n></m:getRows></e:Body></e:Envelope>";
  constexpr std::string_view kSoap12Answer =
      "<Envelope xmlns='http://www.w3.org/2003/05/soap-envelope'><Body>"
      "<getRowsResponse xmlns='urn:x'/></Body></Envelope>";
  constexpr std::string_view kFault =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
      "<faultcode>x</faultcode></e:Fault></e:Body></e:Envelope>";
  constexpr std::string_view kODataFeed =
      "<feed xmlns='http://www.w3.org/2005/Atom' "
      "xmlns:d='http://schemas.microsoft.com/ado/2007/08/"
      "dataservices' "
      "xmlns:m='http://schemas.microsoft.com/ado/2007/08/dataservices/metadata'>"
      "<id>http://h/s/Customers</id><entry><content "
      "type='application/xml'><m:properties><d:Id>1"
      "</d:Id></m:properties></content></entry></feed>";
  const Case cases[] = {
      {"plain", "<a><b/></a>", "text/xml", "", false, Format::xml, 1, {}, {}},
      {"SOAP 1.1", kSoap, "text/xml", "", true, Format::soap, 1, {"getRows"}, {}},
      {"SOAP 1.2 answer",
       kSoap12Answer,
       "application/soap+xml",
       "",
       false,
       Format::soap,
       1,
       {"getRows"},
       {}},
      {"SOAP fault", kFault, "text/xml", "", false, Format::soap, 1, {}, {"soap_fault"}},
      {"an Envelope of something else",
       "<Envelope xmlns='urn:x'/>",
       "text/xml",
       "",
       false,
       Format::xml,
       1,
       {},
       {}},
      {"Atom",
       "<feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>",
       "",
       "",
       false,
       Format::atom,
       1,
       {},
       {}},
      {"OData in Atom",
       kODataFeed,
       "application/atom+xml",
       "",
       false,
       Format::odata_atom,
       1,
       {"Customers"},
       {}},
      {"RSS",
       "<rss version='2.0'><channel><item/></channel></rss>",
       "",
       "",
       false,
       Format::rss,
       1,
       {},
       {}},
      {"SVG",
       "<svg xmlns='http://www.w3.org/2000/svg'/>",
       "image/svg+xml",
       "",
       false,
       Format::image,
       1,
       {},
       {}},
      {"markup that is none, in text",
       "<3 you",
       "text/plain",
       "",
       false,
       Format::text,
       1,
       {},
       {}},
      {"damaged, says XML", "<a><b></a>", "text/xml", "", false, Format::xml, 1, {}, {}},
      {"Latin-1 by declaration",
       "<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>",
       "",
       "",
       false,
       Format::xml,
       1,
       {},
       {}},
      {"an encoding nobody has",
       "<?xml version='1.0' encoding='x-mine'?><a/>",
       "",
       "",
       false,
       Format::xml,
       1,
       {},
       {"charset_unknown"}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(Decode, FeedsSayWhereTheyGoOn) {
  // RFC 5005 3; in RSS by the Atom link that its own specification lacks.
  const std::string_view atom =
      "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='a'/>"
      "<link rel='next' href='f?page=2&amp;n=1'/><entry><link rel='next' href='no'/>"
      "</entry></feed>";
  EXPECT_EQ(decode(as_bytes(atom), {}, {}).next_link, "f?page=2&n=1");
  const std::string_view rss =
      "<rss xmlns:a='http://www.w3.org/2005/Atom'><channel><a:link rel='next' href='r2'/>"
      "</channel></rss>";
  EXPECT_EQ(decode(as_bytes(rss), {}, {}).next_link, "r2");
}

TEST(Decode, AnEmptySoapBodyIsNamedByItsAction) {
  const std::string_view body =
      "<e:Envelope "
      "xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>";
  Hints hints;
  hints.is_request = true;
  hints.soap_action = "\"urn:svc#notify\"";
  EXPECT_EQ(decode(as_bytes(body), hints, {}).names, Names{"notify"});
}

TEST(Decode, SoapReferencesAreResolved) {
  // Axis 1.4 and SOAP 1.1 section 5.4.1: items by href, values behind; a cycle ends.
  const std::string_view body =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' "
      "xmlns:s='http://schemas.xmlsoap.org/soap/encoding/'><e:Body>"
      "<getRowsResponse><r s:arrayType='x:Row[3]'><r href='#id0'/><r href='#id1'/></r>"
      "</getRowsResponse><multiRef id='id0'><n href='#id2'/></multiRef>"
      "<multiRef id='id1'><n href='#id9'/></multiRef><multiRef id='id2'>7</multiRef>"
      "<multiRef id='id3' href='#id3'/></e:Body></e:Envelope>";
  const Decoded decoded = decode(as_bytes(body), {}, {});
  EXPECT_EQ(decoded.names, Names{"getRows"});
  EXPECT_EQ(decoded.findings,
            (Findings{"soap_array_size_differs", "soap_reference_missing"}));
  const Tree& tree = decoded.tree;
  const NodeId rows =
      tree.find(tree.find(tree.find(tree.root, "Body"), "getRowsResponse"), "r");
  const NodeId item = tree[tree[rows].first].next;
  EXPECT_EQ(tree[item].kind, NodeKind::reference);
  EXPECT_EQ(tree.text(tree.find(tree.resolve(item), "n")), "7");
}

std::string soap_array(std::string_view attributes, std::string_view items) {
  return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' "
         "xmlns:s='http://schemas.xmlsoap.org/soap/encoding/'><e:Body><r><a " +
         std::string(attributes) + ">" + std::string(items) +
         "</a></r></e:Body></e:Envelope>";
}

/// The array's items by their text, "-" for one that was not sent; then the findings.
std::string items_of(const std::string& body) {
  const Decoded decoded = decode(as_bytes(body), {}, {});
  const Tree& tree = decoded.tree;
  const NodeId array = tree.find(tree.find(tree.find(tree.root, "Body"), "r"), "a");
  std::string out;
  for (NodeId id = tree[array].first; id != kNoNode; id = tree[id].next) {
    if (tree[id].kind != NodeKind::attribute) {
      out += tree[id].kind == NodeKind::null ? "-" : tree.text(tree.resolve(id));
    }
  }
  for (const std::string_view finding : decoded.findings) {
    out += " " + std::string(finding);
  }
  return out;
}

// SOAP 1.1 section 5.4.2.1 and 5.4.2.2; the first two are its examples, made shorter.
TEST(Decode, ItemsOfASoapArrayHaveTheirPlaces) {
  struct Places {
    const char* name;
    std::string_view attributes, items;
    const char* expected;
  };
  const Places cases[] = {
      {"partly transmitted", "s:arrayType='x:string[5]' s:offset='[2]'",
       "<i>c</i><i>d</i>", "--cd-"},
      {"sparse", "s:arrayType='x:string[8]'",
       "<i s:position='[2]'>c</i><i s:position='[7]'>h</i>", "--c----h"},
      {"in any order", "s:arrayType='x:string[]'",
       "<i s:position='[3]'>d</i><i s:position='[0]'>a</i>", "a--d"},
      {"whole", "s:arrayType='x:string[2]'", "<i>a</i><i>b</i>", "ab"},
      {"no items", "s:arrayType='x:string[3]' s:offset='[1]'", "", ""},
      {"one place twice", "s:arrayType='x:string[3]'",
       "<i s:position='[1]'>a</i><i s:position='[1]'>b</i>",
       "ab soap_array_places_unclear"},
      {"one without a place", "s:arrayType='x:string[3]'",
       "<i s:position='[1]'>a</i><i>b</i>", "ab soap_array_places_unclear"},
      {"outside the array", "s:arrayType='x:string[3]'", "<i s:position='[3]'>a</i>",
       "a soap_array_places_unclear"},
      {"no number", "s:arrayType='x:string[3]'", "<i s:position='[-1]'>a</i>",
       "a soap_array_places_unclear"},
      {"two dimensions", "s:arrayType='x:string[2,2]'", "<i s:position='[1,1]'>a</i>",
       "a soap_array_places_unclear"},
      {"a far place", "s:arrayType='x:string[]'", "<i s:position='[4294967295]'>a</i>",
       "a soap_array_places_unclear"},
      {"a far offset", "s:arrayType='x:string[4294967295]' s:offset='[4294967294]'",
       "<i>a</i>", "a soap_array_places_unclear"},
      {"beyond 32 bits", "s:arrayType='x:string[]'",
       "<i s:position='[99999999999999999999]'>a</i>", "a soap_array_places_unclear"},
  };
  for (const Places& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(items_of(soap_array(c.attributes, c.items)), c.expected);
  }
}

TEST(Decode, NullsOfSoapArraysAreBoundedForTheBodyAsAWhole) {
  std::string arrays;
  for (int i = 0; i < 1000; ++i) {
    arrays += "<b s:arrayType='x:T[]'><i s:position='[60000]'><c/><d/></i></b>";
  }
  const std::string body = soap_array("", arrays);
  const Decoded decoded = decode(as_bytes(body), {}, {});
  EXPECT_LT(decoded.tree.size(), 1'100'000u);
  EXPECT_GT(decoded.tree.size(), 300'000u);
  EXPECT_EQ(decoded.findings, Findings{"soap_array_places_unclear"});
}

TEST(Decode, AServiceDescriptionIsNoCall) {
  const char* const kWsdl11 =
      "<wsdl:definitions xmlns:wsdl='http://schemas.xmlsoap.org/wsdl/'><wsdl:portType "
      "name='P'><wsdl:operation name='getRows'/></wsdl:portType></wsdl:definitions>";
  const char* const kWsdl20 =
      "<description xmlns='http://www.w3.org/ns/wsdl'><interface name='P'>"
      "<operation name='getRows'/></interface></description>";
  const DecodeCase cases[] = {
      {"WSDL 1.1",
       kWsdl11,
       "text/xml",
       "",
       false,
       Format::xml,
       1,
       {},
       {"wsdl_description"}},
      {"WSDL 2.0",
       kWsdl20,
       "application/wsdl+xml",
       "",
       false,
       Format::xml,
       1,
       {},
       {"wsdl_description"}},
      {"another definitions",
       "<definitions><a/></definitions>",
       "text/xml",
       "",
       false,
       Format::xml,
       1,
       {},
       {}},
  };
  for (const DecodeCase& c : cases) {
    expect(c);
  }
}

}  // namespace
}  // namespace capaudit
