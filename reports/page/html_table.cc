// SPDX-License-Identifier: Apache-2.0
// Tables of a report as HTML: real tables with scoped heads, rows that unfold, evidence.
#include <algorithm>
#include <cmath>

#include "reports/numbers.h"
#include "reports/page/html_writer.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr double kHeatSteps = 8;
/// Columns that the style sheet can set flush right by their place (r1 to r12); those
/// behind say it in each cell, which takes more bytes.
constexpr std::size_t kPlaces = 12;

std::string numeric_columns(const PageTable& table) {
  std::string out;
  for (std::size_t i = 0; i < std::min(kPlaces, table.columns.size()); ++i) {
    if (table.columns[i].number) {
      out += (out.empty() ? " class=\"r" : " r") + std::to_string(i + 1);
    }
  }
  return out + (out.empty() ? "" : "\"");
}

std::uint64_t shown(const PageTable& table) {
  return static_cast<std::uint64_t>(
      std::count_if(table.rows.begin(), table.rows.end(),
                    [](const PageRow& row) { return !row.total; }));
}

std::string classes_of(const PageCell& cell, bool number) {
  std::string classes = number ? "n" : "";
  const auto add = [&classes](std::string_view name) {
    classes += classes.empty() ? "" : " ";
    classes += name;
  };
  if (cell.tone != Tone::plain) {
    add(class_of(cell.tone));
  }
  if (cell.heat) {
    const double step = std::clamp(std::round(*cell.heat * kHeatSteps), 0.0, kHeatSteps);
    add("heat" + std::to_string(static_cast<int>(step)));
  }
  return classes;
}

}  // namespace

namespace {

/// The text is the number itself, perhaps grouped or rounded: the script sorts by it.
bool is_plain_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == ',' || c == '.';
  });
}

}  // namespace

struct HtmlWriter::CellPlace {
  bool head = false, number = false, unfolds = false, sorts = false;
};

void HtmlWriter::write(const PageTable& table) {
  out_.write("<div class=\"table\" id=\"" + table.id + "\"");
  out_.write(table.sortable ? " data-sort" : "");
  out_.write(table.filterable ? " data-filter>\n" : ">\n");
  out_.write("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"" +
             table.id + "-c\">\n<table" + numeric_columns(table) + ">\n<caption id=\"" +
             table.id + "-c\"><span>" + safe_html(table.caption) +
             "</span></caption>\n<thead><tr>");
  for (const PageColumn& column : table.columns) {
    out_.write(column.number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
    out_.write(safe_html(column.name) + "</th>");
  }
  out_.write("</tr></thead>\n");
  rows(table);
  out_.write("</table>\n</div>\n");
  if (table.left_out != 0) {
    out_.write(
        "<p class=\"notice warning\"><strong>Cut:</strong> " + grouped(table.left_out) +
        " more rows are not shown, of " + grouped(table.left_out + shown(table)) +
        " in all" +
        (table.left_out_hint.empty() ? "" : "; " + safe_html(table.left_out_hint)) +
        ".</p>\n");
  }
  out_.write("</div>\n");
}

void HtmlWriter::rows(const PageTable& table) {
  enum class Part : std::uint8_t { none, body, foot } part = Part::none;
  for (const PageRow& one : table.rows) {
    const bool own_body = !one.details.empty() || table.filterable;
    const Part wanted = one.total ? Part::foot : Part::body;
    if (part != wanted || (own_body && wanted == Part::body)) {
      out_.write(part == Part::body ? "</tbody>\n" : "");
      out_.write(wanted == Part::foot ? "<tfoot>\n" : "<tbody>");
      part = wanted;
    }
    row(one, table);
  }
  out_.write(part == Part::body ? "</tbody>\n" : part == Part::foot ? "</tfoot>\n" : "");
}

void HtmlWriter::row(const PageRow& row, const PageTable& table) {
  out_.write("<tr");
  out_.write(row.id.empty() ? "" : " id=\"" + row.id + "\"");
  out_.write(row.measured ? " data-measured" : "");
  out_.write(row.total ? " class=\"total\">" : ">");
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    CellPlace place;
    place.head = i == 0;
    place.number = i >= kPlaces && i < table.columns.size() && table.columns[i].number;
    place.sorts = table.sortable;
    place.unfolds = i == table.unfolds && !row.details.empty();
    cell(row.cells[i], place);
  }
  out_.write("</tr>\n");
  if (!row.details.empty()) {
    details(row, table.columns.size());
  }
}

void HtmlWriter::cell(const PageCell& cell, const CellPlace& place) {
  const std::string classes = classes_of(cell, place.number);
  out_.write(place.head ? "<th scope=\"row\"" : "<td");
  out_.write(classes.empty() ? "" : " class=\"" + classes + "\"");
  out_.write(cell.title.empty() ? "" : " title=\"" + safe_html(cell.title) + "\"");
  if (cell.order && place.sorts && !is_plain_number(cell.text)) {
    out_.write(" data-v=\"" + exact_ms(*cell.order) + "\"");
  }
  out_.put('>');
  out_.write(place.unfolds ? "<details class=\"more\"><summary>" : "");
  out_.write(cell.link.empty() ? safe_html(cell.text) : link(cell.link, cell.text));
  out_.write(place.unfolds ? "</summary></details>" : "");
  if (!cell.note.empty()) {
    out_.write(" <small>" + safe_html(cell.note) + "</small>");
  }
  if (!cell.links.empty()) {
    out_.write(" <span class=\"evidence\">" + links(cell.links) + "</span>");
  }
  if (cell.share) {
    out_.write(
        " <svg class=\"bar\" viewBox=\"0 0 60 8\" aria-hidden=\"true\"><rect width=\"" +
        column_ms(60 * *cell.share) + "\" height=\"8\"/></svg>");
  }
  out_.write(place.head ? "</th>" : "</td>");
}

void HtmlWriter::details(const PageRow& row, std::size_t columns) {
  out_.write(row.measured ? "<tr class=\"details\" data-measured>"
                          : "<tr class=\"details\">");
  out_.write("<td colspan=\"" + grouped(std::uint64_t{columns}) +
             "\"><div class=\"sheet\">");
  for (const Detail& detail : row.details) {
    out_.write("<div><h3>" + safe_html(detail.title) + "</h3><dl>");
    for (const auto& [name, value] : detail.facts) {
      out_.write("<dt>" + safe_html(name) + "</dt><dd>" + safe_html(value) + "</dd>");
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
void HtmlWriter::lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    const bool crlf = end != std::string_view::npos && line.ends_with('\r');
    line.remove_suffix(crlf ? 1 : 0);
    out_.write(safe_html(line));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!text.empty()) {
      out_.put('\n');
    }
  }
}

}  // namespace capaudit
