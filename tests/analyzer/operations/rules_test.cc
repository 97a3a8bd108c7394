// SPDX-License-Identifier: Apache-2.0
// Groups worked out by hand, rule by rule: preflight, authentication, redirects, retries,
// ranges; with what must not be grouped.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/operations/made.h"

namespace capaudit {
namespace {

using Groups = std::vector<std::string>;

TEST(Single, RequestsThatNothingJoinsStayAlone) {
  Made made;
  made.get("http://a/1").get("http://a/1").add("POST", "http://a/2", 500);
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2", "single: 3"}));
}

TEST(Preflight, GoesWithTheRequestItAsksFor) {
  Made made;
  made.add("OPTIONS", "http://a/rows", 204)
      .asking("Origin", "http://b")
      .asking("Access-Control-Request-Method", "PUT");
  made.add("PUT", "http://a/rows", 200).asking("Origin", "http://b");
  made.add("PUT", "http://a/rows", 200).asking("Origin", "http://b");
  EXPECT_EQ(made.groups(), (Groups{"preflight: 1 preflight, 2", "single: 3"}));
}

TEST(Preflight, AnotherMethodOriginOrUrlIsNotWhatItAskedFor) {
  Made made;
  made.add("OPTIONS", "http://a/rows", 204)
      .asking("Origin", "http://b")
      .asking("Access-Control-Request-Method", "PUT");
  made.add("DELETE", "http://a/rows", 200).asking("Origin", "http://b");
  made.add("PUT", "http://a/rows", 200).asking("Origin", "http://c");
  made.add("PUT", "http://a/rows/1", 200).asking("Origin", "http://b");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2", "single: 3", "single: 4"}));
}

TEST(Authentication, TheSameRequestWithCredentialsGoesOn) {
  Made made;
  made.get("http://a/x?q=1", 401).answering("WWW-Authenticate", "Basic realm=x");
  made.get("http://a/x?q=1").asking("Authorization", "Basic AAAA");
  EXPECT_EQ(made.groups(), (Groups{"authentication: 1 challenge, 2"}));
}

TEST(Authentication, RoundsOfAHandshakeAreOneChain) {
  Made made;
  made.get("http://a/x", 401);
  made.get("http://a/x", 401).asking("Authorization", "NTLM AAAA");
  made.get("http://a/x").asking("Authorization", "NTLM BBBB");
  EXPECT_EQ(made.groups(), (Groups{"authentication: 1 challenge, 2 challenge, 3"}));
}

TEST(Authentication, ARefusalThatIsNotTriedAgainStaysAlone) {
  Made made;
  made.get("http://a/x", 401).answering("WWW-Authenticate", "Basic realm=x");
  made.get("http://a/x", 401);  // again, with no credentials
  made.get("http://a/y").asking("Authorization", "Basic AAAA");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2", "single: 3"}));
}

TEST(Authentication, AHarMayHaveLeftTheCredentialsOut) {
  Made made;
  for (const int status : {401, 401, 200}) {
    made.get("http://a/x", status);
    made.last().wire.packets = 0;
  }
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "authentication: 2 challenge, 3"}));
}

TEST(Redirect, InAHarThePhasesTellWhenTheAnswerBegan) {
  Made made;
  for (const double receive : {1.0, 40.0}) {  // answered after 40 ms, then after 1
    made.get("http://a/old", 302).answering("Location", "/new");
    Exchange& first = made.last();
    first.wire.packets = 0;
    first.response->first_ns.reset();
    first.time.total = 41;
    first.time.receive = receive;
    made.get("http://a/new");  // sent 10 ms after the one before
  }
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2", "redirect: 3 redirect, 4"}));
}

TEST(Redirect, FollowsLocationThroughEveryHop) {
  Made made;
  made.get("http://a/old", 301).answering("Location", "/older?x=%7e");
  made.get("http://a/older?x=~", 302).answering("Location", "//b/new#part");
  made.get("http://b/new").on(2);
  made.get("http://b/new").on(2);
  EXPECT_EQ(made.groups(), (Groups{"redirect: 1 redirect, 2 redirect, 3", "single: 4"}));
}

TEST(Redirect, AfterAPostTheNextIsAGetUnlessTheStatusForbids) {
  Made see_other;
  see_other.add("POST", "http://a/f", 303).answering("Location", "/done");
  see_other.get("http://a/done");
  EXPECT_EQ(see_other.groups(), (Groups{"redirect: 1 redirect, 2"}));
  Made temporary;
  temporary.add("POST", "http://a/f", 307).answering("Location", "/done");
  temporary.get("http://a/done");
  temporary.add("POST", "http://a/done", 200);
  EXPECT_EQ(temporary.groups(), (Groups{"redirect: 1 redirect, 3", "single: 2"}));
}

TEST(Redirect, ALoopIsOneOperationWithoutAnEnd) {
  Made made;
  for (int i = 0; i < 3; ++i) {
    made.get("http://a/1", 302).answering("Location", "/2");
    made.get("http://a/2", 302).answering("Location", "/1");
  }
  EXPECT_EQ(made.groups(),
            (Groups{"redirect open: 1 redirect, 2 redirect, 3 redirect, 4 redirect, "
                    "5 redirect, 6"}));
}

TEST(Redirect, ARequestSentBeforeTheAnswerDoesNotFollowIt) {
  Made made;
  made.get("http://a/old", 302).answering("Location", "/new").sent_at(10, 50);
  made.get("http://a/new").sent_at(20, 30).on(2);
  made.get("http://a/new").sent_at(60, 70).on(2);
  EXPECT_EQ(made.groups(), (Groups{"redirect: 1 redirect, 3", "single: 2"}));
}

TEST(Redirect, TwoUsersAtOnceKeepToThemselves) {
  Made made;
  made.get("http://a/old", 302).answering("Location", "/new").on(1).by("192.0.2.1");
  made.get("http://a/old", 302).answering("Location", "/new").on(2).by("192.0.2.7");
  made.get("http://a/new").on(2).by("192.0.2.7");
  made.get("http://a/new").on(1).by("192.0.2.1");
  EXPECT_EQ(made.groups(),
            (Groups{"redirect: 1 redirect, 4", "redirect: 2 redirect, 3"}));
}

Call message(const std::string& id) {
  Call call;
  call.name = "svc.get";
  call.message_id = id;
  return call;
}

TEST(Retry, TheSameMessageAgainIsTheSameCall) {
  Made made;
  made.add("POST", "http://a/gateway", 0)
      .as(Format::amf3, Format::amf3)
      .call(message("M1"));
  made.add("POST", "http://a/gateway", 200)
      .as(Format::amf3, Format::amf3)
      .call(message("M1"))
      .on(2);
  EXPECT_EQ(made.groups(), (Groups{"retry unknown: 1 failed_try, 2"}));
}

TEST(Retry, APostThatOnlyLooksTheSameIsAnotherCall) {
  Made made;
  made.add("POST", "http://a/gateway", 0);
  made.add("POST", "http://a/gateway", 200).on(2);
  made.add("POST", "http://a/gateway", 0).asking("Idempotency-Key", "k1").on(3);
  made.add("POST", "http://a/gateway", 200).asking("Idempotency-Key", "k1").on(4);
  EXPECT_EQ(made.groups(),
            (Groups{"single open: 1", "single: 2", "retry: 3 failed_try, 4"}));
}

TEST(Retry, AGetAgainOnAnotherConnectionIsInferred) {
  Made made;
  made.get("http://a/x", 0).on(1);
  made.get("http://a/x").on(2);
  made.get("http://a/y", 0).on(3);
  made.get("http://a/y").on(3);  // this connection did not fail
  EXPECT_EQ(made.groups(),
            (Groups{"retry inferred: 1 failed_try, 2", "single open: 3", "single: 4"}));
}

Made& range(Made& made, const std::string& url, const std::string& range,
            const std::string& etag = "\"v1\"") {
  return made.get(url, 206)
      .asking("Range", "bytes=...")
      .answering("Content-Range", "bytes " + range)
      .answering("ETag", etag);
}

TEST(Ranges, PiecesThatCoverTheObjectAreOneDownload) {
  Made made;
  range(made, "http://a/f", "0-99/300");
  range(made, "http://a/f", "200-299/300").on(2);
  range(made, "http://a/f", "100-199/300").on(3);
  range(made, "http://a/f", "0-99/300");
  EXPECT_EQ(made.groups(),
            (Groups{"ranges: 1 piece, 2 piece, 3 piece", "ranges open: 4 piece"}));
}

TEST(Ranges, AnotherVersionOrSizeIsAnotherObject) {
  Made made;
  range(made, "http://a/f", "0-99/300");
  range(made, "http://a/f", "100-299/300", "\"v2\"");
  range(made, "http://a/f", "100-199/200");
  range(made, "http://a/g", "100-299/300");
  EXPECT_EQ(made.groups(), (Groups{"ranges open: 1 piece", "ranges open: 2 piece",
                                   "ranges open: 3 piece", "ranges open: 4 piece"}));
}

TEST(Ranges, TwoDownloadsAtOnceKeepToTheirConnections) {
  Made made;
  range(made, "http://a/f", "0-99/200").on(1);
  range(made, "http://a/f", "0-99/200").on(2);
  range(made, "http://a/f", "100-199/200").on(1);
  range(made, "http://a/f", "100-199/200").on(2);
  EXPECT_EQ(made.groups(),
            (Groups{"ranges: 1 piece, 3 piece", "ranges: 2 piece, 4 piece"}));
}

TEST(LongPoll, EventsAndAmfStreamsAreHeld) {
  Made made;
  made.get("http://a/events");
  made.last().response->content_type = "text/event-stream";
  made.add("POST", "http://a/amf;jsessionid=1?command=open&version=1", 200);
  made.last().response->content_type = "application/x-amf";
  EXPECT_EQ(made.groups(), (Groups{"long_poll: 1 poll", "long_poll: 2 poll"}));
}

}  // namespace
}  // namespace capaudit
