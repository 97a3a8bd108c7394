// SPDX-License-Identifier: Apache-2.0
// HtmlWriter: the sections of a report as HTML, written straight to the output, since
// tables can be long. One function per kind of block.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "reports/output.h"
#include "reports/page/html.h"
#include "reports/page/report.h"

namespace capaudit {

/// The only way captured text gets into a page.
std::string safe_html(std::string_view text);
std::string_view class_of(Tone tone);

class HtmlWriter {
 public:
  /// Links to what is not in `report` are written as text.
  HtmlWriter(const Report& report, const HtmlOptions& options, Output& out);

  void section(const Section& section);

 private:
  void write(const Paragraph& paragraph);
  void write(const Heading& heading);
  void write(const Notice& notice);
  void write(const Cards& cards);
  void write(const Answers& answers);
  void write(const Definitions& definitions);
  void write(const Preformatted& preformatted);
  void write(const Chart& chart);
  // html_waterfall.cc
  void write(const Waterfall& waterfall);
  void lane(const WaterfallLane& lane, const std::string& stripes, const std::string& id);
  // html_table.cc
  void write(const PageTable& table);
  void rows(const PageTable& table);
  void row(const PageRow& row, const PageTable& table);
  struct CellPlace;
  void cell(const PageCell& cell, const CellPlace& place);
  void details(const PageRow& row, std::size_t columns);
  void lines(std::string_view text);

  /// A link to an element of the page, or only its text where there is no such element.
  std::string link(const std::string& id, std::string_view text) const;
  std::string links(const std::vector<PageLink>& links) const;
  void caption(std::string_view title, std::string_view reading,
               const std::string& numbers_in);

  const HtmlOptions& options_;
  Output& out_;
  std::set<std::string, std::less<>> ids_;
};

}  // namespace capaudit
