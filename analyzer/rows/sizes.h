// SPDX-License-Identifier: Apache-2.0
// Sizes: the rows of one body encoded again in every format, at the row count at hand and
// up a ladder of row counts, with fixed and per-row parts by fit and the row counts from
// which one format is smaller than another. docs/SIZES.md says how to read them. What is
// written was never sent by anyone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/rows/encodings.h"
#include "analyzer/rows/extract.h"
#include "decoders/formats/decode.h"

namespace capaudit {

struct CodedSize {
  std::string_view coder;
  std::uint64_t bytes = 0;
};

/// The name of what was captured, among the encodings.
inline constexpr std::string_view kCapturedForm = "captured";

struct SizeRow {
  std::string name, title;
  std::string problem;  ///< why there is no size; empty: there is
  std::uint64_t bytes = 0;
  std::vector<CodedSize> coded;  ///< in the order of body_coders(), identity left out
  std::vector<Loss> losses;
};

/// Why a body that was written again is larger or smaller than the captured one.
struct SizeDifference {
  std::string_view cause;
  std::int64_t bytes = 0;  ///< captured less written
};

struct Reproduction {
  std::string writer;          ///< of the format nearest to the captured one
  bool envelope_kept = false;  ///< else a standard envelope stands in for it
  bool identical = false;      ///< byte for byte
  std::uint64_t captured_bytes = 0, written_bytes = 0;
  std::vector<SizeDifference> differences;  ///< sum up to captured less written
};

struct SizePoint {
  std::uint64_t rows = 0, bytes = 0, gzip_bytes = 0;
  bool resampled = false;  ///< more rows than were captured, drawn from them
};

/// size = fixed + per_row * rows, by least squares.
struct SizeFit {
  double fixed = 0, per_row = 0;
  double worst = 0;  ///< the largest distance of a point from the line, in bytes
};

struct SizeCurve {
  std::string name;
  std::vector<SizePoint> points;
  std::optional<SizeFit> raw, gzip;
};

/// `before` is the smaller up to `from` rows, `after` from `to` rows on; between them
/// lies no point of the ladder.
struct Crossover {
  std::string before, after;
  bool gzip = false;
  std::uint64_t from = 0, to = 0;
};

/// The same rows at another count, as the capture has them.
struct MeasuredSize {
  std::string id;
  std::uint64_t rows = 0, bytes = 0;
  std::optional<std::uint64_t> gzip_bytes;  ///< if it was sent with gzip
};

struct SizesInput {
  std::string id, target, content_type;
  bool is_request = false;
  Buffer content;  ///< content codings off
  std::optional<std::uint64_t> encoded_bytes;
  std::vector<std::string> codings;
  std::vector<MeasuredSize> measured;
};

struct SizesOptions {
  std::uint64_t up_to = 0;  ///< rows of the ladder's end; 0: those at hand
  bool ladder = true;
  bool encodings = true;                       ///< false: only the captured form
  std::size_t max_rows_bytes = kMaxRowsBytes;  ///< texts of the rows, written out
};

struct Sizes {
  std::string id, target;
  Format format = Format::binary;
  std::uint64_t rows = 0;
  std::vector<std::string> columns;
  std::string digest;
  std::uint64_t captured_bytes = 0;
  std::optional<std::uint64_t> encoded_bytes;
  std::vector<std::string> codings;
  std::vector<std::string>
      enumerated;                  ///< columns whose texts json-enums writes by index
  std::uint64_t left_out = 0;      ///< values outside the common columns: in no encoding
  std::vector<SizeRow> encodings;  ///< the captured form first
  Reproduction reproduction;
  std::vector<SizeCurve> curves;  ///< in the order of `encodings`
  std::vector<Crossover> crossovers;
  std::vector<MeasuredSize> measured;
};

/// An error says why the body has no sizes: no rows, or damage.
Result<Sizes> measure_sizes(const SizesInput& input, const SizesOptions& options);

/// 1, 2, 5, 10, ... and `rows` itself, and `also`; ascending, none above `rows`.
std::vector<std::uint64_t> size_ladder(std::uint64_t rows,
                                       const std::vector<std::uint64_t>& also);
std::optional<SizeFit> fit_sizes(const std::vector<SizePoint>& points, bool gzip);
/// Of every pair of curves with points at the same row counts.
std::vector<Crossover> find_crossovers(const std::vector<SizeCurve>& curves);

}  // namespace capaudit
