// SPDX-License-Identifier: Apache-2.0
// Packets written as HAR and read again: the same figures wherever HAR has a field.
#include <string>

#include <gtest/gtest.h>

#include "reports/list/list.h"
#include "tests/support/analyzed.h"
#include "tests/support/corpus.h"

namespace capaudit {
namespace {

class Text final : public Output {
 public:
  const std::string& text() {
    flush();
    return text_;
  }

 private:
  bool drain(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }
  std::string text_;
};

Analysis read(const std::string& path) {
  AnalyzeOptions options;
  options.keep_heads = std::uint64_t{64} << 10;
  Result<Analysis> analysis = analyze({path}, options);
  EXPECT_TRUE(analysis.ok()) << path;
  return analysis ? *std::move(analysis) : Analysis();
}

std::string as_har(const Analysis& analysis) {
  Text out;
  write_list_har(select(analysis, {}), Redactor(RedactMode::off), {}, out);
  return out.text();
}

void expect_same(const Exchange& a, const Exchange& b) {
  EXPECT_EQ(a.method, b.method);
  EXPECT_EQ(a.url, b.url);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.protocol, b.protocol);
  EXPECT_EQ(a.server, b.server);
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.time.start_ns, b.time.start_ns);
  EXPECT_EQ(a.time.connect, b.time.connect);
  EXPECT_EQ(a.time.send, b.time.send);
  EXPECT_EQ(a.time.wait, b.time.wait);
  EXPECT_EQ(a.time.receive, b.time.receive);
  for (const auto& [x, y] :
       {std::pair(&a.request, &b.request), std::pair(&a.response, &b.response)}) {
    ASSERT_EQ(x->has_value(), y->has_value());
    if (*x) {
      EXPECT_EQ((*x)->head_bytes, (*y)->head_bytes);
      EXPECT_EQ((*x)->encoded_bytes, (*y)->encoded_bytes);
      EXPECT_EQ((*x)->facts.content_bytes, (*y)->facts.content_bytes);
      EXPECT_EQ((*x)->codings, (*y)->codings);
    }
  }
}

TEST(HarRoundTrip, PacketsAsHarGiveTheSameFigures) {
  for (const char* capture :
       {"census/plain.pcapng", "cometd/faye.pcapng", "browser/session.pcapng"}) {
    const std::filesystem::path path = source_root() / "captures" / capture;
    SCOPED_TRACE(capture);
    const Analysis packets = read(path.string());
    const TemporaryFile file(as_bytes(as_har(packets)), ".har");
    const Analysis har = read(file.path());
    ASSERT_EQ(har.exchanges.size(), packets.exchanges.size());
    for (std::size_t i = 0; i < har.exchanges.size(); ++i) {
      SCOPED_TRACE(i);
      expect_same(packets.exchanges[i], har.exchanges[i]);
      if (::testing::Test::HasFailure()) {
        return;
      }
    }
    const TemporaryFile again(as_bytes(as_har(har)), ".har");
    const Analysis second = read(again.path());
    ASSERT_EQ(second.exchanges.size(), har.exchanges.size());
    for (std::size_t i = 0; i < har.exchanges.size(); ++i) {
      expect_same(har.exchanges[i], second.exchanges[i]);
    }
  }
}

}  // namespace
}  // namespace capaudit
