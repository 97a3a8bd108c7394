// SPDX-License-Identifier: Apache-2.0
// Dialects: what exporters put into HAR fields that the standard defines otherwise, in
// one table keyed by the creator. Each rule leaves its code with the exchange that it
// changed. docs/HAR.md lists dialects and rules with what each was seen in.
#pragma once

#include <array>
#include <string_view>

#include "analyzer/har/figures.h"
#include "analyzer/har/har_info.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

/// Before sizes and phases are settled: says what a field of the entry means. True when
/// it changed something.
using HarPreparation = bool (*)(HarFigures& figures, Exchange& exchange);
/// Afterwards: puts right what the entry cannot prove against itself.
using HarRepair = bool (*)(const HarFigures& figures, Exchange& exchange);

struct HarRule {
  std::string_view code;  ///< literal, of docs/FINDINGS.md
  HarPreparation prepare = nullptr;
  HarRepair repair = nullptr;
};

constexpr std::size_t kMostHarRules = 10;

struct HarDialect {
  std::string_view name;
  std::string_view creator;  ///< what the creator's name begins with
  bool exact_case = false;   ///< else in any case
  std::array<const HarRule*, kMostHarRules> rules{};
  bool own = false;  ///< ours: its fields are true as they stand, and `_capaudit` as well
};

/// The one that wrote the file; one without rules where none is known.
const HarDialect& har_dialect(const HarInfo& info);

void prepare_har(const HarDialect& dialect, HarFigures& figures, Exchange& exchange);
void repair_har(const HarDialect& dialect, const HarFigures& figures, Exchange& exchange);

}  // namespace capaudit
