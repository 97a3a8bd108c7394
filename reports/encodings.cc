// SPDX-License-Identifier: Apache-2.0
#include "reports/encodings.h"

#include <string>
#include <utility>

#include "reports/encodings_tables.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + visible(word);
  }
  return out.empty() ? "none" : out;
}

Section section_of(const Sizes& sizes, std::size_t number, const Redactor& redactor) {
  Section section;
  section.id = "encodings-" + std::to_string(number);
  section.title = "Sizes of the rows of " + visible(sizes.id);
  std::string what =
      std::string(to_string(sizes.format)) + ", " + counted(sizes.rows, "row") + " of " +
      counted(sizes.columns.size(), "column") + " (" + listed(sizes.columns) +
      "), digest " + sizes.digest + "; " + visible(redactor.url(sizes.target));
  if (sizes.encoded_bytes && !sizes.codings.empty()) {
    what += "; on the wire " + grouped(*sizes.encoded_bytes) + " bytes as " +
            listed(sizes.codings);
  }
  section.blocks.emplace_back(Paragraph{what + "."});
  section.blocks.push_back(reproduction_block(sizes));
  section.blocks.emplace_back(
      Paragraph{"Columns that json-enums writes by index, because that is shorter: " +
                listed(sizes.enumerated) + "."});
  if (sizes.left_out != 0) {
    section.blocks.emplace_back(
        Notice{Tone::warning, counted(sizes.left_out, "value") +
                                  " outside the common columns: in none of the other "
                                  "encodings, and so in no ratio."});
  }
  section.blocks.emplace_back(encodings_table(sizes, section.id));
  if (!sizes.curves.empty()) {
    for (const bool gzip : {false, true}) {
      section.blocks.emplace_back(ladder_chart(sizes, section.id, gzip, false));
      section.blocks.emplace_back(ladder_chart(sizes, section.id, gzip, true));
      section.blocks.emplace_back(ladder_table(sizes, section.id, gzip));
    }
    section.blocks.emplace_back(fit_table(sizes, section.id));
    section.blocks.emplace_back(crossover_table(sizes, section.id));
    PageTable measured = measured_table(sizes, section.id);
    if (!measured.rows.empty()) {
      section.blocks.emplace_back(std::move(measured));
    }
  }
  return section;
}

}  // namespace

Report sizes_report(std::span<const Sizes> sizes, const Redactor& redactor) {
  Report report;
  report.title = "The same rows, encoded again";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    report.sections.push_back(section_of(sizes[i], i + 1, redactor));
  }
  return report;
}

}  // namespace capaudit
