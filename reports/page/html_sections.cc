// SPDX-License-Identifier: Apache-2.0
// The sections of a report as HTML, written straight to the output: tables can be long.
#include "reports/numbers.h"
#include "reports/page/html.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// The only way captured text gets into the page.
std::string safe(std::string_view text) {
  return escape_html(visible(text));
}

std::string_view class_of(Tone tone) {
  switch (tone) {
  case Tone::plain:
    return "";
  case Tone::good:
    return "good";
  case Tone::warning:
    return "warning";
  case Tone::bad:
    return "bad";
  }
  return "";
}

class SectionWriter {
 public:
  SectionWriter(const HtmlOptions& options, Output& out) : options_(options), out_(out) {}

  void section(const Section& section) {
    out_.write("<section id=\"" + section.id + "\" aria-labelledby=\"" + section.id +
               "-h\">\n<h2 id=\"" + section.id + "-h\">" + safe(section.title) +
               "</h2>\n");
    for (const Block& block : section.blocks) {
      std::visit([this](const auto& b) { write(b); }, block);
    }
    out_.write("</section>\n");
  }

 private:
  void write(const Paragraph& paragraph) {
    out_.write("<p>" + safe(paragraph.text) + "</p>\n");
  }

  void write(const Notice& notice) {
    out_.write("<p class=\"notice ");
    out_.write(class_of(notice.tone));
    out_.write(notice.tone == Tone::bad ? "\"><strong>Damage:</strong> "
                                        : "\"><strong>Limit:</strong> ");
    out_.write(safe(notice.text) + "</p>\n");
  }

  void write(const Cards& cards) {
    out_.write("<dl class=\"cards\">\n");
    for (const Card& card : cards.cards) {
      out_.write("<div class=\"card ");
      out_.write(class_of(card.tone));
      out_.write("\"><dt>" + safe(card.label) + "</dt><dd class=\"value\">" +
                 safe(card.value) + "</dd><dd class=\"note\">" + safe(card.note) +
                 "</dd></div>\n");
    }
    out_.write("</dl>\n");
  }

  void write(const Definitions& definitions) {
    out_.write("<dl class=\"terms\">\n");
    for (const auto& [term, meaning] : definitions.entries) {
      out_.write("<dt>" + safe(term) + "</dt><dd>" + safe(meaning) + "</dd>\n");
    }
    out_.write("</dl>\n");
  }

  void write(const Preformatted& preformatted) {
    out_.write("<pre tabindex=\"0\">" + safe(preformatted.text) + "</pre>\n");
  }

  void write(const Chart& chart) {
    const auto drawn = options_.charts.find(chart.id);
    out_.write("<figure id=\"" + chart.id + "\">\n<figcaption><strong>" +
               safe(chart.title) + "</strong> <span>" + safe(chart.reading) +
               " <a href=\"#" + chart.numbers_in + "\">The numbers</a></span>" +
               "</figcaption>\n");
    if (drawn != options_.charts.end()) {
      out_.write("<section class=\"scroll\" tabindex=\"0\" aria-label=\"" +
                 safe(chart.title) + "\">");
      out_.write(drawn->second);
      out_.write("</section>\n");
    } else {
      out_.write("<p class=\"empty\">" +
                 safe(options_.no_charts.empty()
                          ? "There is nothing to chart: every value is 0."
                          : "No chart: " + options_.no_charts + ".") +
                 " The table has the numbers.</p>\n");
    }
    out_.write("</figure>\n");
  }

  void write(const PageTable& table) {
    out_.write("<div class=\"table\" id=\"" + table.id + "\"");
    out_.write(table.sortable ? " data-sort" : "");
    out_.write(table.filterable ? " data-filter>\n" : ">\n");
    out_.write("<section class=\"scroll\" tabindex=\"0\" aria-labelledby=\"" + table.id +
               "-c\">\n<table>\n<caption id=\"" + table.id + "-c\"><span>" +
               safe(table.caption) + "</span></caption>\n<thead><tr>");
    for (const PageColumn& column : table.columns) {
      out_.write(column.number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
      out_.write(safe(column.name) + "</th>");
    }
    out_.write("</tr></thead>\n");
    rows(table);
    out_.write("</table>\n</section>\n");
    if (table.left_out != 0) {
      out_.write("<p class=\"notice warning\"><strong>Cut:</strong> " +
                 grouped(table.left_out) + " more rows are not shown, of " +
                 grouped(table.left_out + shown(table)) + " in all" +
                 (table.left_out_hint.empty() ? "" : "; " + safe(table.left_out_hint)) +
                 ".</p>\n");
    }
    out_.write("</div>\n");
  }

  static std::uint64_t shown(const PageTable& table) {
    std::uint64_t count = 0;
    for (const PageRow& row : table.rows) {
      count += row.total ? 0u : 1u;
    }
    return count;
  }

  void rows(const PageTable& table) {
    enum class Part : std::uint8_t { none, body, foot } part = Part::none;
    for (const PageRow& row : table.rows) {
      const bool own_body = !row.details.empty() || table.filterable;
      const Part wanted = row.total ? Part::foot : Part::body;
      if (part != wanted || own_body) {
        out_.write(part == Part::body ? "</tbody>\n" : "");
        out_.write(wanted == Part::foot ? "<tfoot>\n" : "<tbody>");
        part = wanted;
      }
      one_row(row, table);
    }
    out_.write(part == Part::body   ? "</tbody>\n"
               : part == Part::foot ? "</tfoot>\n"
                                    : "");
  }

  void one_row(const PageRow& row, const PageTable& table) {
    out_.write("<tr");
    out_.write(row.id.empty() ? "" : " id=\"" + row.id + "\"");
    out_.write(row.total ? " class=\"total\">" : ">");
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      CellPlace place;
      place.head = i == 0;
      place.number = table.columns[i].number;
      place.unfolds = i == table.unfolds && !row.details.empty();
      cell(row.cells[i], place);
    }
    out_.write("</tr>\n");
    if (!row.details.empty()) {
      details(row, table.columns.size());
    }
  }

  struct CellPlace {
    bool head = false, number = false, unfolds = false;
  };

  void cell(const PageCell& cell, const CellPlace& place) {
    std::string classes = place.number ? "n" : "";
    if (cell.tone != Tone::plain) {
      classes += classes.empty() ? "" : " ";
      classes += class_of(cell.tone);
    }
    out_.write(place.head ? "<th scope=\"row\"" : "<td");
    out_.write(classes.empty() ? "" : " class=\"" + classes + "\"");
    out_.write(cell.title.empty() ? "" : " title=\"" + safe(cell.title) + "\"");
    if (cell.order) {
      out_.write(" data-v=\"" + exact_ms(*cell.order) + "\"");
    }
    out_.put('>');
    out_.write(place.unfolds ? "<details class=\"more\"><summary>" : "");
    out_.write(cell.link.empty()
                   ? safe(cell.text)
                   : "<a href=\"#" + cell.link + "\">" + safe(cell.text) + "</a>");
    out_.write(place.unfolds ? "</summary></details>" : "");
    if (!cell.note.empty()) {
      out_.write(" <small>" + safe(cell.note) + "</small>");
    }
    if (cell.share) {
      bar(*cell.share);
    }
    out_.write(place.head ? "</th>" : "</td>");
  }

  void bar(double share) {
    std::string width = column_ms(60 * share);
    out_.write(
        " <svg class=\"bar\" viewBox=\"0 0 60 8\" aria-hidden=\"true\">"
        "<rect width=\"" +
        width + "\" height=\"8\"/></svg>");
  }

  void details(const PageRow& row, std::size_t columns) {
    out_.write("<tr class=\"details\"><td colspan=\"" + grouped(std::uint64_t{columns}) +
               "\"><div class=\"sheet\">");
    for (const Detail& detail : row.details) {
      out_.write("<div><h3>" + safe(detail.title) + "</h3><dl>");
      for (const auto& [name, value] : detail.facts) {
        out_.write("<dt>" + safe(name) + "</dt><dd>" + safe(value) + "</dd>");
      }
      out_.write("</dl>");
      if (!detail.preformatted.empty()) {
        out_.write("<pre>");
        lines(detail.preformatted);
        out_.write("</pre>");
      }
      out_.write("</div>");
    }
    out_.write("</div></td></tr>\n");
  }

  /// Line ends of a head are line ends here too; everything else stays visible.
  void lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      const bool crlf = end != std::string_view::npos && line.ends_with('\r');
      line.remove_suffix(crlf ? 1 : 0);
      out_.write(safe(line));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (!text.empty()) {
        out_.put('\n');
      }
    }
  }

  const HtmlOptions& options_;
  Output& out_;
};

}  // namespace

void write_sections(const Report& report, const HtmlOptions& options, Output& out) {
  SectionWriter writer(options, out);
  for (const Section& section : report.sections) {
    writer.section(section);
  }
}

}  // namespace capaudit
