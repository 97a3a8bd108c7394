// SPDX-License-Identifier: Apache-2.0
// ARCNET (RFC 1201, RFC 1051 for the older form), as BSD and as Linux hand it over. In
// BSD's form an exception packet has its header twice; Linux puts two bytes before the
// protocol.
#include "analyzer/flow/link/layers.h"
#include "decoders/core/reader.h"

namespace capaudit {
namespace {

constexpr std::uint8_t kIpOld = 240, kArpOld = 241, kIp = 212, kArp = 213, kIpv6 = 196;
constexpr std::uint8_t kException = 0xff;

void protocol(Walk& walk, std::uint8_t type) {
  switch (type) {
  case kIpOld:
  case kIp:
    ipv4(walk);
    return;
  case kIpv6:
    ipv6(walk);
    return;
  case kArpOld:
  case kArp:
    walk.end_arp();
    return;
  default:
    walk.end_other_network();
  }
}

// Split flag and sequence number of the newer form; fragments are not put together here.
void split(Walk& walk, std::uint8_t type, bool exceptions) {
  Bytes head = walk.take(3);
  if (!head.empty() && exceptions && head[0] == kException) {
    if (walk.take(1).empty()) {
      return;  // the protocol again
    }
    head = walk.take(3);
  }
  if (head.empty()) {
    return;
  }
  if (head[0] != 0) {
    walk.end_unsupported("ARCNET fragments");
  } else {
    protocol(walk, type);
  }
}

void arcnet(Walk& walk, std::size_t before_type, bool exceptions) {
  const Bytes head = walk.take(before_type + 1);
  if (head.empty()) {
    return;
  }
  const std::uint8_t type = head.back();
  if (type == kIpOld || type == kArpOld) {
    protocol(walk, type);
  } else {
    split(walk, type, exceptions);
  }
}

}  // namespace

void arcnet_bsd(Walk& walk) {
  arcnet(walk, 2, true);
}

void arcnet_linux(Walk& walk) {
  arcnet(walk, 4, false);
}

}  // namespace capaudit
