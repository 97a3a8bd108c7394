// SPDX-License-Identifier: Apache-2.0
#include "reports/version.h"

namespace capaudit {

std::string_view version() {
  return CAPAUDIT_VERSION;
}

}  // namespace capaudit
