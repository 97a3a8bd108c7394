// SPDX-License-Identifier: Apache-2.0
// A capture file that is cut off anywhere, or that has a byte flipped, never crashes or
// hangs the analysis; a cut loses no exchange that was whole before it.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/corpus.h"
#include "tests/support/expectation.h"
#include "tests/support/frames.h"
#include "tests/support/talk.h"

namespace capaudit {
namespace {

constexpr std::size_t kStep = 997;
constexpr std::size_t kFileHeader = 24;
constexpr std::size_t kRecordHeader = 16;

std::vector<Frame> sample_frames() {
  Random random(11);
  const Conversation talk = make_talk({.exchanges = 40, .max_body = 5000}, random);
  return to_frames(travel(talk, Shape(), random), Shape(), random);
}

TEST(CutCapture, KeepsEveryExchangeThatWasWholeBeforeTheCut) {
  const std::vector<Frame> frames = sample_frames();
  const Buffer file = to_pcap(frames);
  const Analysis all = analyzed(file);
  ASSERT_GE(all.exchanges.size(), 40u);
  for (std::size_t cut = kFileHeader; cut < file.size(); cut += kStep) {
    SCOPED_TRACE(cut);
    std::size_t whole_frames = 0;
    for (std::size_t end = kFileHeader; whole_frames < frames.size(); ++whole_frames) {
      end += kRecordHeader + frames[whole_frames].bytes.size();
      if (end > cut) {
        break;
      }
    }
    const Analysis some = analyzed(Bytes(file).first(cut));
    std::map<std::string, Exchange> found;
    for (const Exchange& exchange : some.exchanges) {
      found[exchange.url] = exchange;
    }
    for (const Exchange& exchange : all.exchanges) {
      // The last one may need the close behind it.
      if (exchange.response->last_frame < whole_frames &&
          exchange.request->last_frame < whole_frames &&
          &exchange != &all.exchanges.back()) {
        ASSERT_TRUE(found.contains(exchange.url)) << exchange.url.view();
        EXPECT_EQ(describe(found[exchange.url]), describe(exchange));
      }
    }
  }
}

// What an exchange shows of itself wherever its capture ends behind it.
std::string trace(const Exchange& exchange) {
  const auto half = [](const std::optional<Half>& part) {
    return part ? " " + std::to_string(part->first_frame) + "-" +
                      std::to_string(part->last_frame) + " " +
                      std::to_string(part->head_bytes.value_or(0)) + "+" +
                      std::to_string(part->framing_bytes.value_or(0)) + "+" +
                      std::to_string(part->encoded_bytes.value_or(0))
                : std::string(" -");
  };
  return std::to_string(exchange.connection.value_or(0)) + " " + exchange.method + " " +
         exchange.url + " " + std::to_string(exchange.status.value_or(0)) +
         half(exchange.request) + half(exchange.response);
}

// Every exchange of the whole capture that was complete within the packets that are left.
void expect_none_lost(const Analysis& whole, const Analysis& part) {
  std::multiset<std::string> found;
  for (const Exchange& exchange : part.exchanges) {
    found.insert(trace(exchange));
  }
  const std::uint64_t packets = part.captures.at(0).source.packets;
  for (const Exchange& exchange : whole.exchanges) {
    if (exchange.state == State::complete && exchange.request->last_frame <= packets &&
        exchange.response->last_frame <= packets) {
      EXPECT_TRUE(found.contains(trace(exchange))) << trace(exchange);
    }
  }
}

TEST(CutCapture, OfOtherPeopleNeverFailsNorLosesAnExchange) {
  const std::vector<std::filesystem::path> files = corpus_files("pcap", "");
  if (files.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  for (const std::filesystem::path& path : files) {
    SCOPED_TRACE(path.filename());
    const Buffer file = read_file(path);
    const Result<Analysis> whole = analyze({path.string()}, {});
    ASSERT_TRUE(whole.ok());
    for (std::size_t cut = kStep; cut < file.size(); cut += kStep) {
      SCOPED_TRACE(cut);
      const TemporaryFile part(Bytes(file).first(cut));
      const Result<Analysis> analysis = analyze({part.path()}, {});
      if (analysis.ok()) {
        expect_ledgers_sum_up(*analysis);
        expect_none_lost(*whole, *analysis);
      }
    }
  }
}

TEST(FlippedBytes, NeverFailTheAnalysisNorItsLedger) {
  const Buffer file = to_pcap(sample_frames());
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    Buffer damaged = file;
    for (std::uint64_t i = pick(random, 1, 20); i > 0; --i) {
      damaged[pick(random, kFileHeader, damaged.size() - 1)] ^=
          static_cast<std::uint8_t>(pick(random, 1, 255));
    }
    const TemporaryFile part(damaged);
    const Result<Analysis> analysis = analyze({part.path()}, {});
    if (analysis.ok()) {
      expect_ledgers_sum_up(*analysis);
    }
  }
}

}  // namespace
}  // namespace capaudit
