// SPDX-License-Identifier: Apache-2.0
// What holds for every conversation: however the network cuts, reorders, repeats and
// resends its bytes, the exchanges are the same; and whatever the capture lacks, no byte
// is invented and no response goes to a wrong request.
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/expectation.h"
#include "tests/support/frames.h"
#include "tests/support/talk.h"

namespace capaudit {
namespace {

using Described = std::map<std::string, std::string>;

// By URL: where pipelined requests overtake each other, the order in which their first
// bytes were captured changes.
std::map<std::string, Described> by_url(const Analysis& analysis) {
  std::map<std::string, Described> out;
  for (const Exchange& exchange : analysis.exchanges) {
    out[exchange.url] = describe(exchange);
  }
  return out;
}

void expect_equal_exchanges(const Analysis& calm, const Analysis& rough) {
  EXPECT_EQ(calm.exchanges.size(), rough.exchanges.size());
  std::map<std::string, Described> others = by_url(rough);
  for (const auto& [url, description] : by_url(calm)) {
    for (const auto& [key, value] : description) {
      EXPECT_EQ(value, others[url][key]) << key << " of " << url;
    }
  }
}

void expect_as_told(const Conversation& talk, const Analysis& analysis) {
  for (const std::string& difference : differences(talk.expected, analysis)) {
    ADD_FAILURE() << difference;
  }
}

TEST(Talks, GiveWhatWasSaid) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Conversation talk =
        make_talk({.exchanges = 8, .deceptive_bodies = true}, random);
    expect_as_told(talk, analyzed(capture_of(talk, Shape(), random)));
  }
}

struct Network {
  const char* name;
  Shape shape;
};

std::ostream& operator<<(std::ostream& out, const Network& network) {
  return out << network.name;
}

std::vector<Network> networks() {
  Shape cuts;
  cuts.random_cuts = true;
  cuts.max_segment = 300;
  Shape reordered = cuts;
  reordered.reorder_window = 6;
  Shape repeated = cuts;
  repeated.repeat_percent = 30;
  Shape resent = cuts;
  resent.resend_percent = 30;
  Shape lost = cuts;
  lost.lost_percent = 20;
  Shape copied = cuts;
  copied.copy_percent = 30;
  Shape wrapped = cuts;
  wrapped.client_isn = 0xffffffff - 40;
  wrapped.server_isn = 0xffffffff - 700;
  Shape half_way = cuts;
  half_way.client_isn = 0x7fffffff - 40;
  half_way.server_isn = 0x7fffffff - 700;
  Shape fragments;
  fragments.fragment = 256;
  Shape ipv6 = cuts;
  ipv6.ipv6 = true;
  Shape all = reordered;
  all.repeat_percent = all.resend_percent = all.lost_percent = all.copy_percent = 10;
  all.client_isn = 0xffffffff - 40;
  all.server_isn = 0xffffffff - 700;
  all.pad = true;
  Shape all_fragments = all;
  all_fragments.fragment = 64;
  Shape all_ipv6 = all_fragments;
  all_ipv6.ipv6 = true;
  return {{"cuts", cuts},
          {"reordered", reordered},
          {"repeated", repeated},
          {"resent", resent},
          {"lost_and_resent", lost},
          {"frames_twice", copied},
          {"sequence_wraps", wrapped},
          {"sequence_passes_half", half_way},
          {"ip_fragments", fragments},
          {"ipv6", ipv6},
          {"everything", all},
          {"everything_in_fragments", all_fragments},
          {"everything_in_ipv6_fragments", all_ipv6}};
}

class AnyNetwork : public testing::TestWithParam<Network> {};

TEST_P(AnyNetwork, GivesEqualExchanges) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Conversation talk =
        make_talk({.exchanges = 8, .deceptive_bodies = true}, random);
    Shape shape = GetParam().shape;
    const Analysis calm = analyzed(capture_of(talk, {.ipv6 = shape.ipv6}, random));
    const Analysis rough = analyzed(capture_of(talk, shape, random));
    expect_equal_exchanges(calm, rough);
  }
}

std::string network_name(const testing::TestParamInfo<Network>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Talks, AnyNetwork, testing::ValuesIn(networks()), network_name);

// The truth about a talk, by the number in its URLs.
class Truth {
 public:
  explicit Truth(const Conversation& talk) {
    Random random(1);
    const Analysis calm = analyzed(capture_of(talk, Shape(), random));
    expect_as_told(talk, calm);
    for (const Exchange& exchange : calm.exchanges) {
      exchanges_[id_in_url(exchange.url)] = exchange;
    }
  }

  /// What may be said of a talk whose capture has holes.
  void expect_nothing_invented(const Analysis& holey) const {
    std::map<std::string, int> requests;
    std::map<std::string, int> responses;
    for (const Exchange& exchange : holey.exchanges) {
      SCOPED_TRACE(exchange.method + " " + exchange.url + " " +
                   std::string(to_string(exchange.state)));
      const std::string asked = id_in_url(exchange.url);
      const std::string answered =
          exchange.response ? id_in_head(exchange.response->head) : std::string();
      if (exchange.url.empty()) {
        // Without its head nobody knows the host, so there is no URL.
        EXPECT_FALSE(exchange.request && exchange.request->whole);
      } else {
        ASSERT_TRUE(exchanges_.contains(asked));
        EXPECT_EQ(++requests[asked], 1);
        EXPECT_EQ(exchange.method, exchanges_.at(asked).method);
        expect_half(exchange.request, exchanges_.at(asked).request);
      }
      if (!answered.empty()) {
        ASSERT_TRUE(exchanges_.contains(answered));
        EXPECT_EQ(++responses[answered], 1);
        EXPECT_TRUE(exchange.url.empty() || asked == answered)
            << "the answer to " << answered;
        // Without its request nobody knows that a response answers HEAD.
        if (!exchange.method.empty() || exchanges_.at(answered).method != "HEAD") {
          expect_half(exchange.response, exchanges_.at(answered).response);
        }
      }
      expect_state(exchange);
    }
  }

 private:
  static void expect_at_most(const std::optional<std::uint64_t>& found,
                             const std::optional<std::uint64_t>& truth, bool whole) {
    if (found && whole) {
      EXPECT_EQ(found, truth);
    } else if (found) {
      EXPECT_LE(*found, *truth);
    }
  }

  static void expect_half(const std::optional<Half>& found,
                          const std::optional<Half>& truth) {
    ASSERT_TRUE(found && truth);
    expect_at_most(found->head_bytes, truth->head_bytes, found->whole);
    expect_at_most(found->framing_bytes, truth->framing_bytes, found->whole);
    expect_at_most(found->encoded_bytes, truth->encoded_bytes, found->whole);
    if (found->whole) {
      EXPECT_EQ(found->missing_bytes, 0u);
      EXPECT_EQ(found->facts.content_bytes, truth->facts.content_bytes);
    }
  }

  static void expect_state(const Exchange& exchange) {
    if (exchange.state == State::complete) {
      EXPECT_TRUE(exchange.request && exchange.request->whole);
      EXPECT_TRUE(exchange.response && exchange.response->whole);
    }
    const std::uint64_t missing =
        (exchange.request ? exchange.request->missing_bytes : 0) +
        (exchange.response ? exchange.response->missing_bytes : 0);
    if (missing > 0 && !exchange.method.empty()) {
      EXPECT_EQ(exchange.state, State::gap);
    }
  }

  std::map<std::string, Exchange> exchanges_;
};

Analysis analyzed_with_heads(const std::vector<WireSegment>& segments, const Shape& shape,
                             Random& random) {
  AnalyzeOptions options;
  options.keep_heads = 1 << 16;
  return analyzed(to_pcap(to_frames(segments, shape, random)), options);
}

TEST(DroppedSegments, AnySingleOneInventsNothing) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const Conversation talk = make_talk({.exchanges = 6, .max_body = 600}, random);
    const Truth truth(talk);
    Shape shape;
    shape.random_cuts = true;
    shape.max_segment = 400;
    std::vector<WireSegment> segments = travel(talk, shape, random);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      SCOPED_TRACE("talk " + std::to_string(seed) + ", segment " + std::to_string(i));
      segments[i].captured = false;
      truth.expect_nothing_invented(analyzed_with_heads(segments, shape, random));
      segments[i].captured = true;
    }
  }
}

TEST(DroppedSegments, AnySetOfThemInventsNothing) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Conversation talk = make_talk({.exchanges = 8, .max_body = 800}, random);
    const Truth truth(talk);
    Shape shape;
    shape.random_cuts = true;
    shape.max_segment = 500;
    shape.reorder_window = seed % 3 == 0 ? 3 : 0;
    shape.repeat_percent = seed % 4 == 0 ? 10 : 0;
    shape.lost_percent = seed % 5 == 0 ? 10 : 0;
    std::vector<WireSegment> segments = travel(talk, shape, random);
    const auto percent = static_cast<unsigned>(pick(random, 2, 60));
    for (WireSegment& segment : segments) {
      // A SYN or FIN takes a sequence number like a byte. Where it is not captured
      // nothing tells the acknowledgment of a FIN from that of one more byte, nor how
      // many requests came before the first one seen.
      const bool counts = (segment.flags & (kTcpSyn | kTcpFin)) != 0;
      segment.captured = counts || !chance(random, percent);
    }
    truth.expect_nothing_invented(analyzed_with_heads(segments, shape, random));
  }
}

TEST(DroppedSegments, TheFirstOnesInventNothing) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const Conversation talk =
        make_talk({.exchanges = 4, .max_body = 600, .pipelining = false}, random);
    const Truth truth(talk);
    Shape shape;
    shape.random_cuts = true;
    shape.max_segment = 400;
    std::vector<WireSegment> segments = travel(talk, shape, random);
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
      SCOPED_TRACE("talk " + std::to_string(seed) + ", after segment " +
                   std::to_string(i));
      segments[i].captured = false;
      truth.expect_nothing_invented(analyzed_with_heads(segments, shape, random));
    }
  }
}

TEST(DroppedSegments, AWholeSideInventsNothing) {
  for (const Side side : {Side::client, Side::server}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      const Conversation talk = make_talk({}, random);
      const Truth truth(talk);
      std::vector<WireSegment> segments = travel(talk, Shape(), random);
      for (WireSegment& segment : segments) {
        segment.captured = segment.side == side;
      }
      truth.expect_nothing_invented(analyzed_with_heads(segments, Shape(), random));
    }
  }
}

}  // namespace
}  // namespace capaudit
