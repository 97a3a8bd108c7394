// SPDX-License-Identifier: Apache-2.0
#include "analyzer/rows/sizes.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "analyzer/rows/captured_form.h"
#include "analyzer/rows/extract.h"

namespace capaudit {
namespace {

constexpr std::string_view kGzip = "gzip-6";

std::vector<CodedSize> code_all(Bytes body) {
  std::vector<CodedSize> out;
  for (const BodyCoder& coder : body_coders()) {
    if (!coder.coding.empty()) {
      const Result<Buffer> coded = coder.encode(body, coder.level);
      out.push_back({coder.name, coded ? coded->size() : 0});
    }
  }
  return out;
}

std::uint64_t gzip_size(Bytes body) {
  const Result<Buffer> coded = encode_gzip(body, find_body_coder(kGzip)->level);
  return coded ? coded->size() : 0;
}

class Measurer {
 public:
  Measurer(const SizesInput& input, const SizesOptions& options, Decoded decoded,
           Table table, Rows rows)
      : input_(input),
        options_(options),
        decoded_(std::move(decoded)),
        table_(std::move(table)),
        whole_(std::move(rows)),
        rows_(without_annotations(whole_)),
        form_(CapturedForm::of(decoded_, table_)) {}

  Result<Sizes> run();

 private:
  void encode_all();
  void add_captured();
  void compare(const Buffer& written, const ByteShares& shares);
  void reproduce();
  void climb();
  /// The first rows, or a sample of all of them where more are asked for than there are.
  Rows take(const Rows& rows, std::uint64_t count) const;
  std::optional<Buffer> write(const std::string& name, std::uint64_t count) const;

  const SizesInput& input_;
  const SizesOptions& options_;
  Decoded decoded_;
  Table table_;
  Rows whole_;  ///< with annotations: for the captured form
  Rows rows_;
  std::optional<CapturedForm> form_;
  Sizes out_;
};

std::vector<std::string> enumerated_columns(const Rows& rows) {
  const Buffer body = write_json_enums(rows);
  const Decoded decoded = decode(body, {}, Limits());
  std::vector<std::string> out;
  const NodeId enums = decoded.tree.find(decoded.tree.root, "enums");
  if (enums != kNoNode) {
    for (NodeId id = decoded.tree[enums].first; id != kNoNode;
         id = decoded.tree[id].next) {
      out.emplace_back(decoded.tree.name(decoded.tree[id]));
    }
  }
  return out;
}

/// Of a body that holds `rows`; none if it does not.
std::optional<ByteShares> shares_of(const Buffer& body, const Hints& hints,
                                    const Rows& rows) {
  const Decoded decoded = decode(body, hints, Limits());
  const std::optional<Table> table = find_table(decoded);
  std::optional<Rows> back = table ? extract_rows(decoded.tree, *table) : std::nullopt;
  if (!back ||
      !compare_rows(without_annotations(rows), without_annotations(std::move(*back)))) {
    return std::nullopt;
  }
  return byte_shares(decoded, *table);
}

Hints hints_of(const SizesInput& input) {
  Hints hints;
  hints.content_type = input.content_type;
  hints.target = input.target;
  hints.is_request = input.is_request;
  return hints;
}

void Measurer::compare(const Buffer& written, const ByteShares& shares) {
  Reproduction& out = out_.reproduction;
  const ByteShares captured = byte_shares(decoded_, table_);
  out.captured_bytes = input_.content.size();
  out.written_bytes = written.size();
  out.identical = written == input_.content;
  const auto add = [&out](std::string_view cause, std::uint64_t of_captured,
                          std::uint64_t of_written) {
    if (of_captured != of_written) {
      out.differences.push_back({cause, static_cast<std::int64_t>(of_captured) -
                                            static_cast<std::int64_t>(of_written)});
    }
  };
  add("envelope", captured.envelope, shares.envelope);
  add("names", captured.names, shares.names);
  add("spelling of values", captured.values, shares.values);
  add("escaping", captured.escaping, shares.escaping);
  add("white space", captured.white, shares.white);
  add("markers, references and punctuation", captured.structure, shares.structure);
}

/// The captured rows in the captured format: what proves that the other sizes are not
/// those of some writer of ours alone.
void Measurer::reproduce() {
  const RowWriter* const writer = nearest_writer(decoded_, table_);
  out_.reproduction.writer = writer == nullptr ? "" : writer->name;
  out_.reproduction.captured_bytes = input_.content.size();
  if (form_) {
    const Buffer written = form_->write(whole_);
    if (const auto shares = shares_of(written, hints_of(input_), whole_)) {
      out_.reproduction.envelope_kept = true;
      compare(written, *shares);
      return;
    }
  }
  if (writer != nullptr) {
    const Buffer written = writer->write(rows_);
    Hints hints;
    hints.content_type = writer->content_type;
    if (const auto shares = shares_of(written, hints, rows_)) {
      compare(written, *shares);
    }
  }
}

void Measurer::add_captured() {
  SizeRow row;
  row.name = kCapturedForm;
  row.title = "as captured, " + std::string(to_string(decoded_.format));
  row.bytes = input_.content.size();
  row.coded = code_all(input_.content);
  out_.encodings.push_back(std::move(row));
}

void Measurer::encode_all() {
  for (const RowWriter& writer : row_writers()) {
    SizeRow row;
    row.name = writer.name;
    row.title = writer.title;
    Result<EncodedRows> encoded = encode_rows(rows_, writer);
    if (encoded) {
      row.bytes = encoded->body.size();
      row.coded = code_all(encoded->body);
      row.losses = std::move(encoded->losses);
    } else {
      row.problem = encoded.error().what;
    }
    out_.encodings.push_back(std::move(row));
  }
}

Rows Measurer::take(const Rows& rows, std::uint64_t count) const {
  if (count <= rows.count()) {
    return first_rows(rows, static_cast<std::size_t>(count));
  }
  constexpr std::uint64_t kSeed = 20081105;
  std::mt19937_64 random(kSeed);
  Rows out = rows;
  const std::size_t width = rows.columns.size();
  for (std::uint64_t row = rows.count(); row < count; ++row) {
    const std::size_t from = static_cast<std::size_t>(random() % rows.count());
    for (std::size_t column = 0; column < width; ++column) {
      out.cells.push_back(rows.cells[from * width + column]);
    }
  }
  return out;
}

std::optional<Buffer> Measurer::write(const std::string& name,
                                      std::uint64_t count) const {
  if (name == kCapturedForm) {
    return form_ && out_.reproduction.envelope_kept
               ? std::optional(form_->write(take(whole_, count)))
               : std::nullopt;
  }
  Result<EncodedRows> encoded = encode_rows(take(rows_, count), *find_row_writer(name));
  return encoded ? std::optional(std::move(encoded->body)) : std::nullopt;
}

void Measurer::climb() {
  std::vector<std::uint64_t> also = {out_.rows};
  for (const MeasuredSize& measured : input_.measured) {
    also.push_back(measured.rows);
  }
  const std::uint64_t top = std::max(out_.rows, options_.up_to);
  const std::vector<std::uint64_t> ladder = size_ladder(top, also);
  for (const SizeRow& row : out_.encodings) {
    SizeCurve curve;
    curve.name = row.name;
    for (const std::uint64_t count : ladder) {
      const std::optional<Buffer> body =
          row.problem.empty() ? write(row.name, count) : std::nullopt;
      if (body) {
        curve.points.push_back(
            {count, body->size(), gzip_size(*body), count > out_.rows});
      }
    }
    curve.raw = fit_sizes(curve.points, false);
    curve.gzip = fit_sizes(curve.points, true);
    if (!curve.points.empty()) {
      out_.curves.push_back(std::move(curve));
    }
  }
  out_.crossovers = find_crossovers(out_.curves);
}

Result<Sizes> Measurer::run() {
  out_.id = input_.id;
  out_.target = input_.target;
  out_.format = decoded_.format;
  out_.rows = whole_.count();
  out_.columns = rows_.columns;
  out_.digest = table_digest(decoded_.tree, table_);
  out_.captured_bytes = input_.content.size();
  out_.encoded_bytes = input_.encoded_bytes;
  out_.codings = input_.codings;
  out_.left_out = table_.extras.size();
  out_.measured = input_.measured;
  out_.enumerated = enumerated_columns(rows_);
  add_captured();
  if (options_.encodings) {
    encode_all();
  }
  reproduce();
  if (options_.ladder) {
    climb();
  }
  return std::move(out_);
}

}  // namespace

std::vector<std::uint64_t> size_ladder(std::uint64_t rows,
                                       const std::vector<std::uint64_t>& also) {
  std::vector<std::uint64_t> out = also;
  out.push_back(rows);
  for (std::uint64_t decade = 1; decade <= rows; decade *= 10) {
    for (const std::uint64_t step : {1U, 2U, 5U}) {
      out.push_back(decade * step);
    }
    if (decade > rows / 10) {
      break;
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  out.erase(std::upper_bound(out.begin(), out.end(), rows), out.end());
  return out;
}

std::optional<SizeFit> fit_sizes(const std::vector<SizePoint>& points, bool gzip) {
  const auto size = [gzip](const SizePoint& point) {
    return static_cast<double>(gzip ? point.gzip_bytes : point.bytes);
  };
  if (points.size() < 3) {
    return std::nullopt;
  }
  const double n = static_cast<double>(points.size());
  double mean_rows = 0, mean_size = 0;
  for (const SizePoint& point : points) {
    mean_rows += static_cast<double>(point.rows) / n;
    mean_size += size(point) / n;
  }
  double product = 0, spread = 0;
  for (const SizePoint& point : points) {
    const double distance = static_cast<double>(point.rows) - mean_rows;
    product += distance * (size(point) - mean_size);
    spread += distance * distance;
  }
  if (spread <= 0) {
    return std::nullopt;
  }
  SizeFit fit;
  fit.per_row = product / spread;
  fit.fixed = mean_size - fit.per_row * mean_rows;
  for (const SizePoint& point : points) {
    const double expected = fit.fixed + fit.per_row * static_cast<double>(point.rows);
    fit.worst = std::max(fit.worst, std::abs(size(point) - expected));
  }
  return fit;
}

std::vector<Crossover> find_crossovers(const std::vector<SizeCurve>& curves) {
  std::vector<Crossover> out;
  const auto look = [&out](const SizeCurve& a, const SizeCurve& b, bool gzip) {
    if (a.points.size() != b.points.size() || a.points.empty()) {
      return;
    }
    const auto less = [gzip](const SizePoint& x, const SizePoint& y) {
      return gzip ? x.gzip_bytes < y.gzip_bytes : x.bytes < y.bytes;
    };
    // The last point at which `a` is not the larger decides, if there is one behind it.
    const std::size_t last = a.points.size() - 1;
    if (!less(b.points[last], a.points[last])) {
      return;
    }
    std::size_t point = last;
    while (point > 0 && less(b.points[point - 1], a.points[point - 1])) {
      --point;
    }
    if (point > 0) {
      out.push_back(
          {a.name, b.name, gzip, a.points[point - 1].rows, a.points[point].rows});
    }
  };
  for (const SizeCurve& a : curves) {
    for (const SizeCurve& b : curves) {
      for (const bool gzip : {false, true}) {
        look(a, b, gzip);
      }
    }
  }
  return out;
}

Result<Sizes> measure_sizes(const SizesInput& input, const SizesOptions& options) {
  Decoded decoded = decode(input.content, hints_of(input), Limits());
  if (decoded.tree.error) {
    return *decoded.tree.error;
  }
  std::optional<Table> table = find_table(decoded);
  if (!table || table->rows == 0) {
    return Error{ErrorCode::unsupported, 0, "the body holds no rows"};
  }
  std::optional<Rows> rows = extract_rows(decoded.tree, *table, options.max_rows_bytes);
  if (!rows) {
    return Error{ErrorCode::limit, 0,
                 "values in its rows are nested too deep, or too large where references "
                 "are written out"};
  }
  return Measurer(input, options, std::move(decoded), std::move(*table), std::move(*rows))
      .run();
}

}  // namespace capaudit
