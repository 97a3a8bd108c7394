// SPDX-License-Identifier: Apache-2.0
// Stand-ins for functions of the analyzer that this program needs and that are not there
// yet. Weak: the real ones win.
#include "analyzer/analysis.h"

namespace capaudit {

__attribute__((weak)) std::string exchange_id(const Analysis& analysis,
                                              const Exchange& exchange) {
  return analysis.captures[exchange.capture].source.name + "#" +
         std::to_string(exchange.number);
}

__attribute__((weak)) std::string to_string(const Endpoint& endpoint) {
  return std::to_string(endpoint.address.bytes[3]) + ":" + std::to_string(endpoint.port);
}

}  // namespace capaudit
