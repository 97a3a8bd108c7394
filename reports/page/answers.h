// SPDX-License-Identifier: Apache-2.0
// What a reader asks first, answered from the data alone: each answer links to what
// proves it. A question that the captures do not answer is not asked.
#pragma once

#include "reports/page/build.h"

namespace capaudit {

Answers first_answers(const ReportInput& input);

}  // namespace capaudit
