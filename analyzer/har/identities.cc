// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/identities.h"

#include <array>
#include <cmath>
#include <optional>

namespace capaudit {
namespace {

constexpr double kToleranceMs = 1.0;

bool known(const std::optional<std::int64_t>& size) {
  return size && *size != -1;
}

std::optional<bool> compression_holds(const HarFigures& f) {
  if (!known(f.response.body_size) || !known(f.content_size) || !f.compression) {
    return std::nullopt;
  }
  // Sizes of a hostile file may be any: the difference is taken in floating point.
  return static_cast<double>(*f.response.body_size) +
             static_cast<double>(*f.compression) ==
         static_cast<double>(*f.content_size);
}

std::optional<bool> transfer_holds(const HarFigures& f) {
  if (!known(f.response.body_size) || !known(f.response.headers_size) ||
      !known(f.transfer_size)) {
    return std::nullopt;
  }
  return static_cast<double>(*f.response.body_size) +
             static_cast<double>(*f.response.headers_size) ==
         static_cast<double>(*f.transfer_size);
}

std::optional<bool> content_length_holds(const HarFigures& f) {
  const bool bodyless = f.head_request || f.status == 204 || f.status == 304;
  if (bodyless || !f.response.content_length || f.response.chunked ||
      !known(f.response.body_size)) {
    return std::nullopt;
  }
  return *f.response.body_size >= 0 &&
         static_cast<std::uint64_t>(*f.response.body_size) == *f.response.content_length;
}

std::optional<bool> phases_hold(const HarFigures& f) {
  const HarTimings& t = f.timings;
  if (!f.time || *f.time < 0 || !t.wait || !t.receive) {
    return std::nullopt;
  }
  double sum = 0;
  for (const auto& part : {t.blocked, t.dns, t.connect, t.send, t.wait, t.receive}) {
    sum += part && *part > 0 ? *part : 0;
  }
  return std::abs(sum - *f.time) <= kToleranceMs;
}

struct Identity {
  std::string_view name;
  std::optional<bool> (*holds)(const HarFigures&);
};

constexpr std::array kIdentities = {
    Identity{"bodySize + compression = content.size", compression_holds},
    Identity{"headersSize + bodySize = _transferSize", transfer_holds},
    Identity{"Content-Length = bodySize", content_length_holds},
    Identity{"sum of the phases = time", phases_hold},
};

}  // namespace

HarIdentities::HarIdentities() {
  for (const Identity& identity : kIdentities) {
    checks_.push_back({identity.name, 0, 0, 0});
  }
}

void HarIdentities::see(const HarFigures& figures) {
  for (std::size_t i = 0; i < kIdentities.size(); ++i) {
    const std::optional<bool> holds = kIdentities[i].holds(figures);
    if (!holds) {
      continue;
    }
    HarCheck& check = checks_[i];
    ++check.checked;
    if (!*holds) {
      check.first_failed = check.failed == 0 ? figures.index + 1 : check.first_failed;
      ++check.failed;
    }
  }
}

}  // namespace capaudit
