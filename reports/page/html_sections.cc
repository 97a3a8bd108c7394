// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "reports/page/html_writer.h"
#include "reports/text.h"

namespace capaudit {

std::string safe_html(std::string_view text) {
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

HtmlWriter::HtmlWriter(const Report& report, const HtmlOptions& options, Output& out)
    : options_(options), out_(out) {
  for (const Section& section : report.sections) {
    ids_.insert(section.id);
    for (const Block& block : section.blocks) {
      if (const auto* chart = std::get_if<Chart>(&block)) {
        ids_.insert(chart->id);
      } else if (const auto* waterfall = std::get_if<Waterfall>(&block)) {
        ids_.insert(waterfall->id);
      } else if (const auto* table = std::get_if<PageTable>(&block)) {
        ids_.insert(table->id);
        for (const PageRow& row : table->rows) {
          ids_.insert(row.id);
        }
      }
    }
  }
  ids_.erase("");
}

std::string HtmlWriter::link(const std::string& id, std::string_view text) const {
  if (!ids_.contains(id)) {
    return safe_html(text);
  }
  return "<a href=\"#" + id + "\">" + safe_html(text) + "</a>";
}

std::string HtmlWriter::links(const std::vector<PageLink>& links) const {
  std::string out;
  for (const PageLink& one : links) {
    out += (out.empty() ? "" : ", ") + link(one.id, one.text);
  }
  return out;
}

void HtmlWriter::section(const Section& section) {
  out_.write("<section id=\"" + section.id + "\" aria-labelledby=\"" + section.id +
             "-h\">\n<h2 id=\"" + section.id + "-h\">" + safe_html(section.title) +
             "</h2>\n");
  for (const Block& block : section.blocks) {
    std::visit([this](const auto& b) { write(b); }, block);
  }
  out_.write("</section>\n");
}

void HtmlWriter::write(const Paragraph& paragraph) {
  out_.write("<p>" + safe_html(paragraph.text) + "</p>\n");
}

void HtmlWriter::write(const Heading& heading) {
  out_.write("<h3>" + safe_html(heading.text) + "</h3>\n");
}

void HtmlWriter::write(const Notice& notice) {
  out_.write("<p class=\"notice ");
  out_.write(class_of(notice.tone));
  out_.write(notice.tone == Tone::bad ? "\"><strong>Damage:</strong> "
                                      : "\"><strong>Limit:</strong> ");
  out_.write(safe_html(notice.text) + "</p>\n");
}

void HtmlWriter::write(const Cards& cards) {
  out_.write("<dl class=\"cards\">\n");
  for (const Card& card : cards.cards) {
    out_.write("<div class=\"card ");
    out_.write(class_of(card.tone));
    out_.write("\"><dt>" + safe_html(card.label) + "</dt><dd class=\"value\">" +
               link(card.link, card.value) + "</dd><dd class=\"note\">" +
               safe_html(card.note) + "</dd></div>\n");
  }
  out_.write("</dl>\n");
}

void HtmlWriter::write(const Answers& answers) {
  out_.write("<dl class=\"answers\">\n");
  for (const Answer& answer : answers.answers) {
    out_.write("<div class=\"");
    out_.write(class_of(answer.tone));
    out_.write(answer.measured ? "\" data-measured><dt>" : "\"><dt>");
    out_.write(safe_html(answer.question) + "</dt><dd>" + safe_html(answer.answer));
    if (!answer.links.empty()) {
      out_.write(" <span class=\"evidence\">" + links(answer.links) + "</span>");
    }
    if (!answer.items.empty()) {
      out_.write("<ul>");
      for (const auto& [text, evidence] : answer.items) {
        out_.write("<li>" + safe_html(text) + " <span class=\"evidence\">" +
                   link(evidence.id, evidence.text) + "</span></li>");
      }
      out_.write("</ul>");
    }
    out_.write("</dd></div>\n");
  }
  out_.write("</dl>\n");
}

void HtmlWriter::write(const Definitions& definitions) {
  out_.write("<dl class=\"terms\">\n");
  for (const auto& [term, meaning] : definitions.entries) {
    out_.write("<dt>" + safe_html(term) + "</dt><dd>" + safe_html(meaning) + "</dd>\n");
  }
  out_.write("</dl>\n");
}

void HtmlWriter::write(const Preformatted& preformatted) {
  out_.write("<pre class=\"code\" tabindex=\"0\">" + safe_html(preformatted.text) +
             "</pre>\n");
}

void HtmlWriter::caption(std::string_view title, std::string_view reading,
                         const std::string& numbers_in) {
  out_.write("<figcaption><strong>" + safe_html(title) + "</strong> <span>" +
             safe_html(reading) + (numbers_in.empty() ? "" : " ") +
             (numbers_in.empty() ? "" : link(numbers_in, "The numbers")) +
             "</span></figcaption>\n");
}

void HtmlWriter::write(const Chart& chart) {
  const auto drawn = options_.charts.find(chart.id);
  out_.write("<figure id=\"" + chart.id + "\">\n");
  caption(chart.title, chart.reading, chart.numbers_in);
  if (drawn != options_.charts.end()) {
    out_.write("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
               safe_html(chart.title) + "\">");
    out_.write(drawn->second);
    out_.write("</div>\n");
  } else {
    out_.write("<p class=\"empty\">" +
               safe_html(options_.no_charts.empty()
                             ? "There is nothing to chart: every value is 0."
                             : "No chart: " + options_.no_charts + ".") +
               " The table has the numbers.</p>\n");
  }
  out_.write("</figure>\n");
}

void write_sections(const Report& report, const HtmlOptions& options, Output& out) {
  HtmlWriter writer(report, options, out);
  for (const Section& section : report.sections) {
    writer.section(section);
  }
}

}  // namespace capaudit
