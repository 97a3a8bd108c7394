// SPDX-License-Identifier: Apache-2.0
// Operations of one name, kind and start, put together: what one of them takes.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/page/build.h"

namespace capaudit {

/// `operations`: indices into Analysis::operations.
PageTable operation_groups(const ReportInput& input,
                           const std::vector<std::uint32_t>& operations);

}  // namespace capaudit
