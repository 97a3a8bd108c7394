// SPDX-License-Identifier: Apache-2.0
// What the fates of the ledger mean, in words for a reader.
#pragma once

#include <string_view>

#include "analyzer/ledger.h"

namespace capaudit {

std::string_view describe(Fate fate);

}  // namespace capaudit
