// SPDX-License-Identifier: Apache-2.0
// A capture file that is cut off anywhere, or that has a byte flipped, never crashes or
// hangs the analysis; a cut loses no exchange that was whole before it.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
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
        ASSERT_TRUE(found.contains(exchange.url)) << exchange.url;
        EXPECT_EQ(describe(found[exchange.url]), describe(exchange));
      }
    }
  }
}

TEST(CutCapture, OfOtherPeopleNeverFails) {
  const std::vector<std::filesystem::path> files = corpus_files("pcap", "");
  if (files.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  for (const std::filesystem::path& path : files) {
    SCOPED_TRACE(path.filename());
    const Buffer file = read_file(path);
    // Some 12 cuts of each file, at multiples of a prime so that they fall anywhere.
    const std::size_t step = kStep * std::max<std::size_t>(1, file.size() / kStep / 12);
    for (std::size_t cut = kStep; cut < std::min<std::size_t>(file.size(), 1 << 20);
         cut += step) {
      SCOPED_TRACE(cut);
      const TemporaryFile part(Bytes(file).first(cut));
      const Result<Analysis> analysis = analyze({part.path()}, {});
      if (analysis.ok()) {
        expect_ledgers_sum_up(*analysis);
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
