// SPDX-License-Identifier: Apache-2.0
// Operations and messages of the recorded sessions against what their clients logged.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/metrics/metric.h"
#include "tests/captures/expected.h"

namespace capaudit {
namespace {

std::optional<double> measured(const std::string& name, const Analysis& seen,
                               const std::vector<std::uint32_t>& exchanges) {
  const Measured value = measure(*find_metric(name), {seen, exchanges});
  EXPECT_TRUE(value.value.has_value()) << name << ": " << value.unknown;
  return value.value;
}

std::vector<std::uint32_t> all_of(const Analysis& seen) {
  std::vector<std::uint32_t> all(seen.exchanges.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::uint32_t>(i);
  }
  return all;
}

// A cold AMF call takes its page, a ping and the call; everything else one request.
TEST(Operations, CensusColdCallsAreThreeRequestsAndAllOthersOne) {
  for (const ExpectedCapture& told : read_expected("census")) {
    SCOPED_TRACE(told.name);
    const Analysis& seen = analyze_capture("census", told.name);
    const std::vector<ExpectedExchange> logged = matched(seen, told);
    std::uint64_t cold = 0;
    for (const Operation& operation : seen.operations) {
      SCOPED_TRACE(operation_id(seen, operation));
      EXPECT_TRUE(operation.complete);
      std::uint64_t sent = 0;
      std::uint64_t received = 0;
      for (const Part& part : operation.parts) {
        const ExpectedExchange& each = logged[part.exchange];
        EXPECT_EQ(each.step, logged[operation.anchor].step);
        sent += each.request.total_bytes;
        received += each.response->total_bytes;
      }
      const bool is_cold = logged[operation.anchor].step == "amf cold";
      cold += is_cold ? 1 : 0;
      EXPECT_EQ(operation.parts.size(), is_cold ? 3u : 1u);
      EXPECT_EQ(operation.kind,
                is_cold ? OperationKind::amf_handshake : OperationKind::single);
      EXPECT_EQ(operation.start == Start::cold, is_cold);
      EXPECT_EQ(exchanges_of(operation, false).size(), 1u);
      // Bytes and times include all of them.
      const std::vector<std::uint32_t> parts = exchanges_of(operation, true);
      EXPECT_EQ(measured("request_bytes", seen, parts), static_cast<double>(sent));
      EXPECT_EQ(measured("response_bytes", seen, parts), static_cast<double>(received));
      double busy = 0;
      for (const std::uint32_t part : parts) {
        busy += *seen.exchanges[part].time.total;
      }
      EXPECT_NEAR(*measured("busy_time", seen, parts), busy, 1e-3);
      EXPECT_GE(*measured("total_time", seen, parts), busy - 1e-3);
    }
    const auto calls = std::count_if(
        logged.begin(), logged.end(),
        [](const ExpectedExchange& each) { return each.step == "amf cold"; });
    EXPECT_EQ(cold * 3, static_cast<std::uint64_t>(calls));
  }
}

TEST(Operations, AzurePullsAreTheClientsOwn) {
  for (const ExpectedCapture& told : read_expected("azure")) {
    SCOPED_TRACE(told.name);
    const Analysis& seen = analyze_capture("azure", told.name);
    const std::vector<ExpectedExchange> logged = matched(seen, told);
    std::vector<ExpectedOperation> operations;
    for (const Operation& operation : seen.operations) {
      const ExpectedExchange& anchor = logged[operation.anchor];
      for (const Part& part : operation.parts) {
        EXPECT_EQ(logged[part.exchange].step, anchor.step);
        EXPECT_EQ(logged[part.exchange].run, anchor.run);
      }
      EXPECT_TRUE(operation.complete);
      EXPECT_FALSE(operation.inferred);
      const std::vector<std::uint32_t> parts = exchanges_of(operation, true);
      EXPECT_EQ(measured("rows", seen, parts), 8100);
      operations.push_back({anchor.step, anchor.run, parts.size()});
    }
    std::vector<ExpectedOperation> expected = told.operations;
    std::sort(operations.begin(), operations.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(operations.size(), expected.size());
    EXPECT_TRUE(operations == expected);
  }
}

TEST(Operations, MessagesSentAndUnansweredAreTheClientsOwn) {
  for (const std::string folder : {"census", "cometd", "remoting"}) {
    for (const ExpectedCapture& told : read_expected(folder)) {
      SCOPED_TRACE(told.name);
      const Analysis& seen = analyze_capture(folder, told.name);
      // Only the messages of packets and batches are logged, not pages and scripts.
      std::vector<std::uint32_t> exchanges = all_of(seen);
      std::erase_if(exchanges, [&seen](std::uint32_t index) {
        return seen.exchanges[index].request->facts.format == Format::empty;
      });
      ASSERT_TRUE(told.messages_sent.has_value());
      EXPECT_EQ(measured("messages", seen, exchanges),
                static_cast<double>(*told.messages_sent));
      EXPECT_EQ(measured("unanswered", seen, exchanges),
                static_cast<double>(told.unanswered.value_or(0)));
    }
  }
}

}  // namespace
}  // namespace capaudit
