// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger.h"

namespace capaudit {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, kFates> kNames = {
    "exchange",       "tunnel",      "junk",           "not_http",    "undecryptable",
    "retransmission", "duplicate",   "outside_window", "tcp_control", "layer_headers",
    "padding",        "fragments",   "not_tcp",        "not_ip",      "unsupported",
    "malformed",      "snaplen_cut",
};

}  // namespace

std::string_view to_string(Fate fate) {
  return kNames[static_cast<std::size_t>(fate)];
}

Ledger& Ledger::operator+=(const Ledger& other) {
  for (std::size_t i = 0; i < kFates; ++i) {
    bytes[i] += other.bytes[i];
  }
  wire_bytes += other.wire_bytes;
  return *this;
}

Ledger& Ledger::operator-=(const Ledger& part) {
  for (std::size_t i = 0; i < kFates; ++i) {
    bytes[i] -= part.bytes[i];
  }
  wire_bytes -= part.wire_bytes;
  return *this;
}

}  // namespace capaudit
