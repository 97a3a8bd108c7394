// SPDX-License-Identifier: Apache-2.0
// How fast bodies are decoded, and their rows found and digested: 5,000 rows like those
// of the census, written in each format. MB/s are of the body; "row" is the time of one
// row. Run with: meson test -C BUILD --benchmark --verbose
#include <string>

#include <benchmark/benchmark.h>

#include "analyzer/rows/table.h"
#include "decoders/formats/decode.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

constexpr std::size_t kRows = 5000;

Rows census_rows() {
  Rows rows;
  rows.columns = {"id",   "age", "classOfWorker", "education", "maritalStatus",
                  "race", "sex"};
  const std::string work[] = {"Private", "Not in universe", "Local government"};
  const std::string school[] = {"High school graduate", "Some college but no degree",
                                "Children", "Bachelors degree(BA AB BS)"};
  const std::string family[] = {"Never married", "Married-civilian spouse present",
                                "Divorced", "Widowed"};
  const std::string race[] = {"White", "Black", "Asian or Pacific Islander"};
  for (std::size_t i = 0; i < kRows; ++i) {
    rows.cells.emplace_back(static_cast<std::int64_t>(i + 1));
    rows.cells.emplace_back(static_cast<std::int64_t>(i * 7 % 90));
    rows.cells.emplace_back(work[i % 3]);
    rows.cells.emplace_back(school[i / 3 % 4]);
    rows.cells.emplace_back(family[i / 5 % 4]);
    rows.cells.emplace_back(race[i / 7 % 3]);
    rows.cells.emplace_back(std::string(i % 2 == 0 ? "Female" : "Male"));
  }
  return rows;
}

void report(benchmark::State& state, std::size_t bytes) {
  using benchmark::Counter;
  const auto rounds = static_cast<double>(state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(rounds) *
                          static_cast<std::int64_t>(bytes));
  state.counters["row"] = Counter(rounds * kRows, Counter::kIsRate | Counter::kInvert);
  state.counters["body"] = static_cast<double>(bytes);
}

void decode_body(benchmark::State& state, const RowWriter& writer) {
  const Buffer body = writer.write(census_rows());
  Hints hints;
  hints.content_type = writer.content_type;
  for (auto round : state) {
    const Decoded decoded = decode(body, hints, {});
    if (decoded.tree.error || decoded.tree.empty()) {
      state.SkipWithError("the body was not decoded");
      return;
    }
    benchmark::DoNotOptimize(decoded.tree.size());
  }
  report(state, body.size());
}

void digest_rows(benchmark::State& state, const RowWriter& writer) {
  const Buffer body = writer.write(census_rows());
  Hints hints;
  hints.content_type = writer.content_type;
  const Decoded decoded = decode(body, hints, {});
  for (auto round : state) {
    const std::optional<Table> table = find_table(decoded);
    if (!table || table->rows != kRows) {
      state.SkipWithError("the rows were not found");
      return;
    }
    benchmark::DoNotOptimize(table_digest(decoded.tree, *table));
  }
  report(state, body.size());
}

}  // namespace
}  // namespace capaudit

int main(int argc, char** argv) {
  using capaudit::RowWriter;
  for (const RowWriter& writer : capaudit::row_writers()) {
    const std::string name(writer.name);
    benchmark::RegisterBenchmark(
        ("decode/" + name).c_str(),
        [&writer](benchmark::State& state) { capaudit::decode_body(state, writer); });
    benchmark::RegisterBenchmark(
        ("rows and digest/" + name).c_str(),
        [&writer](benchmark::State& state) { capaudit::digest_rows(state, writer); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
