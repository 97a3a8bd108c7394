// SPDX-License-Identifier: Apache-2.0
// The version of simdjson that both of its engines are built with.
#pragma once

#include <string>

#include <simdjson.h>

namespace capaudit {

inline std::string simdjson_version() {
  return std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
}

}  // namespace capaudit
