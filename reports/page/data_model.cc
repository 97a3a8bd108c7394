// SPDX-License-Identifier: Apache-2.0
// The sections of a report as JSON: every number of the page, unrounded where it is
// known.
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "reports/numbers.h"
#include "reports/page/data.h"

namespace capaudit {
namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {
    "blocked", "connect", "send", "network", "server", "wait", "receive"};

class ModelWriter {
 public:
  explicit ModelWriter(JsonWriter& json) : json_(json) {}

  void write(const Report& report) {
    json_.begin_object();
    text("title", report.title);
    text("subtitle", report.subtitle);
    json_.key("sections");
    json_.begin_array();
    for (const Section& section : report.sections) {
      json_.begin_object();
      text("id", section.id);
      text("title", section.title);
      json_.key("measured");
      json_.boolean(section.measured);
      json_.key("blocks");
      json_.begin_array();
      for (const Block& block : section.blocks) {
        json_.begin_object();
        std::visit([this](const auto& b) { write(b); }, block);
        json_.end_object();
      }
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.text(value);
  }
  void text_if(std::string_view key, std::string_view value) {
    if (!value.empty()) {
      text(key, value);
    }
  }
  void number(double value) { json_.ms(value); }
  void numbers(std::string_view key, const std::vector<double>& values) {
    json_.key(key);
    json_.begin_array();
    for (const double value : values) {
      number(value);
    }
    json_.end_array();
  }

  void write(const Paragraph& paragraph) { text("paragraph", paragraph.text); }
  void write(const Heading& heading) { text("heading", heading.text); }
  void write(const Notice& notice) { text("notice", notice.text); }
  void write(const Preformatted& preformatted) { text("code", preformatted.text); }

  void write(const Cards& cards) {
    json_.key("cards");
    json_.begin_array();
    for (const Card& card : cards.cards) {
      json_.begin_object();
      text("label", card.label);
      text("value", card.value);
      text("note", card.note);
      json_.end_object();
    }
    json_.end_array();
  }

  void write(const Answers& answers) {
    json_.key("answers");
    json_.begin_array();
    for (const Answer& answer : answers.answers) {
      json_.begin_object();
      if (answer.measured) {
        json_.key("measured");
        json_.boolean(true);
      }
      text("question", answer.question);
      text("answer", answer.answer);
      links(answer.links);
      if (!answer.items.empty()) {
        json_.key("items");
        json_.begin_array();
        for (const auto& [item, evidence] : answer.items) {
          json_.begin_array();
          json_.text(item);
          json_.text(evidence.text);
          json_.end_array();
        }
        json_.end_array();
      }
      json_.end_object();
    }
    json_.end_array();
  }

  void write(const Definitions& definitions) {
    json_.key("definitions");
    json_.begin_array();
    for (const auto& [term, meaning] : definitions.entries) {
      json_.begin_object();
      text("term", term);
      text("meaning", meaning);
      json_.end_object();
    }
    json_.end_array();
  }

  void write(const PageTable& table) {
    text("table", table.id);
    text("caption", table.caption);
    json_.key("columns");
    json_.begin_array();
    for (const PageColumn& column : table.columns) {
      json_.text(column.name);
    }
    json_.end_array();
    json_.key("left_out");
    json_.number(table.left_out);
    if (table.of_exchanges) {
      text("rows_in", "exchanges");
      return;
    }
    json_.key("rows");
    json_.begin_array();
    for (const PageRow& row : table.rows) {
      write(row);
    }
    json_.end_array();
  }

  /// A list of cells; of what was measured, or unfolds, an object with that list.
  void write(const PageRow& row) {
    const bool object = row.measured || !row.details.empty();
    if (object) {
      json_.begin_object();
    }
    if (row.measured) {
      json_.key("measured");
      json_.boolean(true);
    }
    if (object) {
      json_.key("cells");
    }
    json_.begin_array();
    for (const PageCell& cell : row.cells) {
      write(cell);
    }
    json_.end_array();
    if (!row.details.empty()) {
      write(row.details);
    }
    if (object) {
      json_.end_object();
    }
  }

  void write(const std::vector<Detail>& details) {
    json_.key("details");
    json_.begin_array();
    for (const Detail& detail : details) {
      json_.begin_object();
      text("title", detail.title);
      json_.key("facts");
      json_.begin_array();
      for (const auto& [name, value] : detail.facts) {
        json_.begin_array();
        json_.text(name);
        json_.text(value);
        json_.end_array();
      }
      json_.end_array();
      text_if("text", detail.preformatted);
      json_.end_object();
    }
    json_.end_array();
  }

  /// A cell that says nothing but its text is a string, nothing but a whole number that
  /// number.
  void write(const PageCell& cell) {
    if (cell.note.empty() && cell.title.empty() && cell.links.empty()) {
      if (!cell.order) {
        json_.text(cell.text);
        return;
      }
      constexpr double kWholeBelow = 9e15;
      if (*cell.order >= 0 && *cell.order < kWholeBelow &&
          cell.text == grouped(static_cast<std::uint64_t>(*cell.order)) &&
          *cell.order == std::floor(*cell.order)) {
        json_.number(static_cast<std::uint64_t>(*cell.order));
        return;
      }
    }
    json_.begin_object();
    text("text", cell.text);
    text_if("note", cell.note);
    text_if("full", cell.title);
    if (cell.order && cell.text != kUnknown) {
      json_.key("value");
      number(*cell.order);
    }
    links(cell.links);
    json_.end_object();
  }

  void links(const std::vector<PageLink>& links) {
    if (links.empty()) {
      return;
    }
    json_.key("links");
    json_.begin_array();
    for (const PageLink& link : links) {
      json_.text(link.text);
    }
    json_.end_array();
  }

  void write(const Chart& chart) {
    text("chart", chart.id);
    text("title", chart.title);
    text("reading", chart.reading);
    text("description", chart.description);
    text("unit", chart.unit);
    text_if("x", chart.x_name);
    text_if("x_unit", chart.x_unit);
    json_.key("categories");
    json_.begin_array();
    for (const std::string& category : chart.categories) {
      json_.text(category);
    }
    json_.end_array();
    json_.key("series");
    json_.begin_array();
    for (const Series& series : chart.series) {
      json_.begin_object();
      text("name", series.name);
      if (!series.x.empty()) {
        numbers("x", series.x);
      }
      numbers("values", series.values);
      json_.end_object();
    }
    json_.end_array();
    json_.key("marks");
    json_.begin_array();
    for (const ChartMark& mark : chart.marks) {
      json_.begin_object();
      text("label", mark.label);
      json_.key("at");
      number(mark.at);
      json_.end_object();
    }
    json_.end_array();
    if (chart.band) {
      text("band", chart.band->label);
      numbers("band_ends", {chart.band->low, chart.band->high});
    }
  }

  void write(const Waterfall& waterfall) {
    text("waterfall", waterfall.id);
    text("title", waterfall.title);
    text("reading", waterfall.reading);
    json_.key("connections");
    json_.begin_array();
    for (const WaterfallLane& lane : waterfall.lanes) {
      json_.begin_object();
      text("name", lane.name);
      json_.key("exchanges");
      json_.begin_array();
      for (const WaterfallBar& bar : lane.bars) {
        write(bar);
      }
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
  }

  void write(const WaterfallBar& bar) {
    json_.begin_object();
    // The number alone: the record of the exchange has the rest.
    text("name", std::string_view(bar.name).substr(0, bar.name.find(' ')));
    text_if("note", bar.note);
    json_.key("phases");
    json_.begin_array();
    std::optional<double> end;
    for (const PhaseBar& phase : bar.phases) {
      json_.begin_array();
      json_.text(kPhaseNames[static_cast<std::size_t>(phase.phase)]);
      if (!end || exact_ms(*end) != exact_ms(phase.start_ms)) {
        json_.ms(phase.start_ms);
      }
      json_.ms(phase.ms);
      end = phase.start_ms + phase.ms;
      json_.end_array();
    }
    json_.end_array();
    json_.end_object();
  }

  JsonWriter& json_;
};

}  // namespace

void write_model(const Report& report, JsonWriter& json) {
  ModelWriter(json).write(report);
}

}  // namespace capaudit
