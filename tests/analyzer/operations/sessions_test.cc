// SPDX-License-Identifier: Apache-2.0
// Sessions of Flash and Bayeux clients worked out by hand: what the first call takes,
// what is attached once, what belongs to nobody.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/analyzer/operations/made.h"

namespace capaudit {
namespace {

using Groups = std::vector<std::string>;

constexpr const char* kGateway = "http://a/messagebroker/amf";

Call flex(CallKind kind, const std::string& name, const std::string& client) {
  Call call;
  call.kind = kind;
  call.name = name;
  call.client_id = client;
  return call;
}

Made& amf(Made& made, const std::string& url = kGateway) {
  return made.add("POST", url, 200).as(Format::amf3, Format::amf3);
}

/// A ping that makes `client` known.
Made& ping(Made& made, const std::string& client) {
  return amf(made)
      .call(flex(CallKind::command, "client ping", "nil"))
      .reply(flex(CallKind::result, "", client));
}

Made& rows(Made& made, const std::string& client, const std::string& url = kGateway) {
  return amf(made, url)
      .call(flex(CallKind::call, "census.getRows", client))
      .reply(flex(CallKind::result, "", ""));
}

TEST(AmfHandshake, PolicyFilePingAndCallAreThreeRequestsOfOneCall) {
  Made made;
  made.get("http://a/crossdomain.xml").as(Format::empty, Format::xml).on(2);
  ping(made, "C1");
  rows(made, "C1");
  rows(made, "C1");
  EXPECT_EQ(made.groups(),
            (Groups{"amf_handshake cold: 1 setup, 2 setup, 3", "single warm: 4"}));
}

TEST(AmfHandshake, TheRefererLeadsBackToSwfPageAndScript) {
  Made made;
  made.get("http://w/app/index.html#top").as(Format::empty, Format::html);
  made.get("http://w/app/objects.js")
      .as(Format::empty, Format::javascript)
      .asking("Referer", "http://w/app/index.html");
  made.get("http://w/app/style.css")
      .as(Format::empty, Format::css)
      .asking("Referer", "http://w/app/index.html");
  made.get("http://w/app/main.swf")
      .as(Format::empty, Format::swf)
      .asking("Referer", "http://w/app/index.html");
  ping(made, "C1").asking("Referer", "http://w/app/main.swf/[[DYNAMIC]]/1");
  rows(made, "C1").asking("Referer", "http://w/app/main.swf");
  EXPECT_EQ(
      made.groups(),
      (Groups{"amf_handshake cold: 1 setup, 2 setup, 4 setup, 5 setup, 6", "single: 3"}));
}

TEST(AmfHandshake, APageThatAskedForOtherDataFirstWasNotLoadedForTheCall) {
  Made made;
  made.get("http://w/app.html").as(Format::empty, Format::html);
  made.get("http://w/app.js")
      .as(Format::empty, Format::javascript)
      .asking("Referer", "http://w/app.html");
  made.get("http://w/rows.json")
      .as(Format::empty, Format::json)
      .asking("Referer", "http://w/app.html");
  ping(made, "C1").asking("Referer", "http://w/app.html");
  rows(made, "C1");
  made.get("http://w/wrapper.html").as(Format::empty, Format::html);
  ping(made, "C2").asking("Referer", "http://w/wrapper.html");
  rows(made, "C2");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "single: 2", "single: 3",
                                   "amf_handshake cold: 4 setup, 5",
                                   "amf_handshake cold: 6 setup, 7 setup, 8"}));
}

TEST(AmfHandshake, APageThatNoRefererNamesStaysAlone) {
  Made made;
  made.get("http://w/app/index.html").as(Format::empty, Format::html);
  ping(made, "C1").asking("Referer", "http://w/other.html");
  rows(made, "C1");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "amf_handshake cold: 2 setup, 3"}));
}

TEST(AmfHandshake, PingAndLoginGoWithTheNextCall) {
  Made made;
  ping(made, "C1");
  rows(made, "C1");  // refused, but a call
  amf(made)
      .call(flex(CallKind::command, "login", "C1"))
      .reply(flex(CallKind::result, "", ""));
  rows(made, "C1");
  amf(made).call(flex(CallKind::command, "logout", "C1"));
  rows(made, "C1");
  EXPECT_EQ(made.groups(),
            (Groups{"amf_handshake cold: 1 setup, 2", "amf_handshake cold: 3 setup, 4",
                    "single: 5", "single warm: 6"}));
}

TEST(AmfHandshake, TwoUsersAtOnceAreToldApartByTheirIds) {
  Made made;
  ping(made, "C1").on(1);
  ping(made, "C2").on(2);
  rows(made, "C2").on(2);
  rows(made, "C1").on(1);
  rows(made, "C2").on(1);  // connections do not matter
  EXPECT_EQ(made.groups(), (Groups{"amf_handshake cold: 1 setup, 4",
                                   "amf_handshake cold: 2 setup, 3", "single warm: 5"}));
}

TEST(AmfHandshake, ASessionInTheUrlIsTheSameEndpoint) {
  Made made;
  ping(made, "C1");
  rows(made, "C1", std::string(kGateway) + ";jsessionid=node0xyz.node0");
  EXPECT_EQ(made.groups(), (Groups{"amf_handshake cold: 1 setup, 2"}));
}

TEST(AmfHandshake, ADuplicateSessionCostsTwoMoreRequests) {
  Made made;
  ping(made, "C1");
  Call fault = flex(CallKind::fault, "", "");
  fault.fault_code = "Server.Processing.DuplicateSessionDetected";
  amf(made).call(flex(CallKind::call, "census.getRows", "C1")).reply(fault).on(2);
  ping(made, "C2").on(2);
  rows(made, "C2").on(2);
  EXPECT_EQ(made.groups(), (Groups{"amf_handshake cold: 1 setup, 2 setup, 3 setup, 4"}));
}

TEST(AmfHandshake, AClientThatWasThereBeforeIsOfUnknownStart) {
  Made made;
  rows(made, "C9");
  rows(made, "C9");
  EXPECT_EQ(made.groups(), (Groups{"single unknown: 1", "single warm: 2"}));
}

TEST(AmfHandshake, AHandshakeThatNoCallFollowsIsOpen) {
  Made made;
  made.get("http://a/crossdomain.xml").as(Format::empty, Format::xml);
  ping(made, "C1");
  EXPECT_EQ(made.groups(), (Groups{"amf_handshake open cold: 1 setup, 2 setup"}));
}

TEST(AmfHandshake, ThePolicyFileOfAnotherHostIsNotPartOfIt) {
  Made made;
  made.get("http://b/crossdomain.xml").as(Format::empty, Format::xml);
  ping(made, "C1");
  rows(made, "C1");
  EXPECT_EQ(made.groups(), (Groups{"single: 1", "amf_handshake cold: 2 setup, 3"}));
}

TEST(AmfHandshake, PollsAreNeverPartOfACall) {
  Made made;
  ping(made, "C1");
  amf(made).call(flex(CallKind::command, "poll", "C1"));
  rows(made, "C1");
  EXPECT_EQ(made.groups(),
            (Groups{"amf_handshake cold: 1 setup, 3", "long_poll: 2 poll"}));
}

TEST(Batch, MessagesInOnePacketAreOneOperation) {
  Made made;
  ping(made, "C1").call(flex(CallKind::call, "census.getRows", "nil"));
  rows(made, "C1").call(flex(CallKind::call, "echo.echoInt", "C1"));
  EXPECT_EQ(made.groups(), (Groups{"amf_handshake cold: 1", "batch warm: 2"}));
}

Call bayeux(const std::string& channel, const std::string& client) {
  return flex(channel.starts_with("/meta/") ? CallKind::command : CallKind::publish,
              channel, client);
}

Made& post(Made& made, const std::string& channel, const std::string& client) {
  return made.add("POST", "http://a/cometd", 200)
      .as(Format::bayeux, Format::bayeux)
      .call(bayeux(channel, client));
}

TEST(Bayeux, HandshakeFirstConnectAndSubscriptionsAreTheSession) {
  Made made;
  post(made, "/meta/handshake", "").reply(flex(CallKind::result, "", "B1"));
  post(made, "/meta/subscribe", "B1");
  post(made, "/meta/connect", "B1").on(2);
  post(made, "/meta/subscribe", "B1");
  post(made, "/meta/connect", "B1").on(2);
  post(made, "/meta/subscribe", "B1");
  post(made, "/news", "B1");
  EXPECT_EQ(made.groups(),
            (Groups{"bayeux_session cold: 1, 2, 3 poll, 4", "long_poll warm: 5 poll",
                    "single warm: 6", "single warm: 7"}));
}

TEST(Bayeux, AFirstConnectThatPublishesEndsTheHandshakeAndIsAPublication) {
  Made made;
  post(made, "/meta/handshake", "").reply(flex(CallKind::result, "", "B1"));
  post(made, "/meta/connect", "B1").call(bayeux("/news", "B1"));
  EXPECT_EQ(made.groups(), (Groups{"bayeux_session cold: 1", "batch warm: 2"}));
}

TEST(Bayeux, ClientsAreToldApartByTheirIds) {
  Made made;
  post(made, "/meta/handshake", "").reply(flex(CallKind::result, "", "B1"));
  post(made, "/meta/handshake", "").reply(flex(CallKind::result, "", "B2"));
  post(made, "/meta/connect", "B2");
  post(made, "/news", "B1");
  post(made, "/meta/connect", "B7");
  EXPECT_EQ(made.groups(),
            (Groups{"bayeux_session open cold: 1", "bayeux_session cold: 2, 3 poll",
                    "single warm: 4", "long_poll unknown: 5 poll"}));
}

}  // namespace
}  // namespace capaudit
