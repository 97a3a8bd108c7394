// SPDX-License-Identifier: Apache-2.0
// Audits of packets with holes, ends and steps of the clock, and of very little data:
// what was not measured is never a pass, what is not whole never contradicts.
#include <algorithm>
#include <array>
#include <functional>

#include "tests/analyzer/audit/made_audit.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

constexpr std::size_t kBody = 4000;

struct Talk {
  std::size_t exchanges = 8;
  std::vector<std::size_t> holes = {};  ///< of these answers 1,000 bytes are not captured
  std::optional<std::size_t> cut;       ///< the capture ends in this answer
  bool midstream = false;
};

Conversation conversation_of(const Talk& talk) {
  Conversation out;
  out.open = talk.cut.has_value();
  out.midstream = talk.midstream;
  const auto say = [&out](Side side, Turn::Kind kind, std::string bytes) {
    out.turns.push_back({side, kind, std::move(bytes)});
  };
  for (std::size_t i = 0; i < talk.exchanges; ++i) {
    say(Side::client, Turn::Kind::data, "GET /a HTTP/1.1\r\nHost: h.example\r\n\r\n");
    say(Side::server, Turn::Kind::data,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " +
            std::to_string(kBody) + "\r\n\r\n" + std::string(1000, 'x'));
    if (talk.cut == i) {
      break;
    }
    const bool hole = std::count(talk.holes.begin(), talk.holes.end(), i) != 0;
    say(Side::server, hole ? Turn::Kind::missing : Turn::Kind::data,
        std::string(1000, 'y'));
    say(Side::server, Turn::Kind::data, std::string(kBody - 2000, 'z'));
  }
  return out;
}

std::vector<Frame> frames_of(const Talk& talk) {
  Random random(1);
  const Shape shape;
  return to_frames(travel(conversation_of(talk), shape, random), shape, random);
}

class Damage : public MadeAudit {
 protected:
  void record(const Talk& talk) { write("made.pcap", to_pcap(frames_of(talk))); }

  ClaimVerdict judge(const std::string& lines, const std::string& run = {}) {
    outcome_ =
        audit("[[scenario]]\nid = \"a\"\ncaptures = [\"made.pcap\"]\n" + run +
              "[[claim]]\nid = \"c\"\nsays = \"x\"\nscenario = \"a\"\nmetric = " + lines);
    if (!outcome_.audit) {
      ADD_FAILURE() << "no audit";
      return {};
    }
    return outcome_.audit->verdicts.at(0);
  }
  const Scenario& scenario() const { return outcome_.audit->scenarios.at(0).scenario; }
};

TEST_F(Damage, AnAnswerWithAHoleTakesPartInNoValue) {
  record({8, {2, 5}, std::nullopt});
  const ClaimVerdict verdict = judge("\"encoded_bytes\"\nvalue = \"4,000 bytes\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::supported);
  EXPECT_EQ(verdict.chosen.measured.n, 6u);
  EXPECT_EQ(verdict.chosen.measured.kind, IntervalKind::constant);
  EXPECT_EQ(scenario().damaged, (std::vector<std::uint32_t>{2, 5}));
  EXPECT_EQ(scenario().runs_left_out, 2u);
  EXPECT_EQ(verdict.exchanges, (std::vector<std::uint32_t>{0, 1, 3, 4, 6, 7}));
  ASSERT_NE(finding("truncated_bodies"), nullptr);
  EXPECT_NE(finding("truncated_bodies")->text.find("2 of 8 exchanges of 'a'"),
            std::string::npos);
  EXPECT_EQ(finding("truncated_bodies")->exchanges, scenario().damaged);
}

TEST_F(Damage, AnAnswerThatTheCaptureCutsTakesPartInNoValue) {
  record({8, {}, 7});
  const ClaimVerdict verdict = judge("\"encoded_bytes\"\nvalue = \"4,000 bytes\"\n");
  EXPECT_EQ(verdict.kind, VerdictKind::supported);
  EXPECT_EQ(verdict.chosen.measured.n, 7u);
  EXPECT_EQ(scenario().damaged, std::vector<std::uint32_t>{7});
  EXPECT_NE(finding("truncated_bodies"), nullptr);
}

TEST_F(Damage, TruncatedDataNeverContradict) {
  record({1, {}, 0});  // nothing but an answer that is cut
  for (const char* metric : {"encoded_bytes", "content_bytes", "total_time", "requests",
                             "transfer_time", "rows", "wire_bytes"}) {
    for (const char* claim : {"0", "1", "1000000000"}) {
      for (const char* op : {"=", "<", "<=", ">", ">="}) {
        SCOPED_TRACE(std::string(metric) + " " + op + " " + claim);
        const std::string unit =
            std::string(metric).find("bytes") != std::string::npos  ? " B"
            : std::string(metric).find("time") != std::string::npos ? " ms"
                                                                    : " requests";
        const ClaimVerdict verdict = judge("\"" + std::string(metric) + "\"\nvalue = \"" +
                                           claim + unit + "\"\nop = \"" + op + "\"\n");
        EXPECT_EQ(verdict.kind, VerdictKind::inconclusive);
        EXPECT_EQ(verdict.chosen.measured.n, 0u);
      }
    }
  }
}

TEST_F(Damage, ASumWithoutItsDamagedPartsIsNoValueEither) {
  record({8, {2}, std::nullopt});
  const std::string whole = "run = \"capture\"\n";
  EXPECT_EQ(judge("\"requests\"\nvalue = 7\n", whole).kind, VerdictKind::inconclusive);
  EXPECT_EQ(judge("\"requests\"\nvalue = 8\n", whole).kind, VerdictKind::inconclusive);
  const ClaimVerdict bytes = judge("\"encoded_bytes\"\nvalue = \"28,000 B\"\n", whole);
  EXPECT_EQ(bytes.kind, VerdictKind::inconclusive);
  EXPECT_NE(bytes.chosen.missing.find("lower bound"), std::string::npos);
}

TEST_F(Damage, ATimeAcrossAStepOfTheClockIsUnknown) {
  // Frame by frame: 3 of the handshake, then of each exchange one and its answer's; the
  // clock goes back by a minute inside the third exchange, and by another behind the
  // fifth.
  std::vector<Frame> frames = frames_of({8, {}, std::nullopt});
  std::vector<std::size_t> requests;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::string_view text = as_text(frames[i].bytes);
    if (text.find("GET /a") != std::string_view::npos) {
      requests.push_back(i);
    }
  }
  ASSERT_EQ(requests.size(), 8u);
  const auto back = [&frames](std::size_t from) {
    for (std::size_t i = from; i < frames.size(); ++i) {
      frames[i].time_ns -= 60'000'000'000;
    }
  };
  back(requests[2] + 1);
  back(requests[5]);
  write("made.pcap", to_pcap(frames));
  const ClaimVerdict verdict =
      judge("\"total_time\"\nvalue = \"1 s\"\nop = \"<=\"\ntolerance = \"1%\"\n");
  EXPECT_EQ(verdict.chosen.measured.n, 7u) << "without the third";
  EXPECT_GT(verdict.chosen.measured.low, 0);
  EXPECT_EQ(verdict.kind, VerdictKind::supported);
  EXPECT_EQ(verdict.reading.unknown_runs, 1u);
  EXPECT_EQ(verdict.reading.why_unknown, "the clock was set back meanwhile");
  // As one run there is no time at all, but the requests are counted.
  const std::string whole = "run = \"capture\"\n";
  for (const char* metric : {"total_time", "busy_time", "think_time"}) {
    for (const char* op : {"<=", ">="}) {
      const ClaimVerdict none = judge(
          "\"" + std::string(metric) + "\"\nop = \"" + op + "\"\nvalue = \"10 s\"\n",
          whole);
      EXPECT_EQ(none.kind, VerdictKind::inconclusive);
      EXPECT_EQ(none.chosen.measured.n, 0u);
    }
  }
  EXPECT_EQ(judge("\"messages_per_second\"\nop = \">=\"\nvalue = \"1/s\"\n", whole).kind,
            VerdictKind::inconclusive);
  EXPECT_EQ(judge("\"requests\"\nvalue = 8\n", whole).kind, VerdictKind::supported);
}

TEST_F(Damage, OneRunOfATimeDecidesNothingOneOfASizeDoes) {
  record({1, {}, std::nullopt});
  for (const char* lines :
       {"\"total_time\"\nvalue = \"0 s\"\n", "\"total_time\"\nvalue = \"9 s\"\n",
        "\"total_time\"\nvalue = \"9 s\"\nop = \"<\"\n"}) {
    const ClaimVerdict verdict = judge(lines);
    EXPECT_EQ(verdict.kind, VerdictKind::inconclusive) << lines;
    EXPECT_EQ(verdict.chosen.measured.n, 1u);
    EXPECT_NE(finding("single_run"), nullptr);
  }
  EXPECT_EQ(judge("\"encoded_bytes\"\nvalue = \"4,000 B\"\n").kind,
            VerdictKind::supported);
  EXPECT_EQ(judge("\"encoded_bytes\"\nvalue = \"4,001 B\"\n").kind,
            VerdictKind::contradicted);
}

TEST_F(Damage, AMissingMetricIsNeverAPass) {
  record({8, {}, std::nullopt, true});  // no handshake: the network's share is not known
  std::size_t missing = 0;
  for (const MetricInfo& metric : metric_table()) {
    for (const char* op : {"=", "<=", ">="}) {
      SCOPED_TRACE(std::string(metric.name) + " " + op);
      const std::string unit = metric.dimension == Dimension::bytes          ? "0 B"
                               : metric.dimension == Dimension::milliseconds ? "0 s"
                               : metric.dimension == Dimension::per_second   ? "0/s"
                                                                             : "0";
      const ClaimVerdict verdict =
          judge("\"" + std::string(metric.name) + "\"\nvalue = \"" + unit +
                "\"\nop = \"" + op + "\"\n");
      if (verdict.chosen.measured.n == 0) {
        ++missing;
        EXPECT_TRUE(verdict.kind == VerdictKind::inconclusive ||
                    verdict.kind == VerdictKind::not_observable);
        EXPECT_FALSE(verdict.chosen.missing.empty());
      }
    }
  }
  EXPECT_EQ(judge("\"server_time\"\nvalue = \"9 s\"\nop = \"<\"\n").kind,
            VerdictKind::inconclusive);
  EXPECT_GE(missing, 3u * 7) << "rows, server_time, engines, what no network shows";
}

class Little : public MadeAudit {
 protected:
  VerdictKind time_kind(double wait, const std::string& lines) {
    write("made.har", har(alternating(8, {"http://h.example/a", wait, "{}"},
                                      {"http://h.example/b"})));
    return judge_one("scenario = \"a\"\nmetric = \"total_time\"\n" + lines).kind;
  }
};

TEST_F(Little, AConstantIsItsOwnInterval) {
  EXPECT_EQ(time_kind(250, "value = \"250 ms\"\n"), VerdictKind::supported);
  const Estimate& constant = outcome_.audit->verdicts[0].chosen.measured;
  EXPECT_EQ(constant.kind, IntervalKind::constant);
  EXPECT_EQ(constant.n, 8u);
  EXPECT_EQ(constant.low, constant.high);
  EXPECT_EQ(time_kind(250, "value = \"250 ms\"\nop = \"<\"\n"), VerdictKind::inconclusive)
      << "on the border itself the printed digits decide nothing";
  EXPECT_EQ(time_kind(250, "value = \"250 ms\"\nop = \"<=\"\n"), VerdictKind::supported);
  EXPECT_EQ(time_kind(250, "value = \"240 ms\"\nop = \"<\"\n"),
            VerdictKind::contradicted);
}

/// "0 s" is below half a second by its digits, below 1 ms or 15.625 ms by the clocks of
/// its time: all of them, some, or none.
TEST_F(Little, ZeroIsBelowTheQuantumOfSomeClock) {
  struct Case {
    double wait;
    const char* value;
    VerdictKind kind;
    const char* reading;
  };
  const Case cases[] = {
      {0, "0 s", VerdictKind::supported, "below 1 ms"},
      {0.9, "0 s", VerdictKind::supported, "below 1 ms"},
      {15, "0 s", VerdictKind::supported_one_reading, "below 15.625 ms"},
      {16, "0 s", VerdictKind::supported_one_reading, "half a unit of its last digit"},
      {400, "0 s", VerdictKind::supported_one_reading, "half a unit of its last digit"},
      {600, "0 s", VerdictKind::contradicted, "half a unit of its last digit"},
      {40, "0.0 s", VerdictKind::supported_one_reading, "half a unit of its last digit"},
      {60, "0.0 s", VerdictKind::contradicted, "half a unit of its last digit"},
      {0, "0 ms", VerdictKind::supported, "half a unit of its last digit"},
      {0.75, "0 ms", VerdictKind::supported_one_reading, "below 1 ms"},
      {16, "0 ms", VerdictKind::contradicted, "below 15.625 ms"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(std::to_string(one.wait) + " ms, " + one.value);
    EXPECT_EQ(
        to_string(time_kind(one.wait, "value = \"" + std::string(one.value) + "\"\n")),
        to_string(one.kind));
    const ClaimVerdict& verdict = outcome_.audit->verdicts[0];
    EXPECT_NE(verdict.chosen.name.find(one.reading), std::string::npos)
        << verdict.chosen.name;
    EXPECT_EQ(verdict.reading.candidates.size(), 3u);
  }
  // A stated tolerance says what the 0 was meant to be.
  EXPECT_EQ(time_kind(15, "value = \"0 s\"\ntolerance = \"20 ms\"\n"),
            VerdictKind::supported);
  EXPECT_EQ(time_kind(600, "value = \"0 s\"\nop = \">\"\n"), VerdictKind::supported);
}

}  // namespace
}  // namespace capaudit
