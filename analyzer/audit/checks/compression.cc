// SPDX-License-Identifier: Apache-2.0
// One side of a comparison travels compressed, the other does not: then coding is
// compared, not format.
#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool has_body(const Exchange& exchange) {
  return exchange.response && exchange.response->encoded_bytes.value_or(0) != 0;
}

bool is_compressed(const Exchange& exchange) {
  return has_body(exchange) && !exchange.response->codings.empty();
}

/// Of the answers that have a body.
struct Compressed {
  std::size_t so = 0, all = 0;
  bool most() const { return 2 * so > all; }
  std::string text() const { return std::to_string(so) + " of " + std::to_string(all); }
};

Compressed compressed_of(const CheckInput& input, const Scenario& scenario) {
  Compressed out;
  for (const Run& run : scenario.runs) {
    for (const std::uint32_t index : run.calls_only) {
      out.all += has_body(input.exchange(index)) ? 1u : 0u;
      out.so += is_compressed(input.exchange(index)) ? 1u : 0u;
    }
  }
  return out;
}

}  // namespace

std::vector<AuditFinding> check_compression(const CheckInput& input) {
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const Compressed first = compressed_of(input, pair.first);
    const Compressed second = compressed_of(input, pair.second);
    if (first.all != 0 && second.all != 0 && first.most() != second.most()) {
      AuditFinding finding =
          about(pair, first.text() + " answers of '" + pair.first.spec->id +
                          "' are compressed, of '" + pair.second.spec->id + "' " +
                          second.text());
      finding.exchanges =
          input.example(first.most() ? pair.first : pair.second, is_compressed);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
