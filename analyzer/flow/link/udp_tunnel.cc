// SPDX-License-Identifier: Apache-2.0
// Tunnels in UDP, known by port and content: VXLAN (RFC 7348) and VXLAN-GPE, GENEVE (RFC
// 8926), GTP-U (3GPP TS 29.281), Teredo (RFC 4380), AYIYA (draft-massar-v6ops-ayiya),
// L2TP (RFC 2661, of RFC 3931 the name only). A port alone proves nothing, any client may
// have drawn it: what does not look like the tunnel stays UDP.
#include <optional>

#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

/// What stands behind a tunnel's header.
struct Inside {
  std::uint64_t header = 0;             ///< bytes of it
  std::optional<std::uint64_t> length;  ///< of what follows, where it is stated
  Layer layer = nullptr;                ///< nullptr: by `type`
  std::uint16_t type = 0;               ///< EtherType
};

using Look = std::optional<Inside> (*)(Bytes data);

bool has_version(Bytes data, std::size_t at, unsigned version) {
  return at < data.size() && data[at] >> 4 == version;
}

std::optional<Inside> vxlan(Bytes data) {
  constexpr std::size_t kHeader = 8, kEthernet = 14;
  // The I flag must be set; reserved bits are ignored on receipt (RFC 7348 5).
  if (data.size() < kHeader + kEthernet || (data[0] & 0x08) == 0) {
    return std::nullopt;
  }
  return Inside{kHeader, std::nullopt, ethernet, 0};
}

// VXLAN-GPE (draft-ietf-nvo3-vxlan-gpe 3): the P flag says that the fourth byte names
// what follows.
std::optional<Inside> vxlan_gpe(Bytes data) {
  constexpr std::size_t kHeader = 8;
  constexpr std::uint8_t kIpv4 = 1, kIpv6 = 2, kEthernet = 3;
  if (data.size() <= kHeader || (data[0] & 0xfc) != 0x0c || data[1] != 0 ||
      data[2] != 0 || data[7] != 0) {
    return std::nullopt;
  }
  const std::uint8_t next = data[3];
  if (next == kEthernet) {
    return Inside{kHeader, std::nullopt, ethernet, 0};
  }
  if (next == kIpv4 && has_version(data, kHeader, 4)) {
    return Inside{kHeader, std::nullopt, ipv4, 0};
  }
  if (next == kIpv6 && has_version(data, kHeader, 6)) {
    return Inside{kHeader, std::nullopt, ipv6, 0};
  }
  return std::nullopt;
}

std::optional<Inside> geneve(Bytes data) {
  Reader reader(data);
  const std::uint8_t first = reader.u8();
  const std::uint8_t flags = reader.u8();
  const std::uint16_t type = reader.u16be();
  reader.skip(4);
  const std::uint64_t options = (first & 0x3fu) * 4u;
  reader.skip(options);
  const bool known = type == 0x6558 || type == 0x0800 || type == 0x86dd;
  if (!reader.ok() || first >> 6 != 0 || (flags & 0x3f) != 0 || !known) {
    return std::nullopt;
  }
  return Inside{reader.offset(), std::nullopt, nullptr, type};
}

std::optional<Inside> gtp_u(Bytes data) {
  constexpr std::uint8_t kUserData = 0xff;
  Reader reader(data);
  const std::uint8_t flags = reader.u8();
  const std::uint8_t message = reader.u8();
  const std::uint64_t length = reader.u16be();
  reader.skip(4);
  const std::size_t fixed = reader.offset();
  if ((flags & 0xf0) != 0x30 || message != kUserData) {
    return std::nullopt;
  }
  if ((flags & 0x07) != 0) {
    reader.skip(3);  // sequence and N-PDU number
    std::uint8_t extension = reader.u8();
    while (reader.ok() && extension != 0 && (flags & 0x04) != 0) {
      const std::uint64_t size = std::uint64_t{reader.u8()} * 4;
      if (size < 4) {
        return std::nullopt;
      }
      reader.skip(size - 2);
      extension = reader.u8();
    }
  }
  const std::size_t header = reader.offset();
  if (!reader.ok() || length < header - fixed) {
    return std::nullopt;
  }
  const bool v4 = has_version(data, header, 4);
  if (!v4 && !has_version(data, header, 6)) {
    return std::nullopt;
  }
  return Inside{header, length - (header - fixed), v4 ? ipv4 : ipv6, 0};
}

std::optional<Inside> teredo(Bytes data) {
  constexpr std::uint16_t kAuthentication = 1, kOrigin = 0;
  Reader reader(data);
  while (reader.ok() && !has_version(data, reader.offset(), 6)) {
    const std::uint16_t indicator = reader.u16be();
    if (indicator == kAuthentication) {
      const std::uint64_t id = reader.u8();
      const std::uint64_t value = reader.u8();
      reader.skip(id + value + 9);  // with nonce and confirmation
    } else if (indicator == kOrigin) {
      reader.skip(6);
    } else {
      return std::nullopt;
    }
  }
  constexpr std::size_t kIpv6 = 40;
  if (!reader.ok() || reader.remaining() < kIpv6) {
    return std::nullopt;
  }
  return Inside{reader.offset(), std::nullopt, ipv6, 0};
}

std::optional<Inside> ayiya(Bytes data) {
  constexpr std::uint8_t kForward = 1, kIpv4 = 4, kIpv6 = 41;
  Reader reader(data);
  const std::uint8_t identity = reader.u8();
  const std::uint8_t signature = reader.u8();
  const std::uint8_t operation = reader.u8();
  const std::uint8_t next = reader.u8();
  reader.skip(4);  // time
  reader.skip(std::uint64_t{1} << (identity >> 4));
  reader.skip((signature >> 4) * 4u);
  if (!reader.ok() || (operation & 0x0f) != kForward) {
    return std::nullopt;
  }
  const std::size_t header = reader.offset();
  if (next == kIpv6 && has_version(data, header, 6)) {
    return Inside{header, std::nullopt, ipv6, 0};
  }
  if (next == kIpv4 && has_version(data, header, 4)) {
    return Inside{header, std::nullopt, ipv4, 0};
  }
  return std::nullopt;
}

// Data of a session is PPP; what sets the tunnel up (the T bit) stays UDP. In version 3
// the session decides what follows, and how long the cookie before it is.
std::optional<Inside> l2tp(Bytes data) {
  constexpr unsigned kControl = 0x8000, kLength = 0x4000, kSequence = 0x0800,
                     kOffset = 0x0200, kReserved = 0x34f0;
  Reader reader(data);
  const unsigned flags = reader.u16be();
  const unsigned version = flags & 0x0f;
  if (!reader.ok() || (flags & (kControl | kReserved)) != 0) {
    return std::nullopt;
  }
  if (version == 3 && flags == 3 && reader.u16be() == 0 && reader.ok()) {
    return Inside{reader.offset(), std::nullopt, l2tp_version_3, 0};
  }
  if (version != 2) {
    return std::nullopt;
  }
  std::optional<std::uint64_t> length;
  if ((flags & kLength) != 0) {
    length = reader.u16be();
  }
  reader.skip(4);  // tunnel and session
  reader.skip((flags & kSequence) != 0 ? 4 : 0);
  if ((flags & kOffset) != 0) {
    reader.skip(reader.u16be());
  }
  const std::size_t header = reader.offset();
  if (!reader.ok() || (length && *length < header)) {
    return std::nullopt;
  }
  if (length) {
    *length -= header;
  }
  return Inside{header, length, ppp, 0};
}

struct UdpTunnel {
  std::uint16_t port;
  Look look;
};

constexpr UdpTunnel kUdpTunnels[] = {
    {4789, vxlan},     {8472, vxlan},  // Linux before the port was assigned
    {4790, vxlan_gpe}, {6081, geneve}, {2152, gtp_u},
    {3544, teredo},    {5072, ayiya},  {1701, l2tp},
};

}  // namespace

bool udp_tunnel(Walk& walk, std::uint16_t source, std::uint16_t destination) {
  for (const UdpTunnel& tunnel : kUdpTunnels) {
    if (tunnel.port != source && tunnel.port != destination) {
      continue;
    }
    const std::optional<Inside> inside = tunnel.look(walk.data);
    if (!inside) {
      continue;
    }
    walk.tunnelled = true;
    if (!walk.enter() || !walk.pass(inside->header)) {
      return true;
    }
    if (inside->length) {
      walk.limit(*inside->length);
    }
    if (inside->layer != nullptr) {
      inside->layer(walk);
    } else {
      ethertype(walk, inside->type);
    }
    return true;
  }
  return false;
}

}  // namespace capaudit
