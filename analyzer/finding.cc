// SPDX-License-Identifier: Apache-2.0
#include "analyzer/finding.h"

namespace capaudit {

std::string_view to_string(Severity severity) {
  switch (severity) {
  case Severity::note:
    return "note";
  case Severity::warning:
    return "warning";
  case Severity::damage:
    return "damage";
  }
  return "note";
}

}  // namespace capaudit
