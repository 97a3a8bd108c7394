// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace capaudit {
namespace {

/// The scenario has less of the metric than the reference.
bool means_less(Than than, bool rate) {
  return than == Than::less || (than == Than::faster && !rate) ||
         (than == Than::slower && rate);
}

Reading mapped(const Reading& reading, std::string name,
               const std::function<double(double)>& map) {
  const double a = map(reading.low);
  const double b = map(reading.high);
  return {std::move(name), std::min(a, b), map(reading.value), std::max(a, b)};
}

double inverse(double value) {
  return value <= 0 ? std::numeric_limits<double>::infinity() : 1 / value;
}

bool is_percentage(const Quantity& quantity) {
  return quantity.text.find('%') != std::string::npos;
}

/// What the two ways are called, by the word that was used.
struct Names {
  std::string_view plain, inverse;
};

Names names_of(Than than, bool rate) {
  const bool speed = than == Than::faster || than == Than::slower;
  if (!speed) {
    return than == Than::less ? Names{"less than the reference", "the reference is more"}
                              : Names{"more than the reference", "the reference is less"};
  }
  if (rate) {
    return than == Than::faster ? Names{"more per second", "less time each"}
                                : Names{"less per second", "more time each"};
  }
  return than == Than::faster ? Names{"less time", "more speed"}
                              : Names{"more time", "less speed"};
}

}  // namespace

std::vector<Reading> ratio_readings(const Quantity& quantity, bool rate) {
  std::vector<Reading> out;
  for (const Reading& reading : quantity.readings) {
    if (quantity.than == Than::nothing) {
      out.push_back(reading);
      continue;
    }
    const bool less = means_less(quantity.than, rate);
    if (!is_percentage(quantity)) {
      out.push_back(less ? mapped(reading, "", inverse) : reading);
      continue;
    }
    const Names names = names_of(quantity.than, rate);
    const auto more = [](double p) { return 1 + p; };
    const auto fewer = [](double p) { return 1 - p; };
    const std::string text = quantity.text + " = ";
    out.push_back(less ? mapped(reading, text + std::string(names.plain), fewer)
                       : mapped(reading, text + std::string(names.plain), more));
    out.push_back(less ? mapped(reading, text + std::string(names.inverse),
                                [](double p) { return inverse(1 + p); })
                       : mapped(reading, text + std::string(names.inverse),
                                [](double p) { return inverse(1 - p); }));
  }
  return out;
}

std::vector<Reading> difference_readings(const Quantity& quantity, bool rate) {
  std::vector<Reading> out;
  const bool less = means_less(quantity.than, rate);
  for (Reading reading : quantity.readings) {
    // Which of the two is the larger one is not said by a difference of 0.
    reading.low = quantity.zero ? -reading.high : reading.low;
    out.push_back(less ? mapped(reading, reading.name, [](double d) { return -d; })
                       : reading);
  }
  return out;
}

Result<Tolerance> parse_tolerance(std::string_view text) {
  const Result<Quantity> quantity = parse_quantity(text);
  if (!quantity) {
    return quantity.error();
  }
  if (quantity->readings.size() > 1) {
    return Error{ErrorCode::malformed, 0,
                 "a tolerance needs a unit with one meaning: B, KiB or MiB"};
  }
  Tolerance out;
  out.source = Tolerance::Source::stated;
  out.text = std::string(text);
  const double value = quantity->readings.front().value;
  if (is_percentage(*quantity)) {
    out.relative = value;
  } else {
    out.absolute = value;
    out.dimension = quantity->dimension;
  }
  return out;
}

Reading widened(const Reading& reading, const Tolerance& tolerance) {
  Reading out = reading;
  const double by = tolerance.relative ? std::abs(reading.value) * *tolerance.relative
                                       : tolerance.absolute.value_or(0);
  out.low = std::min(out.low, reading.value - by);
  out.high = std::max(out.high, reading.value + by);
  return out;
}

}  // namespace capaudit
