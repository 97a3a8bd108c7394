// SPDX-License-Identifier: Apache-2.0
// The byte ledger: what became of every captured byte, and the proof that none is left.
#include <array>

#include "reports/ledger_text.h"
#include "reports/numbers.h"
#include "reports/page/build.h"

namespace capaudit {

Section ledger_section(const ReportInput& input) {
  Section section{"ledger", "Byte ledger", {}};
  section.blocks.push_back(Paragraph{
      "Every byte of every frame has exactly one fate. The fates add up to the frames' "
      "original lengths; a residual other than 0 would be a fault in capaudit."});
  Ledger all;
  std::size_t hars = 0;
  for (const Capture& capture : input.analysis.captures) {
    all += capture.ledger;
    hars += capture.har ? 1u : 0u;
  }
  if (hars == input.analysis.captures.size()) {
    section.blocks = {Paragraph{"There are no frames: a HAR tells of messages only."}};
    return section;
  }
  PageTable table;
  table.id = "ledger-table";
  table.caption = "Bytes by fate, all captures";
  table.columns = {
      {"Fate", false}, {"Bytes", true}, {"Share", true}, {"Which bytes", false}};
  for (std::size_t i = 0; i < kFates; ++i) {
    const Fate fate = static_cast<Fate>(i);
    PageRow row;
    row.cells = {text_cell(std::string(to_string(fate))), bytes_cell(all.of(fate)),
                 share_cell(all.of(fate), all.wire_bytes),
                 text_cell(std::string(describe(fate)))};
    table.rows.push_back(std::move(row));
  }
  const auto add_total = [&table](std::string name, PageCell bytes, std::string what) {
    PageRow row;
    row.total = true;
    row.cells = {text_cell(std::move(name)), std::move(bytes), text_cell(""),
                 text_cell(std::move(what))};
    table.rows.push_back(std::move(row));
  };
  add_total("sum of the fates", bytes_cell(all.sum()), "");
  add_total("frames, original lengths", bytes_cell(all.wire_bytes), "");
  PageCell residual = text_cell(grouped(all.residual()));
  residual.tone = all.residual() == 0 ? Tone::good : Tone::bad;
  add_total("residual", residual, "frames less the sum of the fates");
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace capaudit
