// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/request_url.h"

#include <algorithm>
#include <cstddef>

#include "analyzer/http/start_line.h"

namespace capaudit {

std::string request_url(std::string_view target, const Head& head, bool connect,
                        const Endpoint& server) {
  std::string url = "http://";
  if (connect) {
    return url.append(target);
  }
  const std::size_t scheme = target.find("://");
  if (scheme != std::string_view::npos && scheme > 0 &&
      std::all_of(target.begin(), target.begin() + static_cast<std::ptrdiff_t>(scheme),
                  is_token_char)) {
    return std::string(target);
  }
  if (head.host && !head.host->empty()) {
    url += *head.host;
  } else {
    const std::string name = to_string(server);
    url += server.port == 80 ? name.substr(0, name.rfind(':')) : name;
  }
  if (target.empty() || target == "*") {
    return url;
  }
  if (target.front() != '/') {
    url += '/';
  }
  return url.append(target);
}

}  // namespace capaudit
