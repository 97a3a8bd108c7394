// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/dissector.h"

#include <array>
#include <string>
#include <utility>

#include "analyzer/flow/link/layers.h"
#include "analyzer/flow/link/walk.h"

namespace capaudit {
namespace {

constexpr std::size_t kMaxLinkTypesTold = 16;

}  // namespace

struct Dissector::State {
  State(const DissectOptions& options, Ledger& ledger) : bench(options, ledger) {}

  void unknown_link_type(std::uint32_t number);

  Bench bench;
  std::uint32_t last_number = 0;
  const LinkType* last_type = nullptr;  ///< of last_number; nullptr at first
  std::vector<std::pair<std::uint32_t, Finding>> unknown;
};

void Dissector::State::unknown_link_type(std::uint32_t number) {
  ++bench.counts.unsupported;
  for (std::pair<std::uint32_t, Finding>& known : unknown) {
    if (known.first == number) {
      ++known.second.count;
      return;
    }
  }
  if (unknown.size() == kMaxLinkTypesTold) {
    ++unknown.back().second.count;
    return;
  }
  Finding finding;
  finding.code = "unsupported_link_type";
  finding.severity = Severity::warning;
  finding.text = "frames of link type " + std::to_string(number) + " are not read";
  finding.remedy = "capture on another interface";
  finding.frame = bench.frame.number;
  unknown.emplace_back(number, std::move(finding));
}

Dissector::Dissector(const DissectOptions& options, Ledger& ledger)
    : state_(std::make_unique<State>(options, ledger)) {}

Dissector::~Dissector() = default;

void Dissector::dissect(const Packet& packet, std::vector<Segment>& segments) {
  Bench& bench = state_->bench;
  segments.clear();
  bench.segments = &segments;
  bench.datagrams.clear();
  bench.frame = {packet.number, packet.time_ns, packet.wire_bytes};
  bench.ledger.wire_bytes += packet.wire_bytes;
  ++bench.counts.frames;
  Walk walk(bench, packet.data, packet.wire_bytes);
  if (packet.data.size() < packet.wire_bytes) {
    bench.ledger.add(Fate::snaplen_cut, packet.wire_bytes - packet.data.size());
    ++bench.counts.snaplen_cut;
    if (!bench.findings.told("snaplen_cut")) {
      bench.warn("snaplen_cut", "packets were cut when they were captured",
                 "capture whole packets: tcpdump -s 0");
    }
  }
  if (packet.fcs_bytes <= packet.wire_bytes) {
    walk.limit(packet.wire_bytes - packet.fcs_bytes);
  }
  if (state_->last_type == nullptr || state_->last_number != packet.link_type) {
    state_->last_number = packet.link_type;
    state_->last_type = find_link_type(packet.link_type);
  }
  if (state_->last_type == nullptr) {
    state_->unknown_link_type(packet.link_type);
    walk.end_as(Fate::unsupported);
    return;
  }
  state_->last_type->layer(walk);
  if (segments.size() == 1 && bench.datagrams.empty()) {
    segments[0].share->cut_bytes =
        packet.wire_bytes - packet.data.size();  // and behind it
  }
}

void Dissector::finish() {
  state_->bench.fragments.finish();
}

const LayerCounts& Dissector::counts() const {
  return state_->bench.counts;
}

std::vector<Finding> Dissector::findings() const {
  std::vector<Finding> out = state_->bench.findings.all();
  for (const auto& [number, finding] : state_->unknown) {
    out.push_back(finding);
  }
  struct Kind {
    std::string_view code;
    std::uint64_t count;
    const char* text;
    const char* remedy;
  };
  const FragmentStore& fragments = state_->bench.fragments;
  const Kind kinds[] = {
      {"fragments_dropped", fragments.dropped(),
       "incomplete IP datagrams were given up to bound memory",
       "raise --max-memory or filter the traffic that is fragmented"},
      {"fragments_incomplete", fragments.incomplete(),
       "IP datagrams lack fragments: what they held is not read",
       "the capture lost packets: record with a larger buffer"},
      {"fragment_overlap", fragments.overlaps(),
       "IP fragments overlap: the first copy counts, in IPv6 the datagram is dropped",
       ""},
  };
  for (const Kind& kind : kinds) {
    if (kind.count > 0) {
      Finding finding;
      finding.code = kind.code;
      finding.severity = Severity::warning;
      finding.text = kind.text;
      finding.remedy = kind.remedy;
      finding.count = kind.count;
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace capaudit
