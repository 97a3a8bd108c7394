// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/protocol_probe.h"

#include <string_view>

namespace capaudit {
namespace {

constexpr std::string_view kHttp2Preface = "PRI * HTTP/2.0";

// Handshake, alert or application data, version 3.x.
bool may_be_tls(Bytes bytes) {
  return bytes[0] >= 0x15 && bytes[0] <= 0x17 && (bytes.size() < 2 || bytes[1] == 3) &&
         (bytes.size() < 3 || bytes[2] <= 4);
}

}  // namespace

ProtocolProbe::Verdict ProtocolProbe::judge() const {
  const Bytes seen = Bytes(first_).first(size_);
  if (may_be_tls(seen)) {
    return size_ < 3 ? Verdict::undecided : Verdict::tls;
  }
  if (!kHttp2Preface.starts_with(as_text(seen))) {
    return Verdict::other;
  }
  return size_ < kHttp2Preface.size() ? Verdict::undecided : Verdict::http2;
}

ProtocolProbe::Verdict ProtocolProbe::take(Bytes bytes) {
  static_assert(kHttp2Preface.size() == 14, "the probe has room for it");
  for (const std::uint8_t byte : bytes) {
    if (verdict_ != Verdict::undecided) {
      break;
    }
    first_[size_++] = byte;
    verdict_ = judge();
  }
  return verdict_;
}

}  // namespace capaudit
