// SPDX-License-Identifier: Apache-2.0
// `sizes --json` (docs/SIZES.md has the keys).
#include <string>

#include "reports/encodings.h"
#include "reports/json_writer.h"

namespace capaudit {
namespace {

class SizesJson {
 public:
  SizesJson(const Redactor& redactor, Output& out) : redactor_(redactor), json_(out) {}

  void write(std::span<const Sizes> sizes) {
    json_.begin_object();
    list("payloads", sizes, [this](const Sizes& one) { payload(one); });
    list("rows", sizes, [this](const Sizes& one) {
      for (const SizeRow& row : one.encodings) {
        encoding(one, row);
      }
    });
    list("ladder", sizes, [this](const Sizes& one) {
      for (const SizeCurve& curve : one.curves) {
        ladder(one, curve);
      }
    });
    list("crossovers", sizes, [this](const Sizes& one) {
      for (const Crossover& crossing : one.crossovers) {
        crossover(one, crossing);
      }
    });
    json_.end_object();
    json_.new_line();
  }

 private:
  template <class Write>
  void list(std::string_view key, std::span<const Sizes> sizes, Write write) {
    json_.key(key);
    json_.begin_array();
    for (const Sizes& one : sizes) {
      write(one);
    }
    json_.end_array();
  }
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.known_text(value);
  }
  void number(std::string_view key, std::uint64_t value) {
    json_.key(key);
    json_.number(value);
  }
  void texts(std::string_view key, const std::vector<std::string>& values) {
    json_.key(key);
    json_.begin_array();
    for (const std::string& value : values) {
      json_.text(value);
    }
    json_.end_array();
  }

  void payload(const Sizes& sizes) {
    json_.begin_object();
    text("exchange", sizes.id);
    text("url", redactor_.url(sizes.target));
    text("format", to_string(sizes.format));
    number("rows", sizes.rows);
    texts("columns", sizes.columns);
    text("digest", sizes.digest);
    number("content_bytes", sizes.captured_bytes);
    json_.key("encoded_bytes");
    json_.known_number(sizes.encoded_bytes);
    texts("codings", sizes.codings);
    texts("enumerated", sizes.enumerated);
    number("values_left_out", sizes.left_out);
    reproduction(sizes.reproduction);
    json_.key("measured");
    json_.begin_array();
    for (const MeasuredSize& measured : sizes.measured) {
      json_.begin_object();
      text("exchange", measured.id);
      number("rows", measured.rows);
      number("content_bytes", measured.bytes);
      json_.key("gzip_bytes");
      json_.known_number(measured.gzip_bytes);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void reproduction(const Reproduction& made) {
    json_.key("reproduction");
    json_.begin_object();
    text("encoding", made.writer);
    json_.key("envelope_kept");
    json_.boolean(made.envelope_kept);
    json_.key("identical");
    json_.boolean(made.identical);
    number("captured_bytes", made.captured_bytes);
    number("written_bytes", made.written_bytes);
    json_.key("differences");
    json_.begin_array();
    for (const SizeDifference& one : made.differences) {
      json_.begin_object();
      text("cause", one.cause);
      json_.key("bytes");
      json_.number(one.bytes);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void encoding(const Sizes& sizes, const SizeRow& row) {
    json_.begin_object();
    text("exchange", sizes.id);
    text("encoding", row.name);
    text("title", row.title);
    text("problem", row.problem);
    json_.key("bytes");
    json_.known_number(row.problem.empty() ? std::optional(row.bytes) : std::nullopt);
    json_.key("coded");
    json_.begin_object();
    for (const CodedSize& size : row.coded) {
      number(size.coder, size.bytes);
    }
    json_.end_object();
    json_.key("losses");
    json_.begin_array();
    for (const Loss& loss : row.losses) {
      json_.begin_object();
      text("what", loss.what);
      number("cells", loss.cells);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void fit(std::string_view key, const std::optional<SizeFit>& line) {
    json_.key(key);
    if (!line) {
      json_.null();
      return;
    }
    json_.begin_object();
    json_.key("fixed");
    json_.ms(line->fixed);
    json_.key("per_row");
    json_.ms(line->per_row);
    json_.key("worst");
    json_.ms(line->worst);
    json_.end_object();
  }

  void ladder(const Sizes& sizes, const SizeCurve& curve) {
    json_.begin_object();
    text("exchange", sizes.id);
    text("encoding", curve.name);
    json_.key("points");
    json_.begin_array();
    for (const SizePoint& point : curve.points) {
      json_.begin_object();
      number("rows", point.rows);
      number("bytes", point.bytes);
      number("gzip_bytes", point.gzip_bytes);
      json_.key("resampled");
      json_.boolean(point.resampled);
      json_.end_object();
    }
    json_.end_array();
    fit("fit", curve.raw);
    fit("fit_gzip", curve.gzip);
    json_.end_object();
  }

  void crossover(const Sizes& sizes, const Crossover& crossing) {
    json_.begin_object();
    text("exchange", sizes.id);
    text("smaller_before", crossing.before);
    number("up_to_rows", crossing.from);
    text("smaller_after", crossing.after);
    number("from_rows", crossing.to);
    json_.key("gzip");
    json_.boolean(crossing.gzip);
    json_.end_object();
  }

  const Redactor& redactor_;
  JsonWriter json_;
};

}  // namespace

void write_sizes_json(std::span<const Sizes> sizes, const Redactor& redactor,
                      Output& out) {
  SizesJson(redactor, out).write(sizes);
}

}  // namespace capaudit
