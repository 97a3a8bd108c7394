// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/packet_filter.h"

#include <algorithm>
#include <utility>

#include <pcap/pcap.h>

#include "analyzer/ingest/packet_source.h"

namespace capaudit {
namespace {

constexpr int kSnaplen = 262144;

// libpcap compiles for its own numbers (DLT_), files hold LINKTYPE_ values; these differ.
int to_dlt(std::uint32_t link_type) {
  switch (link_type) {
  case 51:  // PPP_ETHER
    return DLT_PPP_ETHER;
  case 100:  // ATM_RFC1483
    return DLT_ATM_RFC1483;
  case 101:  // RAW
    return DLT_RAW;
  case 102:  // SLIP_BSDOS
    return DLT_SLIP_BSDOS;
  case 103:  // PPP_BSDOS
    return DLT_PPP_BSDOS;
  default:
    return static_cast<int>(link_type & 0xffff);
  }
}

}  // namespace

// A compiled filter, or the reason why there is none.
struct PacketFilter::Program {
  Program(const std::string& expression, std::uint32_t link_type) {
    pcap_t* handle = pcap_open_dead(to_dlt(link_type), kSnaplen);
    if (handle == nullptr) {
      error = "no memory for the filter";
      return;
    }
    usable =
        pcap_compile(handle, &code, expression.c_str(), 1, PCAP_NETMASK_UNKNOWN) == 0;
    if (!usable) {
      error = pcap_geterr(handle);
    }
    pcap_close(handle);
  }
  ~Program() {
    if (usable) {
      pcap_freecode(&code);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bpf_program code = {};
  bool usable = false;
  std::string error;
};

PacketFilter::PacketFilter(std::string expression) : expression_(std::move(expression)) {}

PacketFilter::~PacketFilter() = default;

bool PacketFilter::matches(const Packet& packet) {
  if (expression_.empty()) {
    return true;
  }
  std::unique_ptr<Program>& program = programs_[packet.link_type];
  if (program == nullptr) {
    program = std::make_unique<Program>(expression_, packet.link_type);
  }
  if (!program->usable) {
    inapplicable_ = inapplicable_.value_or(packet.link_type);
    return false;
  }
  constexpr std::uint64_t kMost = 0xffffffff;
  pcap_pkthdr header = {};
  header.caplen =
      static_cast<bpf_u_int32>(std::min<std::uint64_t>(packet.data.size(), kMost));
  header.len = static_cast<bpf_u_int32>(std::min(packet.wire_bytes, kMost));
  return pcap_offline_filter(&program->code, &header, packet.data.data()) != 0;
}

std::optional<Error> PacketFilter::check(const std::string& expression) {
  if (expression.empty()) {
    return std::nullopt;
  }
  // Words such as `wlan` have no meaning on Ethernet: right is what is right anywhere.
  std::optional<Error> first;
  for (const std::uint32_t link_type : {1u, 101u, 113u, 127u}) {
    const Program program(expression, link_type);
    if (program.usable) {
      return std::nullopt;
    }
    if (!first) {
      first = Error{ErrorCode::malformed, 0, "filter: " + program.error};
    }
  }
  return first;
}

std::optional<Error> check_filter(const std::string& expression) {
  return PacketFilter::check(expression);
}

}  // namespace capaudit
