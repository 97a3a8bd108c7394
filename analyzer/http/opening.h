// SPDX-License-Identifier: Apache-2.0
// What of an exchange's `total` lies before its `start`: the opening of its connection.
#pragma once

#include "analyzer/http/exchange.h"

namespace capaudit {

/// In milliseconds, for packets and HARs alike; `connect` is without `ssl`.
inline double opening_ms(const Timings& time) {
  return time.connect.value_or(0) + time.ssl.value_or(0);
}

}  // namespace capaudit
