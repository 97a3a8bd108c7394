// SPDX-License-Identifier: Apache-2.0
// A claims file as values: what was published, and where in the captures to look
// (docs/CLAIMS.md is the format).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/audit/comparison.h"
#include "analyzer/audit/metric_table.h"
#include "analyzer/audit/quantity.h"
#include "analyzer/select.h"

namespace capaudit {

/// Where something stands in the claims file, from 1.
struct Place {
  std::uint32_t line = 0, column = 0;
};

/// What a run is: one value of a metric.
struct RunRule {
  enum class Kind : std::uint8_t { operation, capture, window };
  Kind kind = Kind::operation;
  double seconds = 0;  ///< of a window
};

/// Operations that needed a set-up (handshake, login) first, those that found it done, or
/// both.
enum class StartFilter : std::uint8_t { any, cold, warm };

/// Exchanges by their numbers in each capture, both ends included.
struct NumberRange {
  std::uint32_t first = 1, last = 0;
};

struct ScenarioSpec {
  std::string id, name;
  std::vector<std::string> captures;  ///< paths and globs, relative to the file
  std::vector<Place> capture_places;
  Selection select;
  RunRule run;
  StartFilter start = StartFilter::any;
  std::optional<std::uint64_t> rows;   ///< only operations with that many
  std::vector<NumberRange> exchanges;  ///< empty: all
  Place place;
};

enum class Relation : std::uint8_t { equal, less, at_most, more, at_least };
std::string_view to_string(Relation op);

/// The other side of a ratio or a difference.
struct Reference {
  std::string scenario;  ///< empty: the claim's own
  std::string as;        ///< encoding; empty: as captured
  std::string engine;    ///< empty: the claim's
};

struct ClaimSpec {
  std::string id, says, source;
  std::string scenario;  ///< empty only where nothing can be observed
  const MetricInfo* metric = nullptr;
  Quantity value;
  Relation op = Relation::equal;
  Tolerance tolerance;
  bool explain = false;
  std::optional<Reference> relative_to;
  std::string as, engine;
  Place place;
};

struct ClaimsFile {
  std::string path;
  std::string folder;  ///< of the file, "" or with a slash at its end
  std::string sha256;  ///< of the file, lower-case hexadecimal; empty: not read from one
  std::string title, source;
  std::vector<ScenarioSpec> scenarios;
  std::vector<ClaimSpec> claims;
};

/// An error of the file, as "file:line:column: what".
struct ClaimsError {
  Place place;
  std::string what;
};

}  // namespace capaudit
