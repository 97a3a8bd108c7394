// SPDX-License-Identifier: Apache-2.0
// OData 1 to 4 in JSON and in Atom: what else a service answers than rows. Bodies are
// written after MS-ODATA 2.2.6 and 2.2.8, OData JSON Format 4.0 and OData Atom
// Format 4.0.
#include <gtest/gtest.h>

#include "analyzer/rows/table.h"
#include "tests/decoders/formats/decode_case.h"

namespace capaudit {
namespace {

using Case = DecodeCase;

TEST(OData, JsonThatIsNoRowsHasNoNameOfRows) {
  constexpr std::string_view kJson = "application/json";
  const Case cases[] = {
      {"service document, 4",
       R"j({"@odata.context":"http://h/s/$metadata","value":[{"name":"A","url":"A"}]})j",
       kJson,
       "http://h/s/",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"service document, 3 light",
       R"j({"odata.metadata":"http://h/s.svc/$metadata","value":[{"name":"A","url":"A"}]})j",
       kJson,
       "http://h/s.svc/",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"service document, verbose",
       R"j({"d":{"EntitySets":["Customers","Orders"]}})j",
       kJson,
       "http://h/s.svc/",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"an object of that name is none",
       R"j({"d":{"EntitySets":"Customers"}})j",
       kJson,
       "",
       false,
       Format::json,
       1,
       {},
       {}},
      {"error, verbose",
       R"j({"error":{"code":"","message":{"lang":"en-US","value":"Not found"}}})j",
       kJson,
       "http://h/s.svc/Customers(9)",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"error, 3 light",
       R"j({"odata.error":{"code":"x","message":{"lang":"en","value":"m"}}})j",
       kJson,
       "http://h/s.svc/Customers(9)",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"an error of somebody else",
       R"j({"error":{"code":1,"message":"m"}})j",
       kJson,
       "",
       false,
       Format::json,
       1,
       {},
       {}},
      {"a collection of values",
       R"j({"@odata.context":"http://h/s/$metadata#Collection(Edm.String)","value":["a"]})j",
       kJson,
       "http://h/s/Names()",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"a value",
       R"j({"@odata.context":"http://h/s/$metadata#Edm.Int32","value":7})j",
       kJson,
       "http://h/s/Count()",
       false,
       Format::odata_json,
       1,
       {},
       {}},
      {"the address of a host is no name",
       R"({"value":[]})",
       "application/json;odata=nometadata",
       "http://h/",
       false,
       Format::odata_json,
       1,
       {},
       {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(OData, XmlIsKnownByItsNamespaces) {
  constexpr std::string_view kXml = "application/xml";
  const Case cases[] = {
      {"error, 1 to 3",
       "<error xmlns='http://schemas.microsoft.com/ado/2007/08/dataservices/metadata'>"
       "<code/><message xml:lang='en-US'>x</message></error>",
       kXml,
       "",
       false,
       Format::odata_atom,
       1,
       {},
       {}},
      {"error, 4",
       "<m:error xmlns:m='http://docs.oasis-open.org/odata/ns/metadata'><m:code>1"
       "</m:code><m:message>x</m:message></m:error>",
       kXml,
       "",
       false,
       Format::odata_atom,
       1,
       {},
       {}},
      {"links",
       "<links xmlns='http://schemas.microsoft.com/ado/2007/08/dataservices'>"
       "<uri>http://h/s/O(1)</uri></links>",
       kXml,
       "",
       false,
       Format::odata_atom,
       1,
       {},
       {}},
      {"service document of AtomPub (RFC 5023 8), and of OData 1 to 3",
       "<service xmlns='http://www.w3.org/2007/app' "
       "xmlns:atom='http://www.w3.org/2005/Atom'><workspace><atom:title>W</atom:title>"
       "<collection href='A'><atom:title>A</atom:title></collection></workspace>"
       "</service>",
       "application/atomsvc+xml",
       "",
       false,
       Format::atom,
       1,
       {},
       {}},
      {"service document, 4",
       "<service xmlns='http://www.w3.org/2007/app' "
       "xmlns:m='http://docs.oasis-open.org/odata/ns/metadata' m:context='$metadata'>"
       "<workspace/></service>",
       kXml,
       "",
       false,
       Format::odata_atom,
       1,
       {},
       {}},
      {"a service of something else",
       "<service><workspace/></service>",
       kXml,
       "",
       false,
       Format::xml,
       1,
       {},
       {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

// The same entry in the namespaces of version 3 and of version 4, and in JSON.
TEST(OData, RowsOfVersionFourAreThoseOfVersionThree) {
  const auto feed = [](const std::string& data, const std::string& metadata) {
    return "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:d='" + data + "' xmlns:m='" +
           metadata +
           "'><id>http://h/s/Customers</id><m:count>9</m:count><entry>"
           "<id>http://h/s/Customers(1)</id><content type='application/xml'>"
           "<m:properties><d:Id m:type='Int32'>1</d:Id><d:Name>x</d:Name>"
           "<d:Age m:null='true'/></m:properties></content></entry></feed>";
  };
  const std::string bodies[] = {
      feed("http://schemas.microsoft.com/ado/2007/08/dataservices",
           "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"),
      feed("http://docs.oasis-open.org/odata/ns/data",
           "http://docs.oasis-open.org/odata/ns/metadata"),
      R"j({"@odata.context":"http://h/s/$metadata#Customers",
          "value":[{"Id":1,"Name":"x","Age":null}]})j",
  };
  std::string digest;
  for (const std::string& body : bodies) {
    SCOPED_TRACE(body);
    Hints hints;
    hints.content_type = body[0] == '<' ? "application/atom+xml" : "application/json";
    const Decoded decoded = decode(as_bytes(body), hints, {});
    EXPECT_EQ(to_string(decoded.format), body[0] == '<' ? "odata-atom" : "odata-json");
    EXPECT_EQ(decoded.names, std::vector<std::string>{"Customers"});
    const std::optional<Table> table = find_table(decoded);
    ASSERT_TRUE(table);
    EXPECT_EQ(table->rows, 1u);
    EXPECT_EQ(table->columns, (std::vector<std::string>{"Id", "Name", "Age"}));
    digest = digest.empty() ? table_digest(decoded.tree, *table) : digest;
    EXPECT_EQ(table_digest(decoded.tree, *table), digest);
  }
}

}  // namespace
}  // namespace capaudit
