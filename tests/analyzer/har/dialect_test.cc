// SPDX-License-Identifier: Apache-2.0
// Each dialect on a small HAR with its defects: the figures that are right were worked
// out by hand from the messages that the entry stands for.
#include "analyzer/har/dialect.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/analyzer/har/har_files.h"

namespace capaudit {
namespace {

/// The parts of an entry that a case changes. The request is
///   GET /a?b=1 HTTP/1.1 CRLF Host: a.test CRLF CRLF       21 + 14 + 2 = 37 bytes,
/// the response
///   HTTP/1.1 200 OK CRLF ... CRLF                         17 + fields + 2.
struct Parts {
  std::string request_head = "37", request_body = "0";
  std::string fields = R"({"name": "Content-Length", "value": "5"})";  // 19 bytes
  std::string response_head = "38", response_body = "5", transfer = "-1";
  std::string content = R"("size": 5, "text": "hello")";
  std::string timings = R"("blocked": 0, "dns": -1, "connect": -1, "ssl": -1, "send": 1,
                          "wait": 2, "receive": 3)";
  std::string time = "6", url = "http://a.test/a?b=1", version = "HTTP/1.1";
  std::string request_fields, status = "200", more;
};

std::string entry_of(const Parts& p) {
  return R"({"startedDateTime": "2026-01-02T03:04:05.678Z", "time": )" + p.time +
         R"(, "request": {"method": "GET", "url": ")" + p.url + R"(", "httpVersion": ")" +
         p.version + R"(", "headers": [{"name": "Host", "value": "a.test"})" +
         p.request_fields + R"(], "headersSize": )" + p.request_head +
         R"(, "bodySize": )" + p.request_body + R"(}, "response": {"status": )" +
         p.status + R"(, "statusText": "OK", "httpVersion": ")" + p.version +
         R"(", "headers": [)" + p.fields +
         R"(], "content": {"mimeType": "text/plain", )" + p.content +
         R"(}, "headersSize": )" + p.response_head + R"(, "bodySize": )" +
         p.response_body + R"(, "_transferSize": )" + p.transfer +
         R"(}, "cache": {}, "timings": {)" + p.timings + "}" + p.more + "}";
}

Exchange read_one(const std::string& creator, const Parts& parts) {
  HarPass pass = read_har_text(har_file(entry_of(parts), creator));
  if (pass.exchanges.size() != 1) {
    ADD_FAILURE() << pass.exchanges.size() << " exchanges";
    return {};
  }
  return pass.exchanges.front();
}

using Size = std::optional<std::uint64_t>;

void expect_response(const Exchange& exchange, Size head, Size framing, Size encoded,
                     Size content) {
  ASSERT_TRUE(exchange.response);
  EXPECT_EQ(exchange.response->head_bytes, head);
  EXPECT_EQ(exchange.response->framing_bytes, framing);
  EXPECT_EQ(exchange.response->encoded_bytes, encoded);
  EXPECT_EQ(exchange.response->facts.content_bytes, content);
}

// Chunked: "5 CRLF hello CRLF 0 CRLF CRLF" is 15 bytes, 10 of them framing.
const std::string kChunked = R"({"name": "Transfer-Encoding", "value": "chunked"})";
const std::string kGzip = R"({"name": "Content-Encoding", "value": "gzip"})";

TEST(HarDialect, ChromeDevToolsCountsNoEmptyLineInTheRequestHeadAndChunksInTheBody) {
  Parts parts;
  parts.request_head = "35";
  parts.fields = kChunked;  // 28 bytes
  parts.response_head = "47";
  parts.response_body = "15";
  const Exchange exchange = read_one("WebInspector", parts);
  EXPECT_EQ(exchange.request->head_bytes, 37u);
  expect_response(exchange, 47, 10, 5, 5);
  EXPECT_TRUE(has_finding(exchange, "har_request_head_short"));
  EXPECT_TRUE(has_finding(exchange, "har_chunks_in_body_size"));

  parts.fields += "," + kGzip;
  parts.response_body = "40";
  expect_response(read_one("WebInspector", parts), 47, {}, {}, 5);
}

TEST(HarDialect, ChromeDevToolsLeavesOutTheBodyOfARedirect) {
  Parts parts;
  parts.status = "302";
  parts.fields = R"({"name": "Content-Length", "value": "145"})";
  parts.response_head = "40";
  parts.response_body = "0";
  parts.content = R"("size": 0)";
  const Exchange exchange = read_one("WebInspector", parts);
  expect_response(exchange, 40, 0, 145, 145);
  EXPECT_TRUE(has_finding(exchange, "har_content_length_differs"));
}

TEST(HarDialect, PlaywrightHasNoQueryInTheHeadNoSendAndTheQueueInReceive) {
  Parts parts;
  parts.request_head = "31";  // 37 less the empty line less "?b=1"
  parts.timings = R"("dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 2,
                     "receive": 30)";
  parts.time = "32";
  const Exchange exchange = read_one("Playwright", parts);
  EXPECT_EQ(exchange.request->head_bytes, 37u);
  EXPECT_EQ(exchange.time.send, std::nullopt);
  EXPECT_EQ(exchange.time.wait, 2.0);
  EXPECT_EQ(exchange.time.receive, std::nullopt);
  EXPECT_EQ(exchange.time.total, std::nullopt);
}

TEST(HarDialect, PlaywrightShowsA304AsTheCachedAnswer) {
  Parts parts;
  parts.request_fields = R"(, {"name": "If-None-Match", "value": "x"})";
  parts.fields = R"({"name": "ETag", "value": "x"})";
  parts.response_head = "28";
  parts.response_body = "0";
  parts.transfer = "28";
  const Exchange exchange = read_one("Playwright", parts);
  EXPECT_EQ(exchange.status, 304);
  EXPECT_EQ(exchange.response->facts.format, Format::empty);
  expect_response(exchange, 28, 0, 0, 0);
  EXPECT_TRUE(has_finding(exchange, "har_304_shown_as_200"));
}

TEST(HarDialect, PlaywrightGivesCacheHitsTheHeadAsNegativeBody) {
  Parts parts;
  parts.response_body = "-38";
  parts.transfer = "0";
  const Exchange exchange = read_one("Playwright", parts);
  EXPECT_EQ(exchange.origin, HarOrigin::cache);
  EXPECT_EQ(exchange.request->head_bytes, std::nullopt);
  expect_response(exchange, {}, {}, {}, 5);
  EXPECT_TRUE(has_finding(exchange, "har_unmarked_cache_hit"));
  EXPECT_TRUE(has_finding(exchange, "har_negative_size"));
}

TEST(HarDialect, ChromeHarCountsTheBodyTwiceAndHeadsAtRandom) {
  for (const char* creator : {"chrome-har", "browsertime", "sitespeed.io"}) {
    SCOPED_TRACE(creator);
    Parts parts;
    parts.request_head = "120";
    parts.response_head = "30";  // 8 short, so the body is 8 long
    parts.response_body = "13";
    parts.transfer = "43";
    parts.content = R"("size": 10, "text": "hello")";
    const Exchange exchange = read_one(creator, parts);
    EXPECT_EQ(exchange.request->head_bytes, std::nullopt);
    expect_response(exchange, 38, 0, 5, 5);
    EXPECT_TRUE(has_finding(exchange, "har_content_size_doubled"));
    EXPECT_FALSE(has_finding(exchange, "har_body_cut"));
  }
}

TEST(HarDialect, OldBrowsertimeGivesTheEncodedSizeOnlyAsCompression) {
  Parts parts;
  parts.fields = kGzip;
  parts.response_body = "95417";
  parts.content = R"("size": 95417, "compression": 68454)";
  const Exchange exchange = read_one("Browsertime", parts);
  EXPECT_EQ(exchange.response->encoded_bytes, 26963u);
  EXPECT_EQ(exchange.response->facts.content_bytes, 95417u);
}

TEST(HarDialect, FirefoxCountsTheHeadInTheBodyAndTheCodedBodyAsContent) {
  Parts parts;
  parts.fields = kGzip;  // 24 bytes
  parts.response_head = "43";
  parts.response_body = "73";
  parts.content = R"("size": 30, "text": "hello, this text is longer than thirty bytes")";
  const Exchange exchange = read_one("Firefox", parts);
  expect_response(exchange, 43, 0, 30, 44);
  EXPECT_TRUE(has_finding(exchange, "har_head_in_body_size"));
  EXPECT_TRUE(has_finding(exchange, "har_content_size_encoded"));
}

TEST(HarDialect, FirefoxCountsRepeatedLinesOnceAndDoesNotMarkCacheHits) {
  Parts parts;
  parts.fields += R"(, {"name": "A", "value": "1"}, {"name": "A", "value": "1"})";
  parts.response_head = "44";
  parts.response_body = "49";
  const Exchange exchange = read_one("Firefox", parts);
  expect_response(exchange, 50, 0, 5, 5);
  EXPECT_TRUE(has_finding(exchange, "har_repeated_lines_once"));

  Parts cached;
  cached.request_head = cached.response_head = "0";
  const Exchange hit = read_one("Firefox", cached);
  EXPECT_EQ(hit.origin, HarOrigin::cache);
  expect_response(hit, {}, {}, {}, 5);
}

TEST(HarDialect, FirefoxBidiGivesTheWholeMessageAndNoContent) {
  Parts parts;
  parts.response_head = "30";
  parts.response_body = "43";
  parts.content = R"("size": 0, "text": "")";
  parts.timings = R"("blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 30,
                     "wait": 2, "receive": 3)";
  const Exchange exchange = read_one("firefox", parts);
  expect_response(exchange, 38, 0, 5, 5);
  EXPECT_EQ(exchange.response->facts.format, std::nullopt);
  EXPECT_EQ(exchange.time.blocked, 30.0);
  EXPECT_EQ(exchange.time.send, std::nullopt);
  EXPECT_EQ(exchange.time.total, 5.0);
}

TEST(HarDialect, SafariCountsOneSpanAsBlockedAndAsSend) {
  Parts parts;
  parts.timings = R"("blocked": 4.5, "dns": -1, "connect": -1, "ssl": -1, "send": 4.5,
                     "wait": 2, "receive": 3)";
  parts.time = "9.5";
  const Exchange exchange = read_one("WebKit Web Inspector", parts);
  EXPECT_EQ(exchange.time.blocked, 4.5);
  EXPECT_EQ(exchange.time.send, std::nullopt);
  EXPECT_EQ(exchange.time.total, 5.0);
}

TEST(HarDialect, MitmproxyKeepsTlsOutOfConnectAndTheCodedSizeAsContent) {
  Parts parts;
  parts.url = "https://a.test/a?b=1";
  parts.request_head = "80";
  parts.response_head = "90";
  parts.fields = kGzip;
  parts.response_body = "30";
  parts.content = R"("size": 30, "compression": 70)";
  parts.timings = R"("connect": 10, "ssl": 20, "send": 1, "wait": 2, "receive": 3)";
  const Exchange exchange = read_one("mitmproxy har_dump", parts);
  EXPECT_EQ(exchange.request->head_bytes, std::nullopt);
  expect_response(exchange, {}, 0, 30, 100);
  EXPECT_EQ(exchange.time.connect, 10.0);
  EXPECT_EQ(exchange.time.ssl, 20.0);
  EXPECT_EQ(exchange.time.total, 36.0);
}

// gzip of a few bytes is longer than they are: `compression` is below 0.
TEST(HarDialect, MitmproxysCodedSizeMayBeTheLargerOne) {
  Parts parts;
  parts.fields = kGzip;
  parts.response_body = "27";
  parts.content = R"("size": 27, "compression": -20)";
  expect_response(read_one("mitmproxy har_dump", parts), {}, 0, 27, 7);
  parts.content = R"("size": 27, "compression": -28)";  // no size is negative
  EXPECT_EQ(read_one("mitmproxy har_dump", parts).response->facts.content_bytes,
            std::nullopt);
}

TEST(HarDialect, ClientsWithOneDurationHaveNoPhases) {
  for (const char* creator : {"Insomnia REST Client", "Postman", "capture-har"}) {
    SCOPED_TRACE(creator);
    Parts parts;
    parts.request_head = parts.response_head = "-1";
    parts.timings = R"("blocked": -1, "dns": -1, "connect": -1, "send": 0,
                       "wait": 70.402, "receive": 0, "ssl": -1)";
    parts.time = "70.402";
    const Exchange exchange = read_one(creator, parts);
    EXPECT_EQ(exchange.time.send, std::nullopt);
    EXPECT_EQ(exchange.time.wait, std::nullopt);
    EXPECT_EQ(exchange.time.receive, std::nullopt);
    EXPECT_EQ(exchange.time.total, 70.402);
    expect_response(exchange, {}, 0, 5, 5);
  }
}

TEST(HarDialect, ProxiesAndConvertersThatRepeatTheDecodedSizeHaveNoEncodedOne) {
  for (const char* creator : {"Fiddler", "Charles Proxy", "Proxyman", "BrowserMob Proxy",
                              "WebPagetest", "pcap2har", "Firebug", "Internet Explorer",
                              "F12 Developer Tools", "Microsoft Edge", "some other"}) {
    SCOPED_TRACE(creator);
    Parts parts;
    parts.fields = kGzip;
    parts.response_head = "-1";
    const Exchange exchange = read_one(creator, parts);
    expect_response(exchange, {}, {}, {}, 5);
    EXPECT_TRUE(has_finding(exchange, "har_body_size_decoded"));
  }
}

TEST(HarDialect, WebPageTestPutsTheVersionElsewhere) {
  Parts parts;
  parts.version = "me:";
  parts.more = R"(, "_protocol": "HTTP/2")";
  EXPECT_EQ(read_one("WebPagetest", parts).protocol, "HTTP/2");
}

TEST(HarDialect, CapturerAndPuppeteerListOtherHeadersThanWereSent) {
  for (const char* creator : {"Chrome HAR Capturer", "puppeteer-har"}) {
    Parts parts;
    parts.request_head = "99";
    EXPECT_EQ(read_one(creator, parts).request->head_bytes, std::nullopt) << creator;
  }
}

TEST(HarDialect, NghttpNumbersStreams) {
  Parts parts;
  parts.version = "HTTP/2.0";
  parts.more = R"(, "connection": "13")";
  EXPECT_EQ(read_one("nghttp", parts).connection, std::nullopt);
  EXPECT_EQ(read_one("some other", parts).connection, 1u);
}

TEST(HarDialect, TheCreatorMayStandBehindTheEntries) {
  Parts parts;
  parts.request_head = "35";
  const HarPass pass = read_har_text(R"({"log": {"entries": [)" + entry_of(parts) +
                                     R"(], "creator": {"name": "WebInspector"}}})");
  ASSERT_EQ(pass.exchanges.size(), 1u);
  EXPECT_EQ(pass.exchanges.front().request->head_bytes, 37u);
  EXPECT_EQ(pass.capture.har->dialect, "Chrome DevTools");
}

TEST(HarIdentities, FailuresAreCountedWithTheirPlace) {
  Parts sound;
  sound.content += R"(, "compression": 0)";
  sound.transfer = "43";
  Parts bad;
  bad.content = R"("size": 5, "compression": 3)";
  bad.response_body = "4";
  bad.transfer = "43";
  bad.time = "99";
  const HarPass pass =
      read_har_text(har_file(entry_of(sound) + "," + entry_of(bad), "x"));
  ASSERT_EQ(pass.capture.har->checks.size(), 4u);
  for (const HarCheck& check : pass.capture.har->checks) {
    EXPECT_EQ(check.checked, 2u) << check.name;
    EXPECT_EQ(check.failed, 1u) << check.name;
    EXPECT_EQ(check.first_failed, 2u) << check.name;
  }
}

}  // namespace
}  // namespace capaudit
