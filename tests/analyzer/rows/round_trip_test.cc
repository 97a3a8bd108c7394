// SPDX-License-Identifier: Apache-2.0
// Property: rows written in any format are read back as the same rows, under one digest.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "analyzer/rows/extract.h"
#include "analyzer/rows/normalise.h"
#include "decoders/core/utf8.h"
#include "decoders/writers/scalar_text.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

/// Pseudo-random numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 33 ^ state_ >> 11;
  }
  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>(next() % limit);
  }

 private:
  std::uint64_t state_;
};

std::string random_text(Random& random) {
  // Each plane, both ends of the surrogate gap, white space and markup.
  constexpr std::uint32_t kStarts[] = {0x20,    0x41,    0x80,    0x3b1,
                                       0x800,   0xd7f0,  0xe000,  0xfff0,
                                       0x10000, 0x1f600, 0x2f800, 0x10fff0};
  constexpr std::string_view kTricky[] = {
      "007",       "1.50",        "true",     "NaN",  "2010-01-31",
      "/Date(5)/", "<a>&amp;\"'", "a,b;c\td", "]]>",  " x  y ",
      "-0",        "null",        "\r\nline", "=1+1", "1e3"};
  if (random.below(3) == 0) {
    return std::string(kTricky[random.below(std::size(kTricky))]);
  }
  std::string text;
  for (std::size_t length = random.below(12); length > 0; --length) {
    append_utf8(text, kStarts[random.below(std::size(kStarts))] +
                          static_cast<std::uint32_t>(random.below(14)));
  }
  return text;
}

Cell random_cell(Random& random, std::size_t kind) {
  constexpr std::int64_t kIntegers[] = {0,
                                        1,
                                        -1,
                                        127,
                                        128,
                                        (1 << 28) - 1,
                                        1 << 28,
                                        (1 << 28) + 1,
                                        -(1 << 28),
                                        -(1 << 28) - 1,
                                        9007199254740991,
                                        9007199254740992,
                                        9007199254740993,
                                        -9007199254740993,
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::numeric_limits<std::int64_t>::min()};
  const double doubles[] = {0.0,  -0.0,       0.1,          -1.5,     1e300,    5e-324,
                            1e21, 123456.789, std::nan(""), HUGE_VAL, -HUGE_VAL};
  switch (kind) {
  case 0:
    return random.below(2) == 0;
  case 1:
    return kIntegers[random.below(std::size(kIntegers))];
  case 2:
    return doubles[random.below(std::size(doubles))];
  case 3:
    return Date{static_cast<double>(random.below(4'000'000'000'000)) - 1e12};
  case 4:
    return random_text(random);
  default:
    return Cell();
  }
}

Rows random_rows(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Rows rows;
  const std::size_t columns = 1 + random.below(8);
  std::vector<std::size_t> kinds;
  for (std::size_t i = 0; i < columns; ++i) {
    rows.columns.push_back("c" + std::to_string(i));
    kinds.push_back(random.below(6));
  }
  for (std::size_t row = 0; row < count; ++row) {
    for (const std::size_t kind : kinds) {
      rows.cells.push_back(random_cell(random, random.below(8) == 0 ? 5 : kind));
    }
  }
  return rows;
}

/// What any format makes of a cell.
std::string normal(const Cell& cell) {
  const double* const real = std::get_if<double>(&cell);
  const Date* const date = std::get_if<Date>(&cell);
  return real != nullptr   ? normalise_number(*real)
         : date != nullptr ? normalise_number(date->ms)
                           : normalise_text(cell_text(cell));
}

std::string read_back(const RowWriter& writer, const Rows& rows) {
  SCOPED_TRACE(writer.name);
  const Buffer body = writer.write(rows);
  Hints hints;
  hints.content_type = writer.content_type;
  const Decoded decoded = decode(body, hints, {});
  EXPECT_FALSE(decoded.tree.error);
  EXPECT_EQ(to_string(decoded.format), to_string(writer.format));
  const std::optional<Table> table = find_table(decoded);
  if (!table) {
    return "none";
  }
  std::optional<Rows> extracted = extract_rows(decoded.tree, *table);
  if (!extracted) {
    return "too large";
  }
  const Rows back = without_annotations(std::move(*extracted));
  EXPECT_EQ(table->rows, rows.count());
  EXPECT_EQ(back.cells.size(), rows.cells.size());
  for (std::size_t i = 0; i < std::min(back.cells.size(), rows.cells.size()); ++i) {
    EXPECT_EQ(normal(back.cells[i]), normal(rows.cells[i])) << "cell " << i;
  }
  return table_digest(decoded.tree, *table);
}

TEST(RoundTrip, EveryWriterKeepsEveryRowUnderOneDigest) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Rows rows = random_rows(seed, 2 + seed % 7);
    const std::string digest = read_back(*find_row_writer("json"), rows);
    EXPECT_EQ(digest.size(), 32u);
    for (const RowWriter& writer : row_writers()) {
      EXPECT_EQ(read_back(writer, rows), digest) << writer.name;
    }
    if (HasFailure()) {
      break;
    }
  }
}

TEST(RoundTrip, TenThousandRowsToo) {
  const Rows rows = random_rows(7, 10'000);
  const std::string digest = read_back(*find_row_writer("json"), rows);
  for (const RowWriter& writer : row_writers()) {
    EXPECT_EQ(read_back(writer, rows), digest) << writer.name;
  }
}

TEST(RoundTrip, NoneAndOneAreRowsWhereTheFormatSaysThatTheyAre) {
  for (const std::size_t count : {0U, 1U}) {
    const Rows rows = random_rows(3, count);
    for (const char* name : {"odata-json", "amf3", "amf3-anonymous", "odata-atom"}) {
      const RowWriter& writer = *find_row_writer(name);
      const Buffer body = writer.write(rows);
      Hints hints;
      hints.content_type = writer.content_type;
      const Decoded decoded = decode(body, hints, {});
      const std::optional<Table> table = find_table(decoded);
      ASSERT_TRUE(table) << name << " with " << count;
      EXPECT_EQ(table->rows, count) << name;
    }
  }
}

TEST(RoundTrip, OneChangedCellChangesTheDigestOfEveryFormat) {
  Rows rows = random_rows(11, 20);
  std::vector<std::string> before;
  for (const RowWriter& writer : row_writers()) {
    before.push_back(read_back(writer, rows));
  }
  rows.cells[rows.cells.size() / 2] = std::string("changed");
  std::size_t i = 0;
  for (const RowWriter& writer : row_writers()) {
    EXPECT_NE(read_back(writer, rows), before[i++]) << writer.name;
  }
}

}  // namespace
}  // namespace capaudit
