// SPDX-License-Identifier: Apache-2.0
// `list`: every exchange, in one of several formats. A format is one file and one line
// in the table of list.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/select.h"
#include "reports/output.h"
#include "reports/redact.h"

namespace capaudit {

/// How text for people may look.
struct Terminal {
  std::optional<std::size_t> width;  ///< none: lines may be as long as they like
  bool color = false;
};

/// The exchanges of an analysis that a command is about, in output order.
struct Selected {
  const Analysis& analysis;
  std::vector<const Exchange*> exchanges;
};
/// Valid as long as `analysis` is.
Selected select(const Analysis& analysis, const Selection& selection);

struct ListFormat {
  std::string_view name;
  std::string_view extension;  ///< of files in it, without a dot
  bool needs_heads;            ///< of messages: AnalyzeOptions::keep_heads
  void (*write)(const Selected& input, const Redactor& redactor, const Terminal& terminal,
                Output& out);
};

std::span<const ListFormat> list_formats();

void write_list_table(const Selected& input, const Redactor& redactor,
                      const Terminal& terminal, Output& out);
void write_list_csv(const Selected& input, const Redactor& redactor,
                    const Terminal& terminal, Output& out);
void write_list_markdown(const Selected& input, const Redactor& redactor,
                         const Terminal& terminal, Output& out);
/// HAR 1.2. Without bodies; unknown numbers are -1, as HAR has it.
void write_list_har(const Selected& input, const Redactor& redactor,
                    const Terminal& terminal, Output& out);
/// The same with bodies, which it reads the captures again for, and with every secret;
/// `options` are those of the analysis.
void write_list_har_with_bodies(const Selected& input, const AnalyzeOptions& options,
                                Output& out);

}  // namespace capaudit
