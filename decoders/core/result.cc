// SPDX-License-Identifier: Apache-2.0
#include "decoders/core/result.h"

namespace capaudit {

std::string_view to_string(ErrorCode code) {
  switch (code) {
  case ErrorCode::truncated:
    return "truncated";
  case ErrorCode::malformed:
    return "malformed";
  case ErrorCode::unsupported:
    return "unsupported";
  case ErrorCode::limit:
    return "limit";
  case ErrorCode::io:
    return "io";
  }
  return "malformed";
}

}  // namespace capaudit
