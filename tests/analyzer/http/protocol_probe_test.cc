// SPDX-License-Identifier: Apache-2.0
// TLS by RFC 8446 5.1 and RFC 5246 6.2.1, HTTP/2 by RFC 9113 3.4, told from any pieces.
#include "analyzer/http/protocol_probe.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

using Verdict = ProtocolProbe::Verdict;

struct Case {
  const char* name;
  std::string bytes;
  Verdict verdict;
};

const Case kCases[] = {
    {"ClientHello", std::string("\x16\x03\x01\x02\x00\x01", 6), Verdict::tls},
    {"alert", std::string("\x15\x03\x03\x00\x02", 5), Verdict::tls},
    {"application data", std::string("\x17\x03\x03\x00\x20", 5), Verdict::tls},
    {"a record of no version there is", "\x16\x03\x05 ", Verdict::other},
    {"another first byte", std::string("\x18\x03\x03\x00", 4), Verdict::other},
    {"two bytes of a record", "\x16\x03", Verdict::undecided},
    {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Verdict::http2},
    {"a preface cut off", "PRI * HTTP/2.", Verdict::undecided},
    {"nearly a preface", "PRI * HTTP/2.1", Verdict::other},
    {"text", "220 ready", Verdict::other},
    {"nothing", "", Verdict::undecided},
};

TEST(ProtocolProbe, TellsAProtocolByItsFirstBytes) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    ProtocolProbe probe;
    EXPECT_EQ(probe.take(as_bytes(c.bytes)), c.verdict);
    EXPECT_EQ(probe.verdict(), c.verdict);
  }
}

TEST(ProtocolProbe, HoweverTheyAreCut) {
  for (const Case& c : kCases) {
    for (std::size_t cut = 0; cut <= c.bytes.size(); ++cut) {
      SCOPED_TRACE(c.name + std::string(" at ") + std::to_string(cut));
      ProtocolProbe probe;
      probe.take(as_bytes(std::string_view(c.bytes).substr(0, cut)));
      EXPECT_EQ(probe.take(as_bytes(std::string_view(c.bytes).substr(cut))), c.verdict);
    }
  }
}

TEST(ProtocolProbe, StaysWithItsVerdictUntilItIsRestarted) {
  ProtocolProbe probe;
  probe.take(as_bytes("text"));
  EXPECT_EQ(probe.take(as_bytes("PRI * HTTP/2.0")), Verdict::other);
  probe.restart();
  EXPECT_EQ(probe.verdict(), Verdict::undecided);
  EXPECT_EQ(probe.take(as_bytes("PRI * HTTP/2.0")), Verdict::http2);
}

}  // namespace
}  // namespace capaudit
