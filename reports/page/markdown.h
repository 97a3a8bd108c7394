// SPDX-License-Identifier: Apache-2.0
// A Report as Markdown (CommonMark with tables), for issues and mails: the same text,
// charts as their descriptions. Captured text cannot become markup.
#pragma once

#include "reports/output.h"
#include "reports/page/report.h"

namespace capaudit {

void write_markdown(const Report& report, Output& out);

}  // namespace capaudit
