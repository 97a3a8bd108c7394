// SPDX-License-Identifier: Apache-2.0
// At a glance: the figures one asks for first.
#include <set>
#include <utility>

#include "reports/numbers.h"
#include "reports/page/answers.h"
#include "reports/page/build.h"
#include "reports/page/evidence.h"
#include "reports/page/groups.h"

namespace capaudit {
namespace {

std::string unknown_note(const KnownSum& sum) {
  return sum.unknown == 0 ? std::string()
                          : ", " + grouped(sum.unknown) + " of " +
                                grouped(sum.known + sum.unknown) + " unknown";
}

Card exchanges_card(const Group& all) {
  Card card{"Exchanges", grouped(all.exchanges), "all complete", Tone::good};
  if (all.exchanges == 0) {
    card.note = "no HTTP/1 was found";
    card.tone = Tone::warning;
  } else if (all.complete != all.exchanges) {
    card.note = grouped(all.complete) + " complete, " +
                grouped(all.exchanges - all.complete) + " not";
    card.tone = Tone::warning;
  }
  return card;
}

Card hosts_card(const ReportInput& input) {
  std::set<std::string> hosts;
  for (const Exchange* exchange : input.exchanges) {
    hosts.insert(host_key(*exchange));
  }
  std::uint64_t connections = 0;
  for (const Capture& capture : input.analysis.captures) {
    connections += capture.connections.size();
  }
  return {
      "Hosts", grouped(std::uint64_t{hosts.size()}),
      grouped(connections) + (connections == 1 ? " TCP connection" : " TCP connections"),
      Tone::plain};
}

Card encoded_card(const Group& all) {
  const KnownSum& sum = all.response_encoded;
  if (sum.known == 0) {
    return {"Response bodies, as sent", "unknown",
            grouped(sum.unknown) + " of " + grouped(sum.unknown) + " unknown",
            Tone::plain};
  }
  return {"Response bodies, as sent", short_bytes(sum.bytes),
          grouped(sum.bytes) + " bytes" + unknown_note(sum), Tone::plain};
}

Card decoded_card(const Group& all) {
  const KnownSum& sum = all.response_content;
  if (sum.known == 0) {
    return {"Response bodies, decoded", "unknown",
            grouped(sum.unknown) + " of " + grouped(sum.unknown) + " unknown",
            Tone::plain};
  }
  return {"Response bodies, decoded", short_bytes(sum.bytes),
          grouped(sum.bytes) + " bytes" + unknown_note(sum), Tone::plain};
}

Card time_card(const Group& all) {
  const auto total = distribution_of(all.total);
  if (!total) {
    return {"Median time of an exchange", "unknown", "no exchange shows both ends",
            Tone::plain};
  }
  return {"Median time of an exchange", short_ms(total->median),
          "from " + short_ms(total->least) + " to " + short_ms(total->most) +
              ", n = " + grouped(std::uint64_t{total->n}),
          Tone::plain};
}

Card wire_card(const ReportInput& input) {
  std::uint64_t bytes = 0;
  std::uint64_t packets = 0;
  std::uint64_t hars = 0;
  for (const Capture& capture : input.analysis.captures) {
    bytes += capture.source.wire_bytes;
    packets += capture.source.packets;
    hars += capture.har ? 1u : 0u;
  }
  if (hars == input.analysis.captures.size()) {
    return {"On the wire", std::string(kUnknown), "a HAR holds no packets", Tone::plain};
  }
  return {"On the wire", short_bytes(bytes),
          grouped(bytes) + " bytes in " + counted(packets, "packet"), Tone::plain};
}

/// From the first to the last packet of each capture; several are added up.
Card duration_card(const ReportInput& input) {
  std::int64_t ns = 0;
  for (const Capture& capture : input.analysis.captures) {
    if (!capture.first_ns || !capture.last_ns) {
      return {"Recorded", std::string(kUnknown), "a capture has no clock", Tone::plain};
    }
    ns += *capture.last_ns - *capture.first_ns;
  }
  return {"Recorded", short_ms(static_cast<double>(ns) / 1e6),
          "in " + counted(input.analysis.captures.size(), "capture"), Tone::plain};
}

Card evidence_card(const ReportInput& input) {
  const Grade grade = grade_of(input, evidence_of(input));
  return {"Evidence", std::string("grade ") + grade.letter, std::string(grade.meaning),
          grade.tone, "checks"};
}

}  // namespace

Section summary_section(const ReportInput& input) {
  const Group all = total_of(input.exchanges);
  Section section{"summary", "At a glance", {}};
  section.blocks.push_back(Cards{
      {exchanges_card(all), encoded_card(all), decoded_card(all), time_card(all),
       hosts_card(input), wire_card(input), duration_card(input), evidence_card(input)}});
  Answers answers = first_answers(input);
  if (!answers.answers.empty()) {
    section.blocks.emplace_back(std::move(answers));
  }
  return section;
}

}  // namespace capaudit
