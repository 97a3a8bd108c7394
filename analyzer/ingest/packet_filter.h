// SPDX-License-Identifier: Apache-2.0
// PacketFilter: a BPF expression (pcap-filter(7)) over packets, compiled by libpcap once
// for each link type that occurs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analyzer/ingest/packet.h"
#include "decoders/core/result.h"

namespace capaudit {

class PacketFilter {
 public:
  /// An empty expression matches everything.
  explicit PacketFilter(std::string expression);
  ~PacketFilter();
  PacketFilter(const PacketFilter&) = delete;
  PacketFilter& operator=(const PacketFilter&) = delete;

  /// False as well where the expression has no meaning for the packet's link type.
  bool matches(const Packet& packet);

  /// What is wrong with an expression, if anything is.
  static std::optional<Error> check(const std::string& expression);

  /// The first link type for which the expression could not be compiled.
  std::optional<std::uint32_t> inapplicable() const { return inapplicable_; }

 private:
  struct Program;

  std::string expression_;
  std::map<std::uint32_t, std::unique_ptr<Program>> programs_;
  std::optional<std::uint32_t> inapplicable_;
};

}  // namespace capaudit
