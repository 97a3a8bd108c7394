// SPDX-License-Identifier: Apache-2.0
#include "reports/page/markdown.h"

#include <algorithm>

#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

/// Text on one line.
std::string plain(std::string_view text) {
  return escape_markdown(text);
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(Output& out) : out_(out) {}

  void section(const Section& section) {
    out_.write("\n## " + plain(section.title) + "\n");
    for (const Block& block : section.blocks) {
      out_.put('\n');
      std::visit([this](const auto& b) { write(b); }, block);
    }
  }

 private:
  void write(const Paragraph& paragraph) { out_.write(plain(paragraph.text) + "\n"); }

  void write(const Heading& heading) { out_.write("### " + plain(heading.text) + "\n"); }

  void write(const Notice& notice) {
    out_.write(notice.tone == Tone::bad ? "**Damage:** " : "**Limit:** ");
    out_.write(plain(notice.text) + "\n");
  }

  void write(const Cards& cards) {
    for (const Card& card : cards.cards) {
      out_.write("- " + plain(card.label) + ": **" + plain(card.value) + "**" +
                 (card.note.empty() ? "" : " (" + plain(card.note) + ")") + "\n");
    }
  }

  void write(const Answers& answers) {
    for (const Answer& answer : answers.answers) {
      out_.write("- **" + plain(answer.question) + "** " + plain(answer.answer) +
                 evidence(answer.links) + "\n");
      for (const auto& [text, proof] : answer.items) {
        out_.write("  - " + plain(text) + evidence({proof}) + "\n");
      }
    }
  }

  void write(const Definitions& definitions) {
    for (const auto& [term, meaning] : definitions.entries) {
      out_.write("- **" + plain(term) + "**: " + plain(meaning) + "\n");
    }
  }

  void write(const Preformatted& preformatted) {
    out_.write("    " + visible(preformatted.text) + "\n");
  }

  void write(const Chart& chart) {
    out_.write("**" + plain(chart.title) + "** " + plain(chart.description) + "\n");
  }

  void write(const Waterfall& waterfall) {
    out_.write("**" + plain(waterfall.title) + "** " + plain(waterfall.description) +
               "\n");
  }

  void write(const PageTable& table) {
    out_.write("**" + plain(table.caption) + "**\n\n|");
    for (const PageColumn& column : table.columns) {
      out_.write(" " + plain(column.name) + " |");
    }
    out_.write("\n|");
    for (const PageColumn& column : table.columns) {
      out_.write(column.number ? "---:|" : ":---|");
    }
    out_.put('\n');
    for (const PageRow& row : table.rows) {
      out_.put('|');
      for (const PageCell& cell : row.cells) {
        out_.write(" " + plain(cell.text) +
                   (cell.note.empty() ? "" : " (" + plain(cell.note) + ")") +
                   evidence(cell.links) + " |");
      }
      out_.put('\n');
    }
    if (table.left_out != 0) {
      out_.write("\n" + counted(table.left_out, "more row") + " left out" +
                 (table.left_out_hint.empty() ? "" : "; " + plain(table.left_out_hint)) +
                 ".\n");
    }
  }

  static std::string evidence(const std::vector<PageLink>& links) {
    std::string out;
    for (const PageLink& link : links) {
      out += (out.empty() ? " [" : ", ") + plain(link.text);
    }
    return out.empty() ? out : out + "]";
  }

  Output& out_;
};

}  // namespace

void write_markdown(const Report& report, Output& out) {
  out.write("# " + plain(report.title) + "\n\n" + plain(report.subtitle) + "\n");
  MarkdownWriter writer(out);
  for (const Section& section : report.sections) {
    writer.section(section);
  }
}

}  // namespace capaudit
