// SPDX-License-Identifier: Apache-2.0
// One side is pretty-printed, the other compact: white space is compared.
#include <algorithm>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/checks/check.h"

namespace capaudit {
namespace {

bool is_space(unsigned char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

/// Share of bytes in runs of white space that hold a line end, of JSON and XML.
double indented(Bytes body) {
  std::size_t white = 0;
  for (std::size_t i = 0; i < body.size();) {
    std::size_t end = i;
    bool line = false;
    while (end < body.size() && is_space(body[end])) {
      line = line || body[end] == '\n';
      ++end;
    }
    white += line ? end - i : 0;
    i = end == i ? i + 1 : end;
  }
  return body.empty() ? 0 : static_cast<double>(white) / static_cast<double>(body.size());
}

}  // namespace

std::vector<AuditFinding> check_pretty(const CheckInput& input) {
  constexpr double kPretty = 0.08;
  constexpr double kCompact = 0.02;
  std::vector<AuditFinding> out;
  for (const Pair& pair : input.pairs()) {
    const ParsePayload& a = input.maker.payload_of(pair.first);
    const ParsePayload& b = input.maker.payload_of(pair.second);
    if (a.documents.empty() || b.documents.empty() || a.kind == PayloadKind::amf ||
        b.kind == PayloadKind::amf) {
      continue;
    }
    const double first = indented(a.documents.front().content);
    const double second = indented(b.documents.front().content);
    if ((first > kPretty && second < kCompact) ||
        (second > kPretty && first < kCompact)) {
      const Scenario& pretty = first > second ? pair.first : pair.second;
      out.push_back(about(
          pair, "'" + pretty.spec->id + "' is pretty-printed, " +
                    std::to_string(static_cast<int>(100 * std::max(first, second))) +
                    "% of its bytes are indentation; the other side is compact"));
    }
  }
  return out;
}

}  // namespace capaudit
