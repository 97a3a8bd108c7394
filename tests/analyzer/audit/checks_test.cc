// SPDX-License-Identifier: Apache-2.0
// Every check: a comparison in which it must speak, and one as near to it as can be in
// which it must not.
#include <algorithm>
#include <set>

#include "tests/analyzer/audit/made_audit.h"

namespace capaudit {
namespace {

const Entry kA{"http://h.example/a", 10, kRows};
const Entry kB{"http://h.example/b", 10, kRows};

const std::string kWholeCapture = "run = \"capture\"\n";

std::string compared(const std::string& metric) {
  return "scenario = \"a\"\nmetric = \"" + metric +
         "\"\nrelative_to = \"b\"\nvalue = \"100%\"\n";
}

struct Case {
  const char* code;
  std::vector<Entry> unfair, fair;
  std::string claim = compared("content_bytes");
  std::string scenario = {};  ///< lines of both scenarios
};

template <class Change>
Entry with(Entry entry, Change change) {
  change(entry);
  return entry;
}

/// b in another address, after as many of a as there are.
std::vector<Entry> then_b(std::vector<Entry> entries) {
  entries.push_back(kB);
  return entries;
}

std::vector<Case> two_sides() {
  const auto as = [](const char* level) {
    return [level](Entry& e) { e.type += ";odata=" + std::string(level); };
  };
  const auto gzip = [](Entry& e) { e.coding = "gzip"; };
  const auto opens = [](Entry& e) { e.connect = 5; };
  const auto secret = [](Entry& e) { e.url.insert(4, "s"); };
  const auto revalidated = [](Entry& e) {
    e.status = 304;
    e.body = "";
  };
  const auto indented = [](Entry& e) {
    e.body = "[\n      {\n        \"n\":1\n      },\n      {\n        \"n\":2\n      }]";
  };
  const auto at = [](const char* address) {
    return [address](Entry& e) { e.server_ip = address; };
  };
  const Entry other{"http://h.example/b", 10, kOtherRows};
  return {
      {"runs_differ", {kA, kB, kB}, {kA, kB, kA, kB}},
      {"rows_differ", {kA, other}, {kA, kB}},
      {"tls_one_side", {kA, with(kB, secret)}, {with(kA, secret), with(kB, secret)}},
      {"cache_one_side",
       {kA, with(kB, revalidated)},
       {with(kA, revalidated), with(kB, revalidated)}},
      {"metadata_differs",
       {with(kA, as("minimalmetadata")), with(kB, as("fullmetadata"))},
       {with(kA, as("minimalmetadata")), with(kB, as("minimalmetadata"))}},
      {"pretty_printed",
       {kA, with(kB, indented)},
       {with(kA, indented), with(kB, indented)}},
      {"order_confounded", {kA, kA, kB, kB}, {kA, kB, kA, kB}},
      {"compressed_one_side", {kA, with(kB, gzip)}, {with(kA, gzip), with(kB, gzip)}},
      {"connections_differ", alternating(3, with(kA, opens), kB),
       alternating(3, with(kA, opens), with(kB, opens))},
      {"servers_differ",
       {with(kA, at("192.0.2.1")), with(kB, at("192.0.2.2"))},
       {with(kA, at("192.0.2.1")), with(kB, at("192.0.2.1"))}},
      {"servers_differ",
       {with(kA, at("192.0.2.1")), with(kA, at("192.0.2.3")), with(kB, at("192.0.2.1"))},
       {with(kA, at("192.0.2.1")), kB}},  // one side does not say: nothing is known
  };
}

std::vector<Case> one_side() {
  const auto call = [](Entry& e) {
    e.url = "http://h.example/a/gateway";
    e.amf_call = true;
    e.request_headers = {{"Referer", "http://h.example/a/page"}};
  };
  const Entry page{
      "http://h.example/a/page", 10, "<html><p>x</p></html>", 0, 200, "text/html"};
  const Entry amf = with(kA, call);
  const auto posts = [](const std::string& body) {
    return [body](Entry& e) { e.request_body = body; };
  };
  std::vector<Entry> far = alternating(6, kA, kB);
  for (std::size_t i = 0; i < 6; ++i) {
    far[2 * i].wait = 10.0 + static_cast<double>(i);
  }
  far.push_back(with(kA, [](Entry& e) { e.wait = 5000; }));
  const auto after = [](double pause, double wait) {
    return with(kA, [=](Entry& e) {
      e.pause_ms = pause;
      e.wait = wait;
    });
  };
  const std::string rate =
      "scenario = \"a\"\nmetric = \"messages_per_second\"\nop = \">\"\nvalue = \"1/s\"\n";
  const std::string total =
      "scenario = \"a\"\nmetric = \"total_time\"\nvalue = \"1 s\"\n";
  const std::string requests = "scenario = \"a\"\nmetric = \"requests\"\nvalue = ";
  const auto cut = [](Entry& e) { e.state = "cut_short"; };
  const auto refused = [](Entry& e) {
    e.state = "reset";
    e.status = 0;  // no answer began
  };
  return {
      {"single_run", {kA, kB}, {kA, kB, kA, kB}, compared("total_time")},
      {"outlier_mean", far, alternating(7, kA, kB), compared("total_time")},
      {"cold_against_warm", {page, amf, kB}, {amf, kB}},
      {"cold_against_warm",  // cold and warm calls mixed on one side
       then_b({page, amf, amf}), then_b({page, amf}), requests + "2\n"},
      {"requests_left_out", then_b({page, amf}), then_b({amf}), requests + "1\n"},
      {"payload_echo",
       {with(kA, posts(kRows)), kB},
       {with(kA, posts(kOtherRows)), kB},
       requests + "1\n"},
      {"coordinated_omission", then_b(std::vector<Entry>(22, after(2, 30))),
       then_b(std::vector<Entry>(22, after(30, 30))), rate, kWholeCapture},
      {"coordinated_omission",  // too few to tell
       then_b(std::vector<Entry>(22, after(9, 300))),
       then_b(std::vector<Entry>(19, after(9, 300))), rate, kWholeCapture},
      {"think_time_dominates", then_b({after(0, 100), after(400, 100)}),
       then_b({after(0, 400), after(100, 400)}), total, kWholeCapture},
      {"truncated_bodies", then_b({kA, with(kA, cut)}), then_b({kA, with(kA, refused)}),
       requests + "1\n"},
  };
}

class Checks : public MadeAudit {
 protected:
  void expect(const Case& one) {
    SCOPED_TRACE(one.code);
    write("made.har", har(one.unfair));
    judge_one(one.claim, one.scenario);
    const AuditFinding* const found = finding(one.code);
    ASSERT_NE(found, nullptr);
    EXPECT_FALSE(found->remedy.empty());
    EXPECT_EQ(found->claims, std::vector<std::string>{"c"});
    EXPECT_EQ(found->text.find("  "), std::string::npos) << found->text;
    write("made.har", har(one.fair));
    judge_one(one.claim, one.scenario);
    EXPECT_EQ(finding(one.code), nullptr) << finding(one.code)->text;
  }
};

TEST_F(Checks, OfTwoSidesSpeakWhereTheyDifferAndNotWhereBothAreSo) {
  for (const Case& one : two_sides()) {
    expect(one);
  }
}

TEST_F(Checks, OfOneSideSpeakWhereItIsSoAndNotNearIt) {
  for (const Case& one : one_side()) {
    expect(one);
  }
}

TEST_F(Checks, AreEachHeldToACase) {
  std::set<std::string_view> held;
  for (const auto& cases : {two_sides(), one_side()}) {
    for (const Case& one : cases) {
      held.insert(one.code);
    }
  }
  for (const CheckInfo& check : checks()) {
    EXPECT_EQ(held.count(check.code), 1u) << check.code;
  }
}

TEST_F(Checks, AFairComparisonIsFreeOfAll) {
  write("made.har", har(alternating(8, kA, kB)));
  judge_one(compared("content_bytes"));
  ASSERT_TRUE(outcome_.audit);
  for (const AuditFinding& one : outcome_.audit->findings) {
    ADD_FAILURE() << one.code << ": " << one.text;
  }
}

TEST_F(Checks, SayTheNumbersOfBothSides) {
  Entry gzip = kA;
  gzip.coding = "gzip";
  Entry empty = kA;
  empty.status = 204;
  empty.body = "";
  write("made.har", har({gzip, gzip, kA, empty, kB, kB}));
  judge_one(compared("content_bytes"));
  ASSERT_NE(finding("compressed_one_side"), nullptr);
  EXPECT_EQ(finding("compressed_one_side")->text,
            "2 of 3 answers of 'a' are compressed, of 'b' 0 of 2");
  EXPECT_EQ(finding("compressed_one_side")->exchanges, std::vector<std::uint32_t>{0});

  Entry one = kA, other = kA, far = kB;
  one.server_ip = "192.0.2.1";
  other.server_ip = "192.0.2.3";
  far.server_ip = "192.0.2.1";
  write("made.har", har({one, far, other, far}));
  judge_one(compared("content_bytes"));
  ASSERT_NE(finding("servers_differ"), nullptr);
  EXPECT_EQ(finding("servers_differ")->text,
            "'a' is served by 192.0.2.1:80, 192.0.2.3:80, 'b' by 192.0.2.1:80");
}

}  // namespace
}  // namespace capaudit
