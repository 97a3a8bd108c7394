// SPDX-License-Identifier: Apache-2.0
#include "reports/plain.h"

#include <algorithm>
#include <string>
#include <vector>

#include "reports/text.h"

namespace capaudit {
namespace {

std::string cell_line(const PageCell& cell) {
  return cell.note.empty() ? cell.text : cell.text + " (" + cell.note + ")";
}

class PlainWriter {
 public:
  PlainWriter(const Terminal& terminal, Output& out)
      : width_(terminal.width.value_or(100)), out_(out) {}

  void section(const Section& section) {
    line(section.title);
    for (const Block& block : section.blocks) {
      std::visit([this](const auto& b) { write(b); }, block);
    }
    out_.put('\n');
  }

 private:
  void line(const std::string& text) { out_.write(text + "\n"); }

  /// Broken between words.
  void paragraph(const std::string& text) {
    std::string current;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t space = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, space - at);
      if (!current.empty() && display_width(current) + 1 + display_width(word) > width_) {
        line(current);
        current.clear();
      }
      current += (current.empty() ? "" : " ") + word;
      at = space + 1;
    }
    line(current);
  }

  void write(const Paragraph& block) { paragraph(block.text); }
  void write(const Heading& block) { paragraph(block.text); }
  void write(const Notice& block) { paragraph("! " + block.text); }
  void write(const Preformatted& block) { line("    " + block.text); }
  void write(const Chart& /*block*/) {}
  void write(const Waterfall& /*block*/) {}
  void write(const Cards& block) {
    for (const Card& card : block.cards) {
      line(card.label + ": " + card.value +
           (card.note.empty() ? "" : " (" + card.note + ")"));
    }
  }
  void write(const Answers& block) {
    for (const Answer& answer : block.answers) {
      paragraph(answer.question + " " + answer.answer);
    }
  }
  void write(const Definitions& block) {
    for (const auto& [term, meaning] : block.entries) {
      paragraph(term + ": " + meaning);
    }
  }
  void write(const PageTable& table) {
    out_.put('\n');
    paragraph(table.caption);
    std::vector<std::size_t> widths;
    for (const PageColumn& column : table.columns) {
      widths.push_back(display_width(column.name));
    }
    for (const PageRow& row : table.rows) {
      for (std::size_t i = 0; i < std::min(widths.size(), row.cells.size()); ++i) {
        widths[i] = std::max(widths[i], display_width(cell_line(row.cells[i])));
      }
    }
    std::vector<std::string> head;
    for (const PageColumn& column : table.columns) {
      head.push_back(column.name);
    }
    cells(table, head, widths);
    for (const PageRow& row : table.rows) {
      std::vector<std::string> texts;
      for (const PageCell& cell : row.cells) {
        texts.push_back(cell_line(cell));
      }
      cells(table, texts, widths);
    }
  }

  void cells(const PageTable& table, const std::vector<std::string>& texts,
             const std::vector<std::size_t>& widths) {
    std::string text;
    for (std::size_t i = 0; i < std::min(widths.size(), texts.size()); ++i) {
      const std::size_t used = display_width(texts[i]);
      const std::string blanks(widths[i] > used ? widths[i] - used : 0, ' ');
      text += i == 0 ? "" : "  ";
      text += table.columns[i].number ? blanks + texts[i] : texts[i] + blanks;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    line(text);
  }

  std::size_t width_;
  Output& out_;
};

void write_cell(std::string_view text, Output& out) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out.write(text);
    return;
  }
  out.put('"');
  for (const char c : text) {
    out.write(c == '"' ? std::string_view("\"\"") : std::string_view(&c, 1));
  }
  out.put('"');
}

void write_csv_table(const PageTable& table, Output& out) {
  out.write("table");
  for (const PageColumn& column : table.columns) {
    out.put(',');
    write_cell(column.name, out);
  }
  out.write("\r\n");
  for (const PageRow& row : table.rows) {
    write_cell(table.id, out);
    for (const PageCell& cell : row.cells) {
      out.put(',');
      // Digits for machines: without commas between groups of three.
      std::string text = cell.text;
      if (cell.order && text.find_first_not_of("0123456789,") == std::string::npos) {
        std::erase(text, ',');
      }
      const bool formula = !text.empty() && std::string_view("=+-@").find(text[0]) !=
                                                std::string_view::npos;
      write_cell((formula && !cell.order ? "'" : "") + text, out);
    }
    out.write("\r\n");
  }
}

}  // namespace

void write_plain(const Report& report, const Terminal& terminal, Output& out) {
  PlainWriter writer(terminal, out);
  for (const Section& section : report.sections) {
    writer.section(section);
  }
}

void write_tables_csv(const Report& report, Output& out) {
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      if (const PageTable* const table = std::get_if<PageTable>(&block)) {
        write_csv_table(*table, out);
      }
    }
  }
}

}  // namespace capaudit
