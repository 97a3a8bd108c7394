// SPDX-License-Identifier: Apache-2.0
// The waterfall as inline SVG: a lane per connection, a bar per exchange, a piece per
// phase; what is uncertain is striped. Colours and stripes come from the style sheet.
#include <algorithm>
#include <array>
#include <cmath>

#include "reports/numbers.h"
#include "reports/page/html_writer.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr double kWidth = 760, kNames = 220, kRight = 70, kRow = 14, kHead = 22;
constexpr std::size_t kNameWidth = 36;

constexpr std::array<std::string_view, kPhases> kNamesOfPhases = {
    "blocked", "connect", "send", "network", "server", "wait", "receive"};

/// A hundredth of a pixel is more than a screen shows.
std::string number(double value) {
  return exact_ms(std::round(value * 100) / 100);
}

double place(double ms, const WaterfallLane& lane) {
  const double room = kWidth - kNames - kRight;
  return kNames + room * std::clamp(ms / std::max(lane.end_ms, 1e-6), 0.0, 1.0);
}

std::string rect(const PhaseBar& phase, double y, const WaterfallLane& lane,
                 const std::string& stripes) {
  const double from = place(phase.start_ms, lane);
  const double to = place(phase.start_ms + phase.ms, lane);
  std::string out = "<rect class=\"w-";
  out += kNamesOfPhases[static_cast<std::size_t>(phase.phase)];
  out += "\" x=\"" + number(from) + "\" y=\"" + number(y) + "\" width=\"" +
         number(std::max(to - from, 0.8)) + "\" height=\"" + number(kRow - 4) + "\"/>";
  if (phase.uncertain) {
    out += "<rect class=\"w-uncertain\" x=\"" + number(from) + "\" y=\"" + number(y) +
           "\" width=\"" + number(std::max(to - from, 0.8)) + "\" height=\"" +
           number(kRow - 4) + "\" fill=\"url(#" + stripes + ")\"/>";
  }
  return out;
}

std::string legend(const Waterfall& waterfall) {
  std::array<bool, kPhases> used{};
  bool striped = false;
  for (const WaterfallLane& lane : waterfall.lanes) {
    for (const WaterfallBar& bar : lane.bars) {
      for (const PhaseBar& phase : bar.phases) {
        used[static_cast<std::size_t>(phase.phase)] = true;
        striped = striped || phase.uncertain;
      }
    }
  }
  std::string out = "<p class=\"legend\" aria-hidden=\"true\">";
  for (std::size_t i = 0; i < kPhases; ++i) {
    if (used[i]) {
      out += "<span><svg class=\"key\" viewBox=\"0 0 12 12\"><rect class=\"w-" +
             std::string(kNamesOfPhases[i]) + "\" width=\"12\" height=\"12\"/></svg> " +
             std::string(kNamesOfPhases[i]) + "</span> ";
    }
  }
  if (striped) {
    out +=
        "<span><svg class=\"key\" viewBox=\"0 0 12 12\"><rect class=\"w-wait\" "
        "width=\"12\" height=\"12\"/><rect width=\"12\" height=\"12\" fill=\"url(#" +
        waterfall.id + "-stripes)\"/></svg> striped: uncertain</span>";
  }
  return out + "</p>\n";
}

}  // namespace

void HtmlWriter::lane(const WaterfallLane& lane, const std::string& stripes,
                      const std::string& id) {
  const double height = kHead + kRow * static_cast<double>(lane.bars.size()) + 4;
  out_.write("<p class=\"lane\" id=\"" + id + "\">" + link(lane.link, lane.name) + ", " +
             safe_html(counted(lane.bars.size(), "exchange")) +
             "</p>\n<svg class=\"waterfall\" role=\"group\" viewBox=\"0 0 " +
             number(kWidth) + " " + number(height) + "\" aria-labelledby=\"" + id +
             "\">");
  std::string lines;
  std::string texts;
  const double step = tick_step(lane.end_ms);
  for (int i = 0; i * step <= lane.end_ms; ++i) {
    const std::string x = number(place(i * step, lane));
    lines += "M" + x + " " + number(kHead - 6) + "V" + number(height);
    texts += "<text class=\"tick\" x=\"" + x + "\" y=\"11\">" +
             (i == 0 ? "0" : safe_html(tick_text(i * step, "ms"))) + "</text>";
  }
  out_.write("<path class=\"tick\" d=\"" + lines + "\"/>" + texts);
  double y = kHead;
  for (const WaterfallBar& bar : lane.bars) {
    double end = 0;
    double total = 0;
    std::string pieces;
    for (const PhaseBar& phase : bar.phases) {
      end = std::max(end, phase.start_ms + phase.ms);
      total += phase.ms;
    }
    for (const PhaseBar& phase : bar.phases) {
      // What took no time has no piece, unless nothing took any.
      if (phase.ms > 0 || total == 0) {
        pieces += rect(phase, y, lane, stripes);
      }
    }
    const std::string name = cut_middle(visible(bar.name), kNameWidth);
    const std::string middle = number(y + kRow - 5);
    const bool linked = ids_.contains(bar.link);
    out_.write(linked ? "<a href=\"#" + bar.link + "\">" : "");
    out_.write("<text x=\"0\" y=\"" + middle + "\">" + safe_html(name) + "</text>");
    out_.write(linked ? "</a>" : "");
    out_.write(pieces + "<text class=\"length\" x=\"" + number(place(end, lane) + 4) +
               "\" y=\"" + middle + "\">" +
               safe_html(bar.note.empty() ? short_ms(total) : bar.note) + "</text>");
    y += kRow;
  }
  out_.write("</svg>\n");
}

void HtmlWriter::write(const Waterfall& waterfall) {
  out_.write("<figure id=\"" + waterfall.id + "\" class=\"wide\">\n");
  caption(waterfall.title, waterfall.reading, waterfall.numbers_in);
  out_.write(legend(waterfall));
  out_.write(
      "<svg class=\"defs\" aria-hidden=\"true\"><defs><pattern id=\"" + waterfall.id +
      "-stripes\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><rect class=\"stripe\" width=\"2\" height=\"5\"/>"
      "</pattern></defs></svg>\n");
  out_.write("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
             safe_html(waterfall.title) + "\">\n");
  std::size_t n = 0;
  for (const WaterfallLane& one : waterfall.lanes) {
    lane(one, waterfall.id + "-stripes", waterfall.id + "-" + std::to_string(++n));
  }
  out_.write("</div>\n</figure>\n");
}

}  // namespace capaudit
