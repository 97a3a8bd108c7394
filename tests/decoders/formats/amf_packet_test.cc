// SPDX-License-Identifier: Apache-2.0
// AMF packets and streams (AMF0 specification, section 4), Flex messages by name.
#include "decoders/formats/amf_packet.h"

#include <gtest/gtest.h>

#include "decoders/formats/decode.h"
#include "tests/decoders/formats/amf_packets.h"
#include "tests/decoders/formats/render.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

using Names = std::vector<std::string>;
using Findings = std::vector<std::string_view>;

Hints amf(bool request = true) {
  Hints hints;
  hints.content_type = "application/x-amf";
  hints.is_request = request;
  return hints;
}

std::string member(const Tree& tree, std::initializer_list<std::string_view> path) {
  NodeId id = tree.root;
  for (const std::string_view name : path) {
    id = name == "0" ? tree.resolve(tree[id].first) : tree.find(id, name);
    if (id == kNoNode) {
      return "none";
    }
  }
  return render(tree, id);
}

TEST(AmfPacket, APingIsRead) {
  const Buffer body = from_hex(kPing);
  const Decoded decoded = decode(body, amf(), {});
  EXPECT_EQ(decoded.format, Format::amf3);
  EXPECT_EQ(decoded.messages, 1u);
  EXPECT_EQ(decoded.names, Names{"client ping"});
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_TRUE(decoded.findings.empty());
  EXPECT_EQ(member(decoded.tree, {"messages", "0", "response"}), "\"/1\"");
  EXPECT_EQ(member(decoded.tree, {"messages", "0", "value", "0", "operation"}), "5");
  EXPECT_EQ(member(decoded.tree, {"messages", "0", "value", "0", "messageId"}),
            "\"A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF\"");
  EXPECT_EQ(member(decoded.tree, {"messages", "0", "value", "0", "headers"}),
            "{DSMessagingVersion:1,DSId:\"nil\"}");
}

TEST(AmfPacket, ASmallAnswerSaysTheSameAsTheFullOne) {
  const Buffer small_body = from_hex(kPingAnswer);
  const Buffer full_body = from_hex(kPingAnswerFull);
  const Decoded small = decode(small_body, amf(false), {});
  const Decoded full = decode(full_body, amf(false), {});
  for (const Decoded* decoded : {&small, &full}) {
    EXPECT_EQ(decoded->format, Format::amf3);
    EXPECT_EQ(decoded->messages, 1u);
    EXPECT_TRUE(decoded->names.empty());
    EXPECT_FALSE(decoded->tree.error);
    const auto field = [decoded](std::string_view name) {
      return member(decoded->tree, {"messages", "0", "value", name});
    };
    EXPECT_EQ(field("clientId"), "\"0B0C0D0E-0F10-1112-1314-151617181920\"");
    EXPECT_EQ(field("correlationId"), "\"A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF\"");
    EXPECT_EQ(field("messageId"), "\"C0C1C2C3-C4C5-C6C7-C8C9-CACBCCCDCECF\"");
    EXPECT_EQ(field("timestamp"), "1000000000000");
    EXPECT_EQ(member(decoded->tree, {"messages", "0", "value", "headers", "DSId"}),
              "\"D0D1D2D3-D4D5-D6D7-D8D9-DADBDCDDDEDF\"");
  }
}

TEST(AmfPacket, ACallAndItsRowsAreRead) {
  const Buffer call_body = from_hex(kCall);
  const Decoded call = decode(call_body, amf(), {});
  EXPECT_EQ(call.names, Names{"svc.getRows"});
  EXPECT_EQ(member(call.tree, {"messages", "0", "value", "0", "body"}), "[2]");
  const Buffer answer_body = from_hex(kCallAnswer);
  const Decoded answer = decode(answer_body, amf(false), {});
  EXPECT_EQ(member(answer.tree, {"messages", "0", "value", "body"}),
            "flex.messaging.io.ArrayCollection{source:"
            "[E$Row{name:\"x\",id:1},E$Row{name:\"y\",id:2}]}");
}

TEST(AmfPacket, HeadersAreRead) {
  const Buffer body = from_hex(kAnswerWithHeader);
  const Decoded decoded = decode(body, amf(false), {});
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_EQ(member(decoded.tree, {"headers", "0", "name"}), "\"AppendToGatewayUrl\"");
  EXPECT_EQ(member(decoded.tree, {"headers", "0", "mustUnderstand"}), "1");
  EXPECT_EQ(member(decoded.tree, {"headers", "0", "value"}).substr(0, 13),
            "\";jsessionid=");
}

TEST(AmfPacket, EveryPrefixEndsEarly) {
  for (const std::string_view hex :
       {kPing, kPingAnswer, kPingAnswerFull, kCall, kCallAnswer, kAnswerWithHeader}) {
    const Buffer whole = from_hex(hex);
    for (std::size_t length = 1; length < whole.size(); ++length) {
      const Buffer cut(whole.begin(),
                       whole.begin() + static_cast<std::ptrdiff_t>(length));
      const Decoded decoded = decode(cut, amf(), {});
      ASSERT_TRUE(decoded.tree.error) << length;
      EXPECT_EQ(decoded.tree.error->code, ErrorCode::truncated) << length;
      EXPECT_FALSE(decoded.messages) << length;
    }
  }
}

TEST(AmfPacket, LengthsAreHints) {
  // Two classic calls of AMF0; the length of the first value is written in five ways.
  struct Case {
    const char* name;
    std::string length;
    Findings findings;
  };
  for (const Case& c : {
           Case{"exact", "0000000e", {}},
           Case{"unknown", "ffffffff", {}},
           Case{"1, as BlazeDS writes", "00000001", {}},
           Case{"0", "00000000", {}},
           Case{"wrong", "00000123", {"amf_length_differs"}},
       }) {
    SCOPED_TRACE(c.name);
    const Buffer body =
        from_hex("0000 0000 0002 0003 612e62 0002 2f31" + c.length +
                 "0a00000001 003ff0000000000000 0003 632e64 0002 2f32 00000001 05");
    const Decoded decoded = decode(body, amf(), {});
    EXPECT_EQ(decoded.format, Format::amf0);
    EXPECT_EQ(decoded.messages, 2u);
    EXPECT_EQ(decoded.names, (Names{"a.b", "c.d"}));
    EXPECT_EQ(decoded.findings, c.findings);
    EXPECT_FALSE(decoded.tree.error);
  }
}

TEST(AmfPacket, AfterAValueThatCannotBeReadTheNextMessageIs) {
  // The first value is an externalizable nobody knows, 8 bytes by its exact length.
  const Buffer body = from_hex(
      "0003 0000 0002 0003 612e62 0002 2f31 00000008 11 0a07 0358 010203 0003 632e64 "
      "0002 2f32"
      "00000001 05");
  const Decoded decoded = decode(body, amf(), {});
  EXPECT_EQ(decoded.messages, 2u);
  EXPECT_EQ(decoded.names, (Names{"a.b", "c.d"}));
  EXPECT_EQ(decoded.findings, Findings{"amf_value_skipped"});
  ASSERT_TRUE(decoded.tree.error);
  EXPECT_EQ(decoded.tree.error->code, ErrorCode::unsupported);
  EXPECT_EQ(member(decoded.tree, {"messages", "0", "value"}), "opaque(8)");
}

TEST(AmfPacket, EachMessageKnowsItsBytes) {
  const Buffer body = from_hex(kCall);
  const Decoded decoded = decode(body, amf(), {});
  const Tree& tree = decoded.tree;
  const NodeId message = tree[tree.find(tree.root, "messages")].first;
  EXPECT_EQ(tree[message].begin, 6u);
  EXPECT_EQ(tree[message].length, 274u);
  const NodeId value = tree.find(message, "value");
  EXPECT_EQ(tree[value].length, 0x104u);  // the length field of this packet is exact
}

TEST(AmfPacket, CommandsHaveWordsAndFaultsAreNoted) {
  struct Case {
    std::string operation;
    std::string words;
  };
  for (const Case& c : {
           Case{"00", "subscribe"},
           Case{"01", "unsubscribe"},
           Case{"02", "poll"},
           Case{"04", "client sync"},
           Case{"05", "client ping"},
           Case{"08", "login"},
           Case{"09", "logout"},
           Case{"0c", "disconnect"},
           Case{"0d", "trigger connect"},
           Case{"63", "command 99"},
       }) {
    // A DSC with nothing but its operation.
    const Buffer body = from_hex(
        "0003 0000 0001 0004 6e756c6c 0002 2f31 ffffffff 0a00000001 11 0a07 07445343 00 "
        "00 01 04" +
        c.operation);
    EXPECT_EQ(decode(body, amf(), {}).names, Names{c.words});
  }
  const Buffer fault =
      from_hex("0000 0000 0001 000b 2f312f6f6e537461747573 0000 ffffffff 05");
  const Decoded decoded = decode(fault, amf(false), {});
  EXPECT_EQ(decoded.findings, Findings{"amf_fault"});
  EXPECT_TRUE(decoded.names.empty());
}

TEST(AmfCalls, AnAnswerFindsItsCallById) {
  const Buffer call_body = from_hex(kCall);
  const Buffer answer_body = from_hex(kCallAnswer);
  const Decoded request = decode(call_body, amf(), {});
  const Decoded response = decode(answer_body, amf(false), {});
  ASSERT_EQ(request.calls.size(), 1u);
  const Call& call = request.calls[0];
  EXPECT_EQ(call.kind, CallKind::call);
  EXPECT_EQ(call.name, "svc.getRows");
  EXPECT_EQ(call.key, "/2");
  EXPECT_EQ(call.message_id, "B0B1B2B3-B4B5-B6B7-B8B9-BABBBCBDBEBF");
  EXPECT_EQ(call.client_id, "D0D1D2D3-D4D5-D6D7-D8D9-DADBDCDDDEDF");
  EXPECT_FALSE(call.small);
  const Call* const answer = find_answer(call, response.calls);
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->kind, CallKind::result);
  EXPECT_EQ(answer->correlation_id, call.message_id);
  EXPECT_TRUE(answer->small);
}

TEST(AmfCalls, BytesOfAPacketAreOfItsMessagesOrShared) {
  // Answers in another order than the calls; the first is a fault of AMF0.
  const Buffer body = from_hex(
      "0000 0000 0002 000b 2f322f6f6e537461747573 0000 ffffffff 03 0004636f6465 020003 "
      "4e2e46"
      "000009 000b 2f312f6f6e526573756c74 0000 ffffffff 05");
  const Decoded decoded = decode(body, amf(false), {});
  ASSERT_EQ(decoded.calls.size(), 2u);
  EXPECT_EQ(decoded.calls[0].kind, CallKind::fault);
  EXPECT_EQ(decoded.calls[0].fault_code, "N.F");
  EXPECT_EQ(decoded.calls[1].bytes, 20u);
  const CallBytes bytes = decoded.call_bytes();
  EXPECT_EQ(bytes.shared, 6u);
  EXPECT_EQ(bytes.own + bytes.shared, body.size());
  Call call;
  call.key = "/1";
  EXPECT_EQ(find_answer(call, decoded.calls), &decoded.calls[1]);
  call.key = "/3";
  EXPECT_EQ(find_answer(call, decoded.calls), nullptr);
}

TEST(AmfStream, PushedMessagesAreNamedBetweenHeartbeatsAndPadding) {
  // DSA to destination "d"; heartbeats are single zeros, padding is a chunk that begins
  // so.
  const std::string dsa = "0a07 07445341 04 0603 64 00";
  const Buffer body =
      from_hex("62 0d0a" + dsa + "0d0a 00 00 32 0d0a 0000 0d0a 62 0d0a" + dsa + "0d0a");
  const Decoded decoded = decode(body, amf(false), {});
  EXPECT_EQ(decoded.format, Format::amf3);
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_EQ(decoded.names, (Names{"d", "d"}));
  EXPECT_EQ(decoded.findings, Findings{"amf_stream"});
  for (std::size_t cut : {5U, 9U}) {
    const Buffer start(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(cut));
    const Decoded partial = decode(start, amf(false), {});
    ASSERT_TRUE(partial.tree.error);
    EXPECT_EQ(partial.tree.error->code, ErrorCode::truncated);
  }
}

// A class whose name is a string that was not sent: there is no value, and no call of its
// bytes. Found by fuzzing.
TEST(AmfStream, AValueThatDoesNotBeginIsNoCall) {
  const Decoded decoded =
      decode(from_hex("62 0d0a 0a0700 0032 0d0a 0000 0d0a"), amf(false), {});
  ASSERT_TRUE(decoded.tree.error);
  EXPECT_EQ(decoded.tree.error->code, ErrorCode::malformed);
  EXPECT_EQ(decoded.tree.error->offset, 5u);
  EXPECT_TRUE(decoded.calls.empty());
}

}  // namespace
}  // namespace capaudit
