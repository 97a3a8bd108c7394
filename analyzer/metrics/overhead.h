// SPDX-License-Identifier: Apache-2.0
// What one more request costs: the same rows fetched in several requests, against one.
#pragma once

#include "analyzer/metrics/metric.h"

namespace capaudit {

/// (series - single) / (series_requests - single_requests), in the unit of `series`.
/// Open where either value is, or where the series takes no more requests.
Measured overhead_per_request(const Measured& series, double series_requests,
                              const Measured& single, double single_requests);

}  // namespace capaudit
