// SPDX-License-Identifier: Apache-2.0
// Charts of a report as data. gnuplot draws a Chart (reports/charts/), the page itself a
// Waterfall. Each says in one line how to be read, and which table has its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace capaudit {

struct Series {
  std::string name;
  std::vector<double> values;
  std::vector<double> x = {};  ///< of `lines`: as many as values, ascending
  unsigned color = 0;          ///< 1 to 8 of the style sheet; 0: by position
  bool alone = false;          ///< of `lines`: points without a line between them
};

/// A line across a chart at a value of its x axis.
struct ChartMark {
  double at = 0;
  std::string label;
};

/// Values that differ by no more than chance: drawn behind the points.
struct ChartBand {
  double low = 0, high = 0;
  std::string label;
};

/// From this many values on a distribution is drawn as a curve, not as points.
inline constexpr std::size_t kManyValues = 30;

struct Chart {
  enum class Kind : std::uint8_t {
    stacked,       ///< a horizontal bar per category, its parts one after the other
    grouped,       ///< a horizontal bar per category and series
    distribution,  ///< every value of each series: points if few, else an ECDF
    strips,        ///< every value of each series a point, however many
    lines,         ///< each series a line through its x and values
    intervals,     ///< a bar per category; series[0..2]: low, middle, high
  };
  std::string id;
  std::string title;
  std::string reading;      ///< one line: how to read it
  std::string description;  ///< text alternative, with the main figures
  Kind kind = Kind::stacked;
  std::string unit;    ///< of values: "B", "ms", "x" (a ratio), "" (a count)
  std::string x_unit;  ///< of the x axis of `lines`
  std::string x_name;  ///< what stands on the x axis of `lines`
  std::vector<std::string> categories;  ///< of bars and intervals
  std::vector<Series> series;
  std::optional<double> axis_end;     ///< of a distribution, where it is not the largest
  bool log_x = false, log_y = false;  ///< of `lines`; only values above 0 are drawn
  std::vector<ChartMark> marks;       ///< of `lines`, `strips` and `intervals`
  std::optional<ChartBand> band;      ///< of `strips` and `intervals`
  std::string numbers_in;             ///< id of the table that holds its numbers
};

/// The values, or so few of them that the curve of their distribution looks the same.
std::vector<double> thinned(std::vector<double> values);

enum class Phase : std::uint8_t {
  blocked,  ///< before the connection: queues, name look-up
  connect,
  send,
  network,  ///< share of the wait
  server,
  wait,  ///< network and server, not told apart
  receive,
};
inline constexpr std::size_t kPhases = 7;

struct PhaseBar {
  Phase phase = Phase::wait;
  double start_ms = 0, ms = 0;
  bool uncertain = false;  ///< drawn striped
};

struct WaterfallBar {
  std::string name, link;
  std::vector<PhaseBar> phases;
  std::string note;  ///< what is not known about it
};

/// The exchanges of a connection, one below the other.
struct WaterfallLane {
  std::string name, link;
  std::vector<WaterfallBar> bars;
  double end_ms = 0;  ///< of its axis, which begins at 0
};

struct Waterfall {
  std::string id, title, reading, description;
  std::vector<WaterfallLane> lanes;
  std::string numbers_in;
};

}  // namespace capaudit
