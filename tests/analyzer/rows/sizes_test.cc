// SPDX-License-Identifier: Apache-2.0
// The ladder, the fit, crossovers, and what a body's bytes are explained by.
#include "analyzer/rows/sizes.h"

#include <gtest/gtest.h>

namespace capaudit {
namespace {

SizeCurve line(const std::string& name, std::uint64_t fixed, std::uint64_t per_row,
               const std::vector<std::uint64_t>& counts) {
  SizeCurve curve;
  curve.name = name;
  for (const std::uint64_t rows : counts) {
    curve.points.push_back({rows, fixed + per_row * rows, 2 * fixed + rows, false});
  }
  return curve;
}

TEST(SizeLadder, GoesUpInOneTwoFiveToTheRowsAtHand) {
  EXPECT_EQ(size_ladder(30, {}), (std::vector<std::uint64_t>{1, 2, 5, 10, 20, 30}));
  EXPECT_EQ(size_ladder(1, {}), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(size_ladder(12, {80, 7, 0}),
            (std::vector<std::uint64_t>{0, 1, 2, 5, 7, 10, 12}));
}

TEST(SizeFit, ALineIsFoundExactly) {
  const SizeCurve curve = line("a", 250, 17, {1, 2, 5, 10, 100});
  const auto fit = fit_sizes(curve.points, false);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->fixed, 250, 1e-6);
  EXPECT_NEAR(fit->per_row, 17, 1e-9);
  EXPECT_NEAR(fit->worst, 0, 1e-6);
}

TEST(SizeFit, ItsErrorIsTheFarthestPoint) {
  std::vector<SizePoint> points = line("a", 0, 10, {1, 2, 3, 4, 5}).points;
  points[2].bytes += 50;  // the mean of the five moves by 10
  const auto fit = fit_sizes(points, false);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->per_row, 10, 1e-9);
  EXPECT_NEAR(fit->fixed, 10, 1e-9);
  EXPECT_NEAR(fit->worst, 40, 1e-9);
  EXPECT_FALSE(fit_sizes({points[0], points[1]}, false));
}

TEST(Crossovers, LieBetweenTwoPointsOfTheLadder) {
  const std::vector<std::uint64_t> counts = {1, 2, 5, 10, 20, 50};
  // 10 + 20 n is the smaller up to 9 rows, 100 + 10 n from 10 on: they are equal at 9.
  const std::vector<Crossover> found =
      find_crossovers({line("steep", 10, 20, counts), line("flat", 100, 10, counts)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].before, "steep");
  EXPECT_EQ(found[0].after, "flat");
  EXPECT_EQ(found[0].from, 5u);
  EXPECT_EQ(found[0].to, 10u);
  EXPECT_FALSE(found[0].gzip);
}

TEST(Crossovers, NoneWhereOneIsAlwaysSmaller) {
  const std::vector<std::uint64_t> counts = {1, 10, 100};
  EXPECT_TRUE(
      find_crossovers({line("a", 10, 5, counts), line("b", 20, 5, counts)}).empty());
}

SizesInput json_input(std::string_view text) {
  SizesInput input;
  input.content_type = "application/json";
  const Bytes bytes = as_bytes(text);
  input.content.assign(bytes.begin(), bytes.end());
  return input;
}

Reproduction reproduced(std::string_view text) {
  const Result<Sizes> sizes = measure_sizes(json_input(text), {});
  EXPECT_TRUE(sizes) << sizes.error().what;
  return sizes ? sizes->reproduction : Reproduction();
}

TEST(Reproduction, CompactJsonIsMadeAgainByteForByteWithItsEnvelope) {
  for (const std::string_view text :
       {R"({"identifier":"id","items":[{"id":1,"n":"é"},{"id":2,"n":"b"}],"more":[1]})",
        R"({"cols":["id","n"],"items":[[1,"a"],[2,"b"],[3,"a"]]})",
        R"({"enums":{"n":["a","b"]},"cols":["id","n"],"items":[[1,0],[2,1],[3,0]]})",
        R"([[1,"a"],[2,"b"]])"}) {
    SCOPED_TRACE(text);
    const Reproduction made = reproduced(text);
    EXPECT_TRUE(made.envelope_kept);
    EXPECT_TRUE(made.identical);
    EXPECT_TRUE(made.differences.empty());
  }
}

TEST(Reproduction, WhiteSpaceEscapesAndSpellingAreCountedApart) {
  const Reproduction made =
      reproduced("[{\"id\": 1, \"n\": \"\\u00e9\"},\n {\"id\": 2.50, \"n\": \"b\"}]");
  ASSERT_EQ(made.differences.size(), 3u);
  EXPECT_EQ(made.differences[0].cause, "spelling of values");
  EXPECT_EQ(made.differences[0].bytes, 1);  // 2.50 is 2.5
  EXPECT_EQ(made.differences[1].cause, "escaping");
  EXPECT_EQ(made.differences[1].bytes, 4);  // \u00e9 is two bytes
  EXPECT_EQ(made.differences[2].cause, "white space");
  EXPECT_EQ(made.differences[2].bytes, 8);
  EXPECT_EQ(made.captured_bytes - made.written_bytes, 13u);
}

TEST(Sizes, RowsBeyondThoseAtHandAreMarked) {
  SizesOptions options;
  options.up_to = 10;
  const Result<Sizes> sizes =
      measure_sizes(json_input(R"([{"id":1,"n":"a"},{"id":2,"n":"b"}])"), options);
  ASSERT_TRUE(sizes);
  for (const SizeCurve& curve : sizes->curves) {
    ASSERT_EQ(curve.points.size(), 4u) << curve.name;
    EXPECT_FALSE(curve.points[1].resampled);
    EXPECT_TRUE(curve.points[2].resampled);
    EXPECT_EQ(curve.points[3].rows, 10u);
  }
}

TEST(Sizes, ABodyWithoutRowsSaysSo) {
  const Result<Sizes> none = measure_sizes(json_input(R"({"a":1})"), {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "the body holds no rows");
  EXPECT_FALSE(measure_sizes(json_input(R"([{"a":1},{"a")"), {}));
}

// SOAP 1.1, 5.4.1: what is referred to stands once. Each of `levels` values refers ten
// times to the next, so that a cell stands for 10^levels texts.
SizesInput soap_of_references(int levels) {
  std::string body = "<r><w><a>1</a><b href='#i0'/></w><w><a>2</a><b>x</b></w></r>";
  for (int level = 0; level < levels; ++level) {
    body += "<multiRef id='i" + std::to_string(level) + "'>";
    for (int i = 0; i < 10; ++i) {
      body += "<v href='#i" + std::to_string(level + 1) + "'/>";
    }
    body += "</multiRef>";
  }
  body += "<multiRef id='i" + std::to_string(levels) + "'>text</multiRef>";
  SizesInput input = json_input(
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body +
      "</e:Body></e:Envelope>");
  input.content_type = "text/xml";
  return input;
}

TEST(Sizes, RowsThatCannotBeWrittenOutWholeHaveNone) {
  EXPECT_TRUE(measure_sizes(soap_of_references(2), {}));
  SizesOptions bounded;
  bounded.max_rows_bytes = 100'000;
  const Result<Sizes> many = measure_sizes(soap_of_references(20), bounded);
  ASSERT_FALSE(many) << "10^20 texts";
  EXPECT_EQ(many.error().code, ErrorCode::limit);
  EXPECT_NE(many.error().what.find("too large"), std::string::npos);
  bounded.max_rows_bytes = 100;
  EXPECT_FALSE(measure_sizes(soap_of_references(2), bounded)) << "400 bytes of texts";
}

}  // namespace
}  // namespace capaudit
