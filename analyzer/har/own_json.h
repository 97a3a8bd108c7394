// SPDX-License-Identifier: Apache-2.0
// The members `_capaudit` out of JSON.
#pragma once

#include <optional>

#include <simdjson.h>

#include "analyzer/har/own.h"

namespace capaudit {

void take(simdjson::dom::element value, std::optional<HarOwnHalf>& into);
void take(simdjson::dom::element value, std::optional<HarOwn>& into);

}  // namespace capaudit
