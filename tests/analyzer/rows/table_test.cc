// SPDX-License-Identifier: Apache-2.0
// Tables and digests: the same rows in any format have one digest, other rows have
// another.
#include "analyzer/rows/table.h"

#include <gtest/gtest.h>

#include "tests/support/hex.h"

namespace capaudit {
namespace {

struct Found {
  std::optional<std::size_t> rows;
  std::vector<std::string> columns;
  std::string digest;
};

Found find(Bytes body, std::string_view type) {
  Hints hints;
  hints.content_type = type;
  const Decoded decoded = decode(body, hints, {});
  const std::optional<Table> table = find_table(decoded);
  if (!table) {
    return {};
  }
  return {table->rows, table->columns, table_digest(decoded.tree, *table)};
}

Found find(std::string_view body, std::string_view type) {
  return find(as_bytes(body), type);
}

TEST(Table, TheLargestListOfLikeRowsIsFound) {
  using Names = std::vector<std::string>;
  struct Case {
    const char* name;
    std::string_view body, type;
    std::optional<std::size_t> rows;
    Names columns;
  };
  const std::string_view kJson = "application/json";
  const std::string_view kXml = "text/xml";
  const std::string_view kHtml = "text/html";
  const Case cases[] = {
      {"objects", R"([{"a":1,"b":2},{"b":3,"a":4}])", kJson, 2, {"a", "b"}},
      {"one object is no table", R"([{"a":1}])", kJson, std::nullopt, {}},
      {"plain values are no table", "[1,2,3]", kJson, std::nullopt, {}},
      {"the one with more bytes",
       R"({"x":[{"a":1},{"a":2}],"y":[{"b":111},{"b":222}]})",
       kJson,
       2,
       {"b"}},
      {"the outer one",
       R"([{"a":[{"b":1},{"b":2}]},{"a":[{"b":1},{"b":2}]}])",
       kJson,
       2,
       {"a"}},
      {"not alike", R"([{"a":1},{"b":2}])", kJson, std::nullopt, {}},
      {"tuples", R"([[1,2],[3,4],[5,6]])", kJson, 3, {"", ""}},
      {"columns and items",
       R"({"cols":["a","b"],"items":[[1,2],[3,4],[5,6]]})",
       kJson,
       3,
       {"a", "b"}},
      {"columns and one item",
       R"({"cols":["a","b"],"items":[[1,2]]})",
       kJson,
       1,
       {"a", "b"}},
      {"one list per column",
       R"({"cols":["a","b"],"items":[[1,2,3],[4,5,6]]})",
       kJson,
       3,
       {"a", "b"}},
      {"an object of lists", R"({"a":[1,2,3],"b":["x","y","z"]})", kJson, 3, {"a", "b"}},
      {"lines", "{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson", 2, {"a"}},
      {"repeated elements",
       "<r><i><a>1</a><b/></i><i><a>2</a><b/></i><x/></r>",
       kXml,
       2,
       {"a", "b"}},
      {"attributes where there are no elements",
       "<r><i a='1' b='2'/><i a='3' b='4'/></r>",
       kXml,
       2,
       {"a", "b"}},
      {"elements of text", "<r><i>1</i><i>2</i></r>", kXml, 2, {""}},
      {"elements of two names", "<r><i/><j/></r>", kXml, std::nullopt, {}},
      {"headings are names",
       "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>"
       "<tr><td>3</td><td>4</td></tr></table>",
       kHtml,
       2,
       {"a", "b"}},
      {"a table without headings",
       "<table><tr><td>1<td>2<tr><td>3<td>4</table>",
       kHtml,
       2,
       {"", ""}},
      {"a line of names", "a,b\n1,2\n3,4\n", "text/csv", 2, {"a", "b"}},
      {"no line of names", "1,2\n3,4\n", "text/csv", 2, {"", ""}},
      {"a name said to be data", "a,b\nc,d\n", "text/csv; header=absent", 2, {"", ""}},
      {"entries",
       "<feed xmlns='http://www.w3.org/2005/Atom'><id>x</id><entry><id>1</id></entry>"
       "</feed>",
       kXml,
       1,
       {"id"}},
      {"a feed without entries",
       "<feed xmlns='http://www.w3.org/2005/Atom'><link/><link/></feed>",
       kXml,
       0,
       {""}},
      {"an OData list of one",
       R"({"odata.metadata":"x#T","value":[{"a":1}]})",
       kJson,
       1,
       {"a"}},
      {"an OData list of none", R"({"odata.metadata":"x#T","value":[]})", kJson, 0, {""}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Found found = find(c.body, c.type);
    EXPECT_EQ(found.rows, c.rows);
    EXPECT_EQ(found.columns, c.columns);
  }
}

TEST(Table, RowsAreAlikeWhenNineteenOfTwentyAre) {
  const auto body = [](int rows, int odd) {
    std::string text = "[";
    for (int i = 0; i < rows; ++i) {
      text += i == 0 ? "" : ",";
      text += i < odd ? "{\"z\":1}" : "{\"a\":1,\"b\":2}";
    }
    return text + "]";
  };
  EXPECT_EQ(find(body(20, 1), "application/json").rows, 20u);
  EXPECT_EQ(find(body(20, 2), "application/json").rows, std::nullopt);
}

// Three rows: a number with a fraction, a text, a null, a boolean, a date.
const std::vector<std::pair<std::string, std::string>> kSame = {
    {"application/json",
     R"([{"n":1.5,"t":"x & y","e":null,"b":true,"d":"2010-01-31T12:00:00Z"},
         {"n":-2,"t":"z","e":null,"b":false,"d":"2010-02-01T12:00:00Z"}])"},
    {"application/json",
     R"([{"d":"/Date(1264939200000)/","t":"x & y","b":true,"n":1.50},
         {"n":-2.0,"b":false,"t":" z ","d":1265025600000}])"},
    {"application/json",
     R"({"cols":["n","t","b","d"],"items":[[1.5,"x & y",true,1264939200000],
        [-2,"z",false,1265025600000]]})"},
    {"application/json",
     R"({"cols":["n","t","b","d"],"enums":{"t":["z","x & y"]},
        "items":[[1.5,1,true,1264939200000],[-2,0,false,1265025600000]]})"},
    {"application/json",
     R"({"n":[1.5,-2],"t":["x & y","z"],"b":[true,false],"d":[1264939200000,1265025600000]})"},
    {"text/xml",
     "<r><i><n>1.5</n><t>x &amp; y</t><e/><b>true</b><d>2010-01-31T12:00:00Z</d></i>"
     "<i><n>-2</n><t>z</t><e/><b>false</b><d>2010-02-01T13:00:00+01:00</d></i></r>"},
    {"text/xml",
     "<r><i n='1.5' t='x &#38; y' b='true' d='2010-01-31T12:00:00'/>"
     "<i n='-2.00' t='z' b='false' d='2010-02-01T12:00:00'/></r>"},
    {"text/html",
     "<table><tr><th>Number<th>Text<th>B<th>D<tr><td>1.5<td>x &amp; y<td>true"
     "<td>2010-01-31 12:00<tr><td>-2<td>z<td>false<td>2010-02-01 12:00</table>"},
    {"text/csv",
     "Number;Text;B;D\n1.5;\"x & "
     "y\";TRUE;2010-01-31T12:00\n-2;z;FALSE;2010-02-01T12:00\n"},
    {"application/atom+xml",
     "<feed xmlns='http://www.w3.org/2005/Atom' "
     "xmlns:d='http://schemas.microsoft.com/ado/2007/08/"
     "dataservices' "
     "xmlns:m='http://schemas.microsoft.com/ado/2007/08/dataservices/metadata'>"
     "<entry><id>1</id><content><m:properties><d:n m:type='Edm.Double'>1.5</d:n><d:t>x "
     "&amp; y</d:t>"
     "<d:e "
     "m:null='true'/><d:b>true</d:b><d:d>2010-01-31T12:00:00</d:d></m:properties></"
     "content>"
     "</entry><entry><id>2</id><content><m:properties><d:n "
     "m:type='Edm.Double'>-2</d:n><d:t>z</d:t>"
     "<d:e "
     "m:null='true'/><d:b>false</d:b><d:d>2010-02-01T12:00:00</d:d></m:properties></"
     "content>"
     "</entry></feed>"},
    {"application/json",
     R"({"odata.metadata":"x#T","value":[{"odata.etag":"W1","n":1.5,"t":"x & y","b":true,
        "d@odata.type":"Edm.DateTime","d":"2010-01-31T12:00:00Z"},{"odata.etag":"W2","n":-2,
        "t":"z","b":false,"d@odata.type":"Edm.DateTime","d":"2010-02-01T12:00:00Z"}]})"},
    // A .NET DataSet as a web service sends it: its schema is longer than its rows.
    {"text/xml",
     "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
     "<GetResponse xmlns='urn:x'><GetResult><xs:schema id='NewDataSet' "
     "xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='NewDataSet'>"
     "<xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element "
     "name='Table'><xs:complexType><xs:sequence><xs:element name='n' type='xs:double' "
     "minOccurs='0'/><xs:element name='t' type='xs:string' minOccurs='0'/><xs:element "
     "name='e' type='xs:string' minOccurs='0'/><xs:element name='b' type='xs:boolean' "
     "minOccurs='0'/><xs:element name='d' type='xs:dateTime' minOccurs='0'/>"
     "</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>"
     "</xs:element></xs:schema><diffgr:diffgram "
     "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
     "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><NewDataSet xmlns=''>"
     "<Table diffgr:id='Table1' msdata:rowOrder='0'><n>1.5</n><t>x &amp; y</t>"
     "<b>true</b><d>2010-01-31T12:00:00</d></Table><Table diffgr:id='Table2' "
     "msdata:rowOrder='1' diffgr:hasChanges='modified'><n>-2</n><t>z</t><b>false</b>"
     "<d>2010-02-01T12:00:00</d></Table></NewDataSet><diffgr:before><Table "
     "diffgr:id='Table2' msdata:rowOrder='1' xmlns=''><n>-3</n><t>before the change "
     "this was much longer than it is now, longer than all other rows together</t>"
     "<b>false</b><d>2010-02-01T12:00:00</d></Table></diffgr:before></diffgr:diffgram>"
     "</GetResult></GetResponse></s:Body></s:Envelope>"},
};

TEST(Digest, TheSameRowsHaveOneDigestInEveryFormat) {
  const std::string digest = find(kSame[0].second, kSame[0].first).digest;
  EXPECT_EQ(digest.size(), 32u);
  for (const auto& [type, body] : kSame) {
    SCOPED_TRACE(body);
    const Found found = find(body, type);
    EXPECT_EQ(found.rows, 2u);
    EXPECT_EQ(found.digest, digest);
  }
}

TEST(Digest, AmfHasTheSameDigestAsItsJson) {
  // t.Row(id,name): 1/x and 2/y as a result in AMF3.
  const std::string head = "0003 0000 0001 000b 2f312f6f6e526573756c74 0000 ffffffff 11";
  const std::string typed =
      head + "0905010a230b742e526f77056964096e616d6504010603780a010402060379";
  const std::string digest =
      find(R"([{"id":1,"name":"x"},{"id":2,"name":"y"}])", "application/json").digest;
  EXPECT_EQ(find(from_hex(typed), "application/x-amf").digest, digest);
  EXPECT_NE(digest, "");
}

// {list: ...} as a result: an ArrayCollection is a list of rows by its class, an array
// that is a member of an object has to be two rows at least.
TEST(Table, AnArrayCollectionNeedsNoTwoRows) {
  const std::string head =
      "0003 0000 0001 000b 2f312f6f6e526573756c74 0000 ffffffff 11"
      "0a0b01 096c697374";
  const std::string collection =
      "0a0743 666c65782e6d6573736167696e672e696f2e4172726179436f6c6c656374696f6e";
  const std::string row = "0a0b01 056964 0401 01";
  struct Case {
    std::string hex;
    std::optional<std::size_t> rows;
  };
  for (const Case& c : {
           Case{head + collection + "090101 01", 0u},
           Case{head + collection + "090301" + row + "01", 1u},
           Case{head + "090101 01", std::nullopt},
           Case{head + "090301" + row + "01", std::nullopt},
       }) {
    SCOPED_TRACE(c.hex);
    EXPECT_EQ(find(from_hex(c.hex), "application/x-amf").rows, c.rows);
  }
}

TEST(Table, OfRssNeedsTwoItems) {
  const std::string item = "<item><title>a</title><link>b</link></item>";
  const auto channel = [](const std::string& items) {
    return "<rss version='2.0'><channel><title>t</title>" + items + "</channel></rss>";
  };
  EXPECT_EQ(find(channel(item), "application/rss+xml").rows, std::nullopt);
  EXPECT_EQ(find(channel(item + item), "application/rss+xml").rows, 2u);
}

TEST(Table, ColumnsWithoutItemsAreNone) {
  EXPECT_FALSE(find(R"({"cols":["a","b"],"items":[]})", "application/json").rows);
}

TEST(Digest, AnyOtherValueGivesAnother) {
  const std::string digest =
      find(R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])", "application/json").digest;
  for (const std::string_view other : {
           R"([{"a":1,"b":"x"},{"a":2,"b":"z"}])",
           R"([{"a":1,"b":"x"},{"a":3,"b":"y"}])",
           R"([{"a":2,"b":"x"},{"a":1,"b":"y"}])",  // values changed rows
           R"([{"a":"x","b":1},{"a":2,"b":"y"}])",  // and columns
           R"([{"a":2,"b":"y"},{"a":1,"b":"x"}])",  // rows in another order
           R"([{"a":1,"b":"x"},{"a":2,"b":null}])",
           R"([{"a":1,"b":"x"},{"a":2,"b":"y"},{"a":2,"b":"y"}])",
           R"([{"a":1,"b":"x","c":1},{"a":2,"b":"y","c":1}])",
           R"([{"a":12,"b":""},{"a":"","b":"y"}])",
       }) {
    EXPECT_NE(find(other, "application/json").digest, digest) << other;
  }
}

TEST(Digest, WhatStandsOutsideTheColumnsCounts) {
  const auto body = [](std::string_view extra) {
    std::string text = "[{\"a\":1" + std::string(extra) + "}";
    for (int i = 0; i < 30; ++i) {
      text += ",{\"a\":" + std::to_string(i) + "}";
    }
    return text + "]";
  };
  const Found none = find(body(""), "application/json");
  const Found one = find(body(",\"x\":1"), "application/json");
  const Found two = find(body(",\"x\":2"), "application/json");
  EXPECT_EQ(one.rows, 31u);
  EXPECT_NE(none.digest, one.digest);
  EXPECT_NE(one.digest, two.digest);
}

// SOAP 1.1 section 5.4.2.2: what was not sent is a row without values.
TEST(Table, RowsOfASparseSoapArrayStayInTheirPlaces) {
  const std::string_view soap =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' "
      "xmlns:s='http://schemas.xmlsoap.org/soap/encoding/'><e:Body><r>"
      "<a s:arrayType='x:T[5]'><i s:position='[3]'><x>4</x><y>d</y></i>"
      "<i s:position='[1]'><x>2</x><y>b</y></i></a></r></e:Body></e:Envelope>";
  const Found found = find(soap, "text/xml");
  EXPECT_EQ(found.rows, 5u);
  EXPECT_EQ(found.columns, (std::vector<std::string>{"x", "y"}));
  const std::string_view json =
      R"({"cols":["x","y"],"items":[[null,null],[2,"b"],[null,null],[4,"d"],[null,null]]})";
  EXPECT_EQ(found.digest, find(json, "application/json").digest);
  EXPECT_FALSE(found.digest.empty());
}

// One wide row among narrow ones of the same names: 10^9 cells out of a megabyte.
TEST(Table, CellsAreBoundedByTheBody) {
  std::string wide;
  std::string narrow;
  for (int i = 0; i < 30'000; ++i) {
    wide += "<i/>";
    narrow += "<w><i/></w>";
  }
  const std::string first = "<r><w>" + wide + "</w>" + narrow + "</r>";
  const std::string last = "<r>" + narrow + "<w>" + wide + "</w></r>";
  EXPECT_FALSE(find(first, "text/xml").rows);
  EXPECT_EQ(find(last, "text/xml").rows, 30'001u);
}

// References are short, and what they stand for may be long: it is looked at once, not
// 30,000 times.
TEST(Table, ManyReferencesToOneLargeValueAreCheap) {
  std::string references;
  std::string members;
  for (int i = 0; i < 30'000; ++i) {
    references += "<w href='#a'/>";
    members += "<i/>";
  }
  const std::string soap =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><r>" +
      references + "</r><multiRef id='a'>" + members +
      "</multiRef></e:Body></e:Envelope>";
  EXPECT_FALSE(find(soap, "text/xml").rows) << "9 * 10^8 cells";
}

}  // namespace
}  // namespace capaudit
