// SPDX-License-Identifier: Apache-2.0
// Tables in HTML (HTML Standard 4.9) and in CSV (RFC 4180).
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "decoders/formats/decode.h"
#include "tests/decoders/formats/render.h"

namespace capaudit {
namespace {

TEST(Html, TablesAreListsOfRows) {
  Hints hints;
  hints.content_type = "text/html";
  struct Table {
    std::string_view html, expected;
  };
  for (const Table& c : {
           Table{"<table><tr><th>a<th>b<tr><td>1<td>x &amp; y</table>",
                 "[table[[\"a\",\"b\"],[\"1\",\"x & y\"]]]"},
           Table{"<p>no</p><TABLE border=\"1>2\"><TBODY><TR><TD> 1 "
                 "</TD></TR></TBODY></TABLE>tail",
                 "[table[[\"1\"]]]"},
           Table{"<table><tr><td><table><tr><td>in</table><td>out</table>",
                 "[table[[table[[\"in\"]],\"out\"]]]"},
           Table{"<script>document.write('<table><tr><td>no')</"
                 "script><table><tr><td>&#65;<br>b",
                 "[table[[\"A b\"]]]"},
           Table{"<!-- <table><tr><td>no</table> -->1 < 2", "[]"},
           // HTML 4.01 24.2.1, and a name that there is not
           Table{"<table><tr><td>caf&eacute;&nbsp;&frac12;&yuml;<td>&nosuch;</table>",
                 "[table[[\"caf\xc3\xa9 \xc2\xbd\xc3\xbf\",\"&nosuch;\"]]]"},
       }) {
    SCOPED_TRACE(c.html);
    EXPECT_EQ(render(decode(as_bytes(c.html), hints, {}).tree), c.expected);
  }
}

// HTML Standard 4.9.11: what stands behind a cell over two columns is in the third.
TEST(Html, ACellOverSeveralColumnsLeavesTheOthersEmpty) {
  Hints hints;
  hints.content_type = "text/html";
  struct Table {
    std::string_view html, expected;
  };
  for (const Table& c : {
           Table{"<table><tr><td colspan=2>1<td>3<tr><td>4<td>5<td>6</table>",
                 "[table[[\"1\",null,\"3\"],[\"4\",\"5\",\"6\"]]]"},
           Table{"<table><tr><td class='x' COLSPAN = \"3\">1</td></tr></table>",
                 "[table[[\"1\",null,null]]]"},
           Table{"<table><tr><td colspan='2'><table><tr><td>in</table><td>out</table>",
                 "[table[[table[[\"in\"]],null,\"out\"]]]"},
           Table{"<table><tr><td colspan=0>1<td colspan>2<td data-colspan=2>3</table>",
                 "[table[[\"1\",\"2\",\"3\"]]]"},
       }) {
    SCOPED_TRACE(c.html);
    EXPECT_EQ(render(decode(as_bytes(c.html), hints, {}).tree), c.expected);
  }
  std::string many = "<table>";
  for (int i = 0; i < 2000; ++i) {
    many += "<tr><td colspan=999999999999>";
  }
  const Decoded decoded = decode(as_bytes(many), hints, {});
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_LE(decoded.tree.size(), many.size() + 2 * 2000 + 2) << "no more than its bytes";
}

TEST(Csv, BodiesAreListsOfRows) {
  Hints hints;
  hints.content_type = "text/csv";
  struct Table {
    std::string_view csv, expected;
  };
  for (const Table& c : {
           // RFC 4180 2
           Table{"aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n",
                 "[[\"aaa\",\"bbb\",\"ccc\"],[\"zzz\",\"yyy\",\"xxx\"]]"},
           Table{"\"aaa\",\"b\r\nbb\",\"c\"\"cc\"\r\n1,,",
                 "[[\"aaa\",\"b\r\nbb\",\"c\\\"cc\"],[\"1\",\"\",\"\"]]"},
           Table{"a;b\n1,5;2", "[[\"a\",\"b\"],[\"1,5\",\"2\"]]"},
           Table{"a\tb", "[[\"a\",\"b\"]]"},
       }) {
    SCOPED_TRACE(c.csv);
    EXPECT_EQ(render(decode(as_bytes(c.csv), hints, {}).tree), c.expected);
  }
}

}  // namespace
}  // namespace capaudit
