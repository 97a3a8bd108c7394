// SPDX-License-Identifier: Apache-2.0
#include "reports/parse_times.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "reports/json_writer.h"
#include "reports/numbers.h"
#include "reports/page/cells.h"
#include "reports/parse_text.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string against(const Timing& timing, const Timing& reference,
                    const std::optional<Estimate>& floor) {
  if (&timing == &reference) {
    return "reference";
  }
  const std::optional<Estimate> ratio = time_ratio(timing, reference);
  if (!ratio) {
    return "none: below the quantum";
  }
  return measurable(*ratio, floor)
             ? percent_longer(*ratio)
             : "no measurable difference (" + percent_longer(*ratio) + ")";
}

std::string against_all(const Timing& timing, const Timing& reference) {
  if (&timing == &reference || timing.below_quantum() || reference.below_quantum()) {
    return "";
  }
  const auto ratio = estimate_ratio(timing.batches_ns, reference.batches_ns);
  return ratio ? percent_longer(*ratio) : "";
}

std::string warm_up_text(const Timing& timing) {
  switch (timing.warm_up.state) {
  case WarmUp::State::steady:
    return std::to_string(timing.warm_up.runs) + " of " +
           std::to_string(timing.batches_ns.size());
  case WarmUp::State::too_few:
    return "too few batches to tell";
  case WarmUp::State::never_steady:
    return "never steady";
  }
  return "";
}

const Timing* reference_of(const WorkFigures& work) {
  const auto found = std::find_if(work.timings.begin(), work.timings.end(),
                                  [](const Timing& timing) { return timing.timed(); });
  return found == work.timings.end() ? nullptr : &*found;
}

PageCell ms_of(double ns) {
  PageCell cell = text_cell(short_ms(ns / kNsPerMs));
  cell.order = ns;
  return cell;
}

PageTable table_of(const ParseFigures& figures, const WorkFigures& work,
                   const std::string& id) {
  const Timing* const reference = reference_of(work);
  PageTable table;
  table.id = id;
  table.caption = std::string(to_string(work.work)) + ": one pass over " +
                  counted(figures.documents, "document") + " of " +
                  grouped(figures.bytes) + " bytes in all, every value visited";
  table.columns = {
      {"engine", false},        {"median", true},  {"95% interval", false},
      {"MB/s", true},           {"ns/row", true},  {"time against the reference", false},
      {"with warm-up", false},  {"cold", true},    {"warm-up", false},
      {"held at a time", true}, {"batches", false}};
  for (const Timing& timing : work.timings) {
    PageRow& row = table.rows.emplace_back();
    row.cells.push_back(text_cell(
        visible(timing.engine + (timing.version.empty() ? "" : " " + timing.version))));
    if (!timing.timed()) {
      row.cells.push_back(text_cell("none"));
      row.cells.push_back(text_cell(visible(timing.problem)));
      row.cells.resize(table.columns.size(), text_cell(""));
      continue;
    }
    if (timing.below_quantum()) {
      row.cells.push_back(text_cell("< quantum"));
    } else {
      row.cells.push_back(ms_of(timing.pass_ns.middle));
    }
    row.cells.push_back(text_cell(ns_interval(timing.pass_ns)));
    row.cells.push_back(text_cell(mb_per_second(figures.bytes, timing.pass_ns.middle)));
    row.cells.push_back(ns_per_row_cell(figures.rows, timing.pass_ns.middle));
    row.cells.push_back(text_cell(against(timing, *reference, work.floor)));
    row.cells.push_back(text_cell(against_all(timing, *reference)));
    row.cells.push_back(ms_of(timing.cold.front().ns_per_pass));
    row.cells.push_back(text_cell(warm_up_text(timing)));
    row.cells.push_back(timing.peak_bytes ? bytes_cell(*timing.peak_bytes)
                                          : text_cell("unknown"));
    row.cells.push_back(text_cell(std::to_string(timing.kept_ns().size()) + " of " +
                                  counted(timing.passes, "iteration")));
  }
  return table;
}

Chart chart_of(const WorkFigures& work, const std::string& id) {
  Chart chart;
  chart.id = id + "-strip";
  chart.title = "Every batch, " + std::string(to_string(work.work));
  chart.reading = "A point is the time of one pass in one batch; warm-up is left out.";
  chart.kind = Chart::Kind::strips;
  chart.unit = "ms";
  chart.numbers_in = id;
  for (const Timing& timing : work.timings) {
    if (!timing.timed()) {
      continue;
    }
    Series& series = chart.series.emplace_back();
    series.name = timing.engine;
    for (const double ns : timing.kept_ns()) {
      series.values.push_back(ns / kNsPerMs);
    }
    chart.description += (chart.description.empty() ? "" : ", ") + timing.engine + " " +
                         short_ms(timing.pass_ns.middle / kNsPerMs);
  }
  chart.description = chart.title + ": medians " + chart.description + ".";
  return chart;
}

Section section_of(const ParseFigures& figures, std::size_t number) {
  Section section;
  section.id = "parse-" + std::to_string(number);
  section.title = "Parse times of " + visible(figures.name);
  section.measured = true;
  section.blocks.emplace_back(
      Paragraph{std::string(to_string(figures.kind)) + ", " +
                counted(figures.documents, "document") + ", " + grouped(figures.bytes) +
                " bytes, " + counted(figures.rows, "row") +
                ". Measured here, not in the browser of any claim: " +
                machine_text(figures.machine) + "."});
  if (figures.machine.load && *figures.machine.load > figures.machine.cores) {
    section.blocks.emplace_back(
        Notice{Tone::warning,
               "More processes wanted to run than there are cores: times are upper "
               "bounds; engines took turns, so ratios hold better."});
  }
  for (std::size_t i = 0; i < figures.works.size(); ++i) {
    const WorkFigures& work = figures.works[i];
    const std::string id = section.id + "-" + std::to_string(i + 1);
    if (work.floor) {
      section.blocks.emplace_back(Paragraph{
          "Noise floor of " + std::string(to_string(work.work)) + ": " +
          work.floor_engine + " against itself, in turn, differs by " +
          percent_longer(*work.floor) + "; a difference inside that is not measurable."});
    }
    if (reference_of(work) != nullptr) {
      section.blocks.emplace_back(chart_of(work, id));
    }
    section.blocks.emplace_back(table_of(figures, work, id));
  }
  return section;
}

class ParseJson {
 public:
  explicit ParseJson(Output& out) : json_(out) {}

  void write(std::span<const ParseFigures> figures) {
    json_.begin_object();
    json_.key("machine");
    machine(figures.empty() ? Machine() : figures.front().machine);
    json_.key("payloads");
    json_.begin_array();
    for (const ParseFigures& one : figures) {
      json_.begin_object();
      text("payload", one.name);
      text("kind", to_string(one.kind));
      number("documents", one.documents);
      number("bytes", one.bytes);
      number("rows", one.rows);
      json_.end_object();
    }
    json_.end_array();
    json_.key("rows");
    json_.begin_array();
    for (const ParseFigures& one : figures) {
      for (const WorkFigures& work : one.works) {
        for (const Timing& timing : work.timings) {
          row(one, work, timing);
        }
      }
    }
    json_.end_array();
    json_.end_object();
    json_.new_line();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.known_text(value);
  }
  void number(std::string_view key, std::uint64_t value) {
    json_.key(key);
    json_.number(value);
  }
  void real(std::string_view key, double value) {
    json_.key(key);
    json_.ms(value);
  }
  void estimate(std::string_view key, const std::optional<Estimate>& value, double unit) {
    json_.key(key);
    if (!value || value->kind == IntervalKind::none) {
      json_.null();
      return;
    }
    json_.begin_object();
    real("low", value->low / unit);
    real("middle", value->middle / unit);
    real("high", value->high / unit);
    number("n", value->n);
    text("interval", to_string(value->kind));
    json_.end_object();
  }

  void machine(const Machine& machine) {
    json_.begin_object();
    text("cpu", machine.cpu);
    text("flags", machine.flags);
    number("cores", machine.cores);
    text("system", machine.system);
    json_.key("load");
    machine.load ? json_.ms(*machine.load) : json_.null();
    json_.end_object();
  }

  void row(const ParseFigures& figures, const WorkFigures& work, const Timing& timing) {
    const Timing* const reference = reference_of(work);
    json_.begin_object();
    text("payload", figures.name);
    text("engine", timing.engine);
    text("version", timing.version);
    text("work", protocol(timing.work));
    json_.key("digest_ok");
    json_.boolean(timing.digest_ok);
    text("problem", timing.problem);
    const bool timed = timing.timed();
    estimate("pass_ms", timed ? std::optional(timing.pass_ns) : std::nullopt, kNsPerMs);
    estimate("all_ms", timed ? std::optional(timing.all_ns) : std::nullopt, kNsPerMs);
    json_.key("below_quantum");
    json_.boolean(timing.below_quantum());
    real("quantum_ns", timing.quantum_ns);
    number("passes", timing.passes);
    number("warm_up_batches", timing.warm_up.runs);
    json_.key("batches_ms");
    json_.begin_array();
    for (const double ns : timing.batches_ns) {
      json_.ms(ns / kNsPerMs);
    }
    json_.end_array();
    json_.key("cold");
    json_.begin_array();
    for (const ColdBatch& batch : timing.cold) {
      json_.begin_object();
      number("passes", batch.passes);
      real("pass_ms", batch.ns_per_pass / kNsPerMs);
      json_.end_object();
    }
    json_.end_array();
    json_.key("peak_bytes");
    json_.known_number(timing.peak_bytes);
    estimate("ratio",
             timed && reference != nullptr && reference != &timing
                 ? time_ratio(timing, *reference)
                 : std::nullopt,
             1);
    text("ratio_to", reference == nullptr ? "" : reference->engine);
    estimate("noise_floor", work.floor, 1);
    json_.end_object();
  }

  static std::string_view protocol(Work work) {
    return work == Work::parse_bytes  ? "parse_bytes"
           : work == Work::parse_text ? "parse_text"
                                      : "generate";
  }

  JsonWriter json_;
};

}  // namespace

Report parse_report(std::span<const ParseFigures> figures) {
  Report report;
  report.title = "Parse times measured here";
  for (std::size_t i = 0; i < figures.size(); ++i) {
    report.sections.push_back(section_of(figures[i], i + 1));
  }
  return report;
}

void write_parse_json(std::span<const ParseFigures> figures, Output& out) {
  ParseJson(out).write(figures);
}

}  // namespace capaudit
