// SPDX-License-Identifier: Apache-2.0
// gnuplot 5.4 (svg.trm): gpPt3 to gpPt14 are outlines of a unit of size, each followed by
// the same one filled.
#include "reports/charts/marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace capaudit {
namespace {

constexpr std::string_view kUse = "<use ";
constexpr std::string_view kPoint = "gpPt";
constexpr std::string_view kDefs = "<defs>";
constexpr std::string_view kDefsEnd = "</defs>";

struct Mark {
  int kind = 0;  ///< the number behind gpPt
  double x = 0, y = 0, scale = 0;
  std::string_view colour;

  bool looks_like(const Mark& other) const {
    return kind == other.kind && scale == other.scale && colour == other.colour;
  }
};

struct Point {
  double x, y;
};

/// Behind `name` in a tag; none: there is no number.
std::optional<double> number_after(std::string_view tag, std::string_view name) {
  const std::size_t at = tag.find(name);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = tag.substr(at + name.size());
  double value = 0;
  const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), value,
                                   std::chars_format::fixed);
  constexpr double kFar = 1e6;  // no chart is as large
  return end.ec == std::errc() && std::abs(value) < kFar ? std::optional(value)
                                                         : std::nullopt;
}

std::optional<Mark> mark_of(std::string_view tag) {
  constexpr std::string_view kTranslate = "translate(";
  constexpr std::string_view kColour = " color='";
  const auto kind = number_after(tag, kPoint);
  const auto x = number_after(tag, kTranslate);
  const auto scale = number_after(tag, "scale(");
  const std::size_t colour = tag.find(kColour);
  if (!kind || !x || !scale || colour == std::string_view::npos || *kind < 3 ||
      *kind > 14) {
    return std::nullopt;
  }
  const std::size_t comma = tag.find(',', tag.find(kTranslate));
  const auto y = number_after(tag.substr(std::min(comma, tag.size())), ",");
  if (!y) {
    return std::nullopt;
  }
  const std::string_view rest = tag.substr(colour + kColour.size());
  return Mark{static_cast<int>(*kind), *x, *y, *scale, rest.substr(0, rest.find('\''))};
}

/// A tenth of a pixel is more than a screen shows.
std::string tenths(double value) {
  std::array<char, 32> digits{};
  const double rounded = std::round(value * 10) / 10;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 rounded == 0 ? 0.0 : rounded);
  return {digits.data(), end.ptr};
}

/// Of the marks that are no circle; the first of a pair stands for both.
std::vector<Point> outline_of(int kind) {
  switch (kind - (kind + 1) % 2) {
  case 3:
    return {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  case 7:
    return {{0, -1.33}, {-1.33, 0.67}, {1.33, 0.67}};
  case 9:
    return {{0, 1.33}, {1.33, -0.67}, {-1.33, -0.67}};
  case 11:
    return {{0, -1.41}, {1.41, 0}, {0, 1.41}, {-1.41, 0}};
  case 13:
    return {
        {0, 1.33}, {1.265, 0.411}, {0.782, -1.067}, {-0.782, -1.067}, {-1.265, 0.411}};
  default:
    return {};
  }
}

std::string pair(double x, double y) {
  const std::string second = tenths(y);
  return tenths(x) + (second[0] == '-' ? "" : " ") + second;
}

/// A circle is a line of no length with round ends where it is filled, else two arcs.
std::string path_of(const Mark& mark) {
  const std::string r = tenths(mark.scale);
  if (mark.kind == 6) {
    return "M" + pair(mark.x, mark.y) + "h0";
  }
  if (mark.kind == 5) {
    const std::string arc = "a" + r + " " + r + " 0 1 0 ";
    return "M" + pair(mark.x - mark.scale, mark.y) + arc + tenths(2 * mark.scale) + " 0" +
           arc + tenths(-2 * mark.scale) + " 0";
  }
  std::string out;
  Point last{};
  for (const Point& point : outline_of(mark.kind)) {
    const Point here{point.x * mark.scale, point.y * mark.scale};
    out += out.empty() ? "M" + pair(mark.x + here.x, mark.y + here.y)
                       : "l" + pair(here.x - last.x, here.y - last.y);
    last = here;
  }
  return out + "z";
}

std::string element_of(const Mark& mark, const std::string& path) {
  std::string out = "<path color=\"" + std::string(mark.colour) + "\"";
  if (mark.kind == 6) {
    out += " stroke-linecap=\"round\" stroke-width=\"" + tenths(2 * mark.scale) + "\"";
  } else {
    out += mark.kind % 2 == 0 ? " fill=\"currentColor\" stroke=\"none\""
                              : " stroke-width=\"1\"";
  }
  return out + " d=\"" + path + "\"/>";
}

/// Definitions that no mark is drawn with any more.
std::string without_definitions(std::string body) {
  const std::size_t from = body.find(kDefs);
  const std::size_t to = body.find(kDefsEnd, std::min(from, body.size()));
  if (to == std::string::npos || body.find(kUse, to) != std::string::npos ||
      body.find("url(#", to) != std::string::npos) {
    return body;
  }
  return body.erase(from, to + kDefsEnd.size() - from);
}

}  // namespace

std::string shorter_path(std::string_view data) {
  std::string out;
  std::array<std::int64_t, 2> last{};  // in tenths, so that no error adds up
  std::size_t at = 0;
  const auto skip = [&data, &at] {
    while (at < data.size() &&
           std::string_view(" ,\t\n").find(data[at]) != std::string_view::npos) {
      ++at;
    }
  };
  const auto tenth = [](std::int64_t value) {
    return tenths(static_cast<double>(value) / 10);
  };
  for (skip(); at < data.size(); skip()) {
    const char command = data[at++];
    if (command == 'z' || command == 'Z') {
      out += 'z';
      continue;
    }
    std::array<std::int64_t, 2> here{};
    for (std::int64_t& value : here) {
      skip();
      double number = 0;
      const auto end = std::from_chars(data.data() + at, data.data() + data.size(),
                                       number, std::chars_format::fixed);
      constexpr double kFar = 1e6;
      if ((command != 'M' && command != 'L') || end.ec != std::errc() ||
          std::abs(number) > kFar) {
        return std::string(data);
      }
      value = std::llround(number * 10);
      at = static_cast<std::size_t>(end.ptr - data.data());
    }
    const std::int64_t x = here[0] - last[0];
    const std::int64_t y = here[1] - last[1];
    const std::string second = tenth(command == 'M' ? here[1] : y);
    if (command == 'M') {
      out += "M" + tenth(here[0]) + (second[0] == '-' ? "" : " ") + second;
    } else if (y == 0) {
      out += x == 0 ? "" : "h" + tenth(x);
    } else {
      out +=
          x == 0 ? "v" + second : "l" + tenth(x) + (second[0] == '-' ? "" : " ") + second;
    }
    last = here;
  }
  return out;
}

std::string draw_marks(std::string_view body) {
  std::string out;
  std::optional<Mark> run;
  std::string path;
  const auto end_run = [&] {
    if (run) {
      out += element_of(*run, path);
    }
    run.reset();
    path.clear();
  };
  for (std::size_t at = 0; at < body.size();) {
    const bool use = body.substr(at).starts_with(kUse);
    const std::size_t end = use ? std::min(body.find('>', at), body.size() - 1) + 1
                                : std::min(body.find(kUse, at), body.size());
    const std::string_view piece = body.substr(at, end - at);
    const std::optional<Mark> mark = use ? mark_of(piece) : std::nullopt;
    if (!mark || (run && !run->looks_like(*mark))) {
      end_run();
    }
    if (mark) {
      run = mark;
      path += path_of(*mark);
    } else {
      out += piece;
    }
    at = end;
  }
  end_run();
  return without_definitions(std::move(out));
}

}  // namespace capaudit
