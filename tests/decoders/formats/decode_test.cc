// SPDX-License-Identifier: Apache-2.0
// Whole bodies: the member of the family, messages, names.

#include "decoders/formats/decode.h"

#include <gtest/gtest.h>

#include "tests/decoders/formats/decode_case.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using Case = DecodeCase;
using Names = std::vector<std::string>;
using Findings = std::vector<std::string_view>;

TEST(Decode, JsonFamily) {
  const Case cases[] = {
      {"plain", R"([{"a":1}])", "application/json", "", false, Format::json, 1, {}, {}},
      {"Bayeux batch",
       R"([{"channel":"/meta/connect","clientId":"x"},{"channel":"/a","data":1}])",
       "application/json",
       "",
       true,
       Format::bayeux,
       2,
       {"/meta/connect", "/a"},
       {}},
      {"Bayeux, one message",
       R"({"channel":"/meta/handshake","version":"1.0"})",
       "text/json",
       "",
       true,
       Format::bayeux,
       1,
       {"/meta/handshake"},
       {}},
      {"Bayeux in a form",
       "message=%5B%7B%22channel%22%3A%22%2Fa%22%2C%22data%22%3A1%7D%5D",
       "application/x-www-form-urlencoded",
       "",
       true,
       Format::bayeux,
       1,
       {"/a"},
       {}},
      {"a channel that is none",
       R"({"channel":"news","data":1})",
       "application/json",
       "",
       false,
       Format::json,
       1,
       {},
       {}},
      {"JSON-RPC call",
       R"({"jsonrpc":"2.0","method":"sum","params":[1],"id":1})",
       "application/json",
       "",
       true,
       Format::json_rpc,
       1,
       {"sum"},
       {}},
      {"JSON-RPC batch",
       R"([{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b","id":2}])",
       "application/json",
       "",
       true,
       Format::json_rpc,
       2,
       {"a", "b"},
       {}},
      {"JSON-RPC answer",
       R"({"jsonrpc":"2.0","result":1,"id":1})",
       "application/json",
       "",
       false,
       Format::json_rpc,
       1,
       {},
       {}},
      {"JSON-RPC 1.0",
       R"({"method":"echo","params":[],"id":1})",
       "application/json",
       "",
       true,
       Format::json_rpc,
       1,
       {"echo"},
       {}},
      {"GraphQL with a name",
       R"({"query":"query A { a }","operationName":"A"})",
       "application/json",
       "",
       true,
       Format::graphql,
       1,
       {"A"},
       {}},
      {"GraphQL, name in the text",
       R"({"query":"mutation Add($x:Int) { add(x:$x) }"})",
       "application/json",
       "",
       true,
       Format::graphql,
       1,
       {"Add"},
       {}},
      {"GraphQL, first field",
       R"({"query":"{ rows { id } }"})",
       "application/json",
       "",
       true,
       Format::graphql,
       1,
       {"rows"},
       {}},
      {"GraphQL answer",
       R"({"data":{"rows":[]}})",
       "application/json",
       "http://h/graphql?x",
       false,
       Format::graphql,
       1,
       {},
       {}},
      {"a query that is none",
       R"({"query":"shoes"})",
       "application/json",
       "",
       true,
       Format::json,
       1,
       {},
       {}},
      {"OData v4",
       R"j({"@odata.context":"http://h/s/$metadata#Customers(Name)","value":[]})j",
       "application/json",
       "",
       false,
       Format::odata_json,
       1,
       {"Customers"},
       {}},
      {"OData v3 light",
       R"({"odata.metadata":"http://h/s/$metadata#Orders/@Element","Id":1})",
       "application/json",
       "",
       false,
       Format::odata_json,
       1,
       {"Orders"},
       {}},
      {"OData verbose",
       R"j({"d":{"results":[{"__metadata":{"uri":"http://h/s/Customers(1)"},"Id":1}]}})j",
       "application/json",
       "",
       false,
       Format::odata_json,
       1,
       {"Customers"},
       {}},
      {"Azure without metadata",
       R"({"value":[{"PartitionKey":"p"}]})",
       "application/json;odata=nometadata",
       "http://h/acc/census()?$top=1",
       false,
       Format::odata_json,
       1,
       {"census"},
       {}},
      {"JSON lines",
       "{\"a\":1}\n{\"a\":2}\n",
       "text/plain",
       "",
       false,
       Format::json_lines,
       1,
       {},
       {}},
      {"JSONP in a script",
       "cb({\"a\":1});",
       "text/javascript",
       "",
       false,
       Format::json,
       1,
       {},
       {}},
      {"a script that is none",
       "f(function(){});",
       "text/javascript",
       "",
       false,
       Format::javascript,
       1,
       {},
       {}},
      {"server-sent events",
       "data: {\"a\":1}\n\ndata: {\"a\":2}\n\n",
       "text/event-stream",
       "",
       false,
       Format::json_lines,
       1,
       {},
       {}},
      {"looks like JSON, is text",
       "[section]\nkey = value",
       "",
       "",
       false,
       Format::text,
       1,
       {},
       {}},
      {"is no JSON, says it is",
       "[section]",
       "application/json",
       "",
       false,
       Format::json,
       1,
       {},
       {}},
      {"a script that begins with a bracket",
       "[1,2].map(f)",
       "text/javascript",
       "",
       false,
       Format::javascript,
       1,
       {},
       {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(Decode, ODataSaysWhereTheRowsGoOn) {
  struct Paged {
    std::string_view body, next;
  };
  for (
      const Paged& c : {
          Paged{
              R"j({"@odata.context":"$metadata#C","value":[],"@odata.nextLink":"C?$skiptoken=2"})j",
              "C?$skiptoken=2"},
          Paged{
              R"j({"odata.metadata":"$metadata#C","value":[],"odata.nextLink":"C?p=2"})j",
              "C?p=2"},
          Paged{R"j({"@context":"$metadata#C","value":[],"@nextLink":"C?p=3"})j",
                "C?p=3"},
          Paged{R"j({"d":{"results":[{"__metadata":{"uri":"C(1)"}}],"__next":"C?p=4"}})j",
                "C?p=4"},
          Paged{R"j({"@odata.context":"$metadata#C","value":[]})j", ""},
          Paged{R"j({"value":[],"@odata.nextLink":"C?p=2"})j", "C?p=2"},
      }) {
    SCOPED_TRACE(c.body);
    EXPECT_EQ(decode(as_bytes(c.body), {}, {}).next_link, c.next);
  }
}

TEST(Decode, JsonInOtherEncodings) {
  for (const std::string_view hex : {
           "fffe 7b00 2200 6100 2200 3a00 e900 2200 7d00",  // not JSON: no opening quote
           "feff 005b 0022 00e9 0022 005d",
           "5b00 2200 e900 2200 5d00",
           "0000 005b 0000 0022 0000 00e9 0000 0022 0000 005d",
       }) {
    const Buffer body = from_hex(hex);
    Hints hints;
    hints.content_type = "application/json";
    const Decoded decoded = decode(body, hints, {});
    if (decoded.tree.error) {
      EXPECT_EQ(hex.substr(0, 4), "fffe");
      continue;
    }
    EXPECT_EQ(render(decoded.tree), "[\"\xc3\xa9\"]") << hex;
  }
}

TEST(Decode, OtherFamilies) {
  const Case cases[] = {
      {"form",
       "a=1&b=%20x+y",
       "application/x-www-form-urlencoded",
       "",
       true,
       Format::form,
       1,
       {},
       {}},
      {"multipart without a boundary",
       "x",
       "multipart/mixed",
       "",
       true,
       Format::multipart,
       1,
       {},
       {"multipart_boundary_missing"}},
      {"OData batch",
       "--b\r\nContent-Type: application/http\r\n\r\nGET Customers(1) "
       "HTTP/1.1\r\n\r\n\r\n"
       "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: "
       "application/http\r\n\r\nPOST /s/Orders "
       "HTTP/1.1\r\n\r\n\r\n--c--\r\n\r\n--b--\r\n",
       "multipart/mixed; boundary=b",
       "",
       true,
       Format::multipart,
       2,
       {"Customers", "Orders"},
       {}},
      {"gRPC",
       std::string_view("\0\0\0\0\1x\1\0\0\0\0", 11),
       "application/grpc",
       "",
       true,
       Format::grpc,
       2,
       {},
       {}},
      {"gRPC-Web with trailers",
       std::string_view("\0\0\0\0\1x\x80\0\0\0\1y", 12),
       "application/grpc-web",
       "",
       false,
       Format::grpc,
       1,
       {},
       {}},
      {"gRPC-Web text",
       "AAAAAAF4",
       "application/grpc-web-text",
       "",
       false,
       Format::grpc,
       1,
       {},
       {}},
      {"gRPC cut",
       std::string_view("\0\0\0\0\2x", 6),
       "application/grpc",
       "",
       true,
       Format::grpc,
       std::nullopt,
       {},
       {}},
      {"AMF that is an error page",
       "<html>no</html>",
       "application/x-amf",
       "",
       false,
       Format::html,
       1,
       {},
       {}},
      {"AMF that is a sentence",
       "server is down",
       "application/x-amf",
       "",
       false,
       Format::text,
       1,
       {},
       {}},
  };
  for (const Case& c : cases) {
    expect(c);
  }
}

TEST(Decode, AFormIsAnObjectOfDecodedTexts) {
  Hints hints;
  hints.content_type = "application/x-www-form-urlencoded";
  const std::string_view body = "a=1&b=%C3%A9+x&c&%64=%zz&=e&a=2\r\n";
  EXPECT_EQ(render(decode(as_bytes(body), hints, {}).tree),
            "{a:\"1\",b:\"\xc3\xa9 x\",c:\"\",d:\"%zz\",:\"e\",a:\"2\"}");
}

// RFC 2392 2: the URL of a part has its id with percents where the id has other
// characters.
TEST(Decode, AnIncludeNamesAPartInPercents) {
  const std::string_view body =
      "--B\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n"
      "Content-ID: <http://tempuri.org/0>\r\n\r\n"
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><put>"
      "<i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' "
      "href='cid:http%3A%2F%2Ftempuri.org%2F1%2F634'/></put></e:Body></e:Envelope>\r\n"
      "--B\r\nContent-ID: <http://tempuri.org/1/634>\r\n\r\nraw\r\n--B--\r\n";
  Hints hints;
  hints.content_type =
      "multipart/related; type=\"application/xop+xml\"; "
      "start=\"<http://tempuri.org/0>\"; boundary=B";
  const Decoded decoded = decode(as_bytes(body), hints, {});
  EXPECT_EQ(decoded.findings, Findings());
  bool found = false;
  for (NodeId id = 0; id < decoded.tree.size(); ++id) {
    if (decoded.tree[id].kind == NodeKind::reference) {
      found = true;
      EXPECT_EQ(decoded.tree.text(decoded.tree.resolve(id)), "raw");
    }
  }
  EXPECT_TRUE(found);
}

TEST(Decode, SoapWithAttachmentsHasItsRootAndItsIncludes) {
  // RFC 2387 3.4 and XOP 1.0 4.1, with the root behind and in quoted-printable.
  const std::string_view body =
      "--B\r\nContent-Type: image/png\r\nContent-ID: <pic@h>\r\n\r\n\x89PNG\r\n--B\r\n"
      "Content-Type: application/xop+xml; type=\"text/xml\"\r\nContent-ID: <root>\r\n"
      "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
      "<e:Envelope "
      "xmlns:e=3D'http://schemas.xmlsoap.org/soap/envelope/'><e:Body><put>=\r\n"
      "<i:Include xmlns:i=3D'http://www.w3.org/2004/08/xop/include' href=3D'cid:pic@h'/>"
      "</put></e:Body></e:Envelope>\r\n--B--\r\n";
  Hints hints;
  hints.content_type =
      "multipart/related; type=\"application/xop+xml\"; start=\"<root>\"; boundary=B";
  hints.is_request = true;
  const Decoded decoded = decode(as_bytes(body), hints, {});
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_EQ(decoded.format, Format::soap);
  EXPECT_EQ(decoded.names, Names{"put"});
  const Tree& tree = decoded.tree;
  bool found = false;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].kind == NodeKind::reference) {
      found = true;
      EXPECT_EQ(tree.text(tree.resolve(id)), "\x89PNG");
    }
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace capaudit
