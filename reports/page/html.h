// SPDX-License-Identifier: Apache-2.0
// A Report as one HTML file: no network, complete without script, everything captured
// escaped, a policy that lets no other script or style in.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "reports/output.h"
#include "reports/page/report.h"
#include "reports/page/templates.h"

namespace capaudit {

enum class Theme : std::uint8_t { automatic, light, dark };

struct HtmlOptions {
  Theme theme = Theme::automatic;
  std::map<std::string, std::string> charts;  ///< by id, as draw_charts() gives them
  std::string no_charts;                      ///< why there are none; empty: there are
  /// Writes the data as JSON fit for <script>; none: the page has no data.
  std::function<void(Output&)> data;
};

/// The error is a template's fault.
Result<bool> write_html(const Report& report, const Templates& templates,
                        const HtmlOptions& options, Output& out);

/// The sections alone, without the page around them.
void write_sections(const Report& report, const HtmlOptions& options, Output& out);

}  // namespace capaudit
