// SPDX-License-Identifier: Apache-2.0
#include "analyzer/flow/segment.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace capaudit {
namespace {

constexpr std::size_t kGroups = 8;

struct Run {
  std::size_t begin = kGroups, length = 0;
};

// The longest run of zero groups, the first of them if several; single ones do not count
// (RFC 5952 4.2).
Run longest_zero_run(const std::array<std::uint16_t, kGroups>& groups) {
  Run best;
  std::size_t begin = 0;
  while (begin < kGroups) {
    std::size_t end = begin;
    while (end < kGroups && groups[end] == 0) {
      ++end;
    }
    if (end - begin > std::max<std::size_t>(best.length, 1)) {
      best = {begin, end - begin};
    }
    begin = end + 1;
  }
  return best;
}

std::string hexadecimal(std::uint16_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (unsigned shift = 16; shift > 0;) {
    shift -= 4;
    const unsigned digit = unsigned{value} >> shift & 15u;
    if (digit != 0 || !out.empty() || shift == 0) {
      out += kDigits[digit];
    }
  }
  return out;
}

std::string dotted(const std::uint8_t* bytes) {
  std::string out = std::to_string(bytes[0]);
  for (std::size_t i = 1; i < 4; ++i) {
    out += '.';
    out += std::to_string(bytes[i]);
  }
  return out;
}

std::string v6_text(const std::array<std::uint8_t, 16>& bytes) {
  std::array<std::uint16_t, kGroups> groups{};
  for (std::size_t i = 0; i < kGroups; ++i) {
    groups[i] = static_cast<std::uint16_t>(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  }
  const Run zeros = longest_zero_run(groups);
  // IPv4-mapped addresses end in dotted form (RFC 5952 5).
  const bool mapped = zeros.begin == 0 && zeros.length == 5 && groups[5] == 0xffff;
  const std::size_t count = mapped ? 6 : kGroups;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == zeros.begin) {
      out += "::";
      i += zeros.length - 1;
      continue;
    }
    if (!out.empty() && out.back() != ':') {
      out += ':';
    }
    out += hexadecimal(groups[i]);
  }
  return mapped ? out + ":" + dotted(bytes.data() + 12) : out;
}

std::uint64_t mix(std::uint64_t value) {
  // The finalizer of splitmix64.
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

std::uint64_t load(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

std::string to_string(const IpAddress& address) {
  return address.v6 ? v6_text(address.bytes) : dotted(address.bytes.data());
}

std::string to_string(const Endpoint& endpoint) {
  const std::string address = to_string(endpoint.address);
  return (endpoint.address.v6 ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port);
}

}  // namespace capaudit

std::size_t std::hash<capaudit::Endpoint>::operator()(
    const capaudit::Endpoint& endpoint) const noexcept {
  // Another seed in each process: nobody can write a capture whose endpoints all fall
  // into one bucket. Nothing may therefore depend on the order of a hash table.
  static const std::uint64_t seed = std::random_device()();
  const std::uint64_t low = capaudit::load(endpoint.address.bytes.data());
  const std::uint64_t high = capaudit::load(endpoint.address.bytes.data() + 8);
  const std::uint64_t rest =
      std::uint64_t{endpoint.port} << 1 | (endpoint.address.v6 ? 1u : 0u);
  std::uint64_t value = capaudit::mix(seed ^ low);
  value = capaudit::mix(value ^ high);
  return static_cast<std::size_t>(capaudit::mix(value ^ rest));
}
