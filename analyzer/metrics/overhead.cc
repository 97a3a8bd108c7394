// SPDX-License-Identifier: Apache-2.0
#include "analyzer/metrics/overhead.h"

#include "analyzer/metrics/families.h"

namespace capaudit {

Measured overhead_per_request(const Measured& series, double series_requests,
                              const Measured& single, double single_requests) {
  if (!series.value || !single.value) {
    return !series.value ? series : single;
  }
  if (series_requests <= single_requests) {
    return unknown("the series takes no more requests");
  }
  return known((*series.value - *single.value) / (series_requests - single_requests));
}

}  // namespace capaudit
