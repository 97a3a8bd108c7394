// SPDX-License-Identifier: Apache-2.0
// Ledger: every byte of every captured frame has one fate, and the fates sum to the
// frames' lengths. A residual other than zero is a bug in capaudit, and every test that
// reads a capture checks it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace capaudit {

enum class Fate : std::uint8_t {
  exchange,  ///< TCP payload that is part of a request or response
  tunnel,    ///< TCP payload after 101 or a granted CONNECT that is no HTTP/1
  junk,      ///< TCP payload between HTTP messages that belongs to none
  not_http,  ///< TCP payload of connections, or parts of them, in which no HTTP was found
  undecryptable,   ///< TLS records without a key
  retransmission,  ///< TCP payload seen before
  duplicate,  ///< TCP payload of frames that the capture holds twice; the rest of such
              ///< a frame counts as that of any other
  outside_window,  ///< TCP payload that fits no stream: reset text, the byte of a
                   ///< keep-alive probe, far out of window
  tcp_control,     ///< frames of TCP without payload: handshake, ACK, FIN, probes
  layer_headers,   ///< link, IP and TCP headers of frames with payload
  padding,         ///< after the IP datagram: Ethernet padding, frame check sequence
  fragments,       ///< IP fragments that never became a datagram
  not_tcp,         ///< frames of other transports
  not_ip,          ///< frames of other network layers: ARP, LLDP, ...
  unsupported,     ///< link type or encapsulation not known here
  malformed,       ///< frames whose headers contradict themselves
  snaplen_cut,     ///< was on the wire, is not in the file
};
inline constexpr std::size_t kFates = static_cast<std::size_t>(Fate::snaplen_cut) + 1;

std::string_view to_string(Fate fate);

/// The fates of captured TCP payload, decided connection by connection.
inline constexpr std::array kPayloadFates = {
    Fate::exchange,      Fate::tunnel,         Fate::junk,      Fate::not_http,
    Fate::undecryptable, Fate::retransmission, Fate::duplicate, Fate::outside_window,
};

struct Ledger {
  std::array<std::uint64_t, kFates> bytes{};
  std::uint64_t wire_bytes = 0;  ///< sum of original frame lengths

  void add(Fate fate, std::uint64_t count) {
    bytes[static_cast<std::size_t>(fate)] += count;
  }
  std::uint64_t of(Fate fate) const { return bytes[static_cast<std::size_t>(fate)]; }
  std::uint64_t sum() const {
    std::uint64_t total = 0;
    for (const std::uint64_t b : bytes) {
      total += b;
    }
    return total;
  }
  /// 0 unless capaudit is wrong.
  std::int64_t residual() const {
    return static_cast<std::int64_t>(wire_bytes) - static_cast<std::int64_t>(sum());
  }
  Ledger& operator+=(const Ledger& other);
  Ledger& operator-=(const Ledger& part);
};

}  // namespace capaudit
