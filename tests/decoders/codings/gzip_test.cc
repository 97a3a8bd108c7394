// SPDX-License-Identifier: Apache-2.0
// gzip by RFC 1952 and zlib, raw DEFLATE by RFC 1950 and 1951. The streams were made with
// python3's gzip and zlib modules.
#include <gtest/gtest.h>

#include "tests/decoders/codings/pieces.h"
#include "tests/support/hex.h"

namespace capaudit {
namespace {

constexpr std::string_view kHelloGzip =
    "1f8b0800000000000203cb48cdc9c9070086a6103605000000";
constexpr std::string_view kHelloZlib = "789ccb48cdc9c90700062c0215";
constexpr std::string_view kHelloRaw = "cb48cdc9c90700";

struct Case {
  const char* name;
  const char* coding;
  std::string hex;
  std::string text;
  std::optional<ErrorCode> error;
  std::vector<std::string_view> notes;
};

std::string cat(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) {
    all += part;
  }
  return all;
}

TEST(Gzip, StreamsAreReadByTheirSpecification) {
  const std::string head = "1f8b080000000000 0203";
  const std::string data = "cb48cdc9c90700";
  const std::string trailer = "86a61036 05000000";
  const Case cases[] = {
      {"hello", "gzip", std::string(kHelloGzip), "hello", {}, {}},
      {"all optional fields, RFC 1952 2.3.1",
       "gzip",
       // FTEXT, FHCRC, FEXTRA (AB, 2 bytes), FNAME, FCOMMENT; CRC16 by python3
       "1f8b081f000000000003 0600 4142020078796e616d652e7478740061 20636f6d6d656e7400"
       "cb0a" +
           data + trailer,
       "hello",
       {},
       {}},
      {"wrong header CRC",
       "gzip",
       "1f8b081f000000000003 0600 4142020078796e616d652e747874006120636f6d6d656e7400"
       "cb0b" +
           data + trailer,
       "hello",
       {},
       {"checksum_wrong"}},
      {"empty extra field and empty name",
       "gzip",
       "1f8b080c000000000003 0000 00" + data + trailer,
       "hello",
       {},
       {}},
      {"two members, RFC 1952 2.2",
       "gzip",
       cat({kHelloGzip, kHelloGzip}),
       "hellohello",
       {},
       {}},
      {"an empty member between",
       "gzip",
       cat({kHelloGzip, "1f8b080000000000000303000000000000000000", kHelloGzip}),
       "hellohello",
       {},
       {}},
      {"zeros behind",
       "gzip",
       cat({kHelloGzip, "0000000000"}),
       "hello",
       {},
       {"trailing_bytes"}},
      {"garbage behind",
       "gzip",
       cat({kHelloGzip, "1f8bff"}),
       "hello",
       {},
       {"trailing_bytes"}},
      {"one byte of a magic number behind",
       "gzip",
       cat({kHelloGzip, "1f"}),
       "hello",
       {},
       {"trailing_bytes"}},
      {"wrong CRC-32",
       "gzip",
       head + data + "87a61036 05000000",
       "hello",
       {},
       {"checksum_wrong"}},
      {"wrong size",
       "gzip",
       head + data + "86a61036 06000000",
       "hello",
       {},
       {"checksum_wrong"}},
      {"reserved flag, RFC 1952 2.3.1.2",
       "gzip",
       "1f8b0820000000000003" + data + trailer,
       "",
       ErrorCode::malformed,
       {}},
      {"method 7", "gzip", "1f8b07", "", ErrorCode::malformed, {}},
      {"block type 3, RFC 1951 3.2.3", "gzip", head + "07", "", ErrorCode::malformed, {}},
      {"distance before the start",
       "gzip",
       head + "4b046200",
       "a",
       ErrorCode::malformed,
       {}},
      {"plain text", "gzip", "68656c6c6f", "hello", {}, {"coding_mislabelled"}},
      {"a first byte that fits",
       "gzip",
       "1f00",
       std::string("\x1f\0", 2),
       {},
       {"coding_mislabelled"}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Buffer input = from_hex(c.hex);
    const Outcome outcome = decode_whole(c.coding, input);
    EXPECT_EQ(outcome.text, c.text);
    EXPECT_EQ(outcome.error, c.error);
    EXPECT_EQ(outcome.notes, c.notes);
    expect_cuts_do_not_matter(c.coding, input);
  }
}

TEST(Gzip, EveryPrefixIsTruncatedButAWholeMember) {
  const Buffer two = from_hex(cat({kHelloGzip, kHelloGzip}));
  const std::size_t one = two.size() / 2;
  // A cut inside the second magic number cannot be told from garbage.
  expect_prefixes_truncated("gzip", two, {one, one + 1, one + 2});
}

TEST(Gzip, ANameWithoutEndIsTruncatedAtTheEnd) {
  Buffer input = from_hex("1f8b0808000000000003");
  input.resize(100'000, 'a');
  const Outcome outcome = decode_whole("gzip", input);
  EXPECT_EQ(outcome.error, ErrorCode::truncated);
  EXPECT_EQ(outcome.offset, 100'000u);
}

TEST(Deflate, BothReadingsOfTheNameAreTried) {
  const Case cases[] = {
      {"zlib, RFC 1950", "deflate", std::string(kHelloZlib), "hello", {}, {}},
      {"raw, RFC 1951", "deflate", std::string(kHelloRaw), "hello", {}, {"deflate_raw"}},
      {"wrong Adler-32",
       "deflate",
       "789ccb48cdc9c90700062c0216",
       "hello",
       {},
       {"checksum_wrong"}},
      {"wrong head check",
       "deflate",
       "789dcb48cdc9c90700062c0215",
       "hello",
       {},
       {"checksum_wrong"}},
      {"bytes behind",
       "deflate",
       cat({kHelloZlib, "00"}),
       "hello",
       {},
       {"trailing_bytes"}},
      {"raw with bytes behind",
       "deflate",
       cat({kHelloRaw, "00"}),
       "hello",
       {},
       {"deflate_raw", "trailing_bytes"}},
      {"preset dictionary, RFC 1950 2.2",
       "deflate",
       "78bb 062c0215 cb48cdc9c90700",
       "",
       ErrorCode::unsupported,
       {}},
      {"a stored block, RFC 1951 3.2.4",
       "deflate",
       "010500faff68656c6c6f",
       "hello",
       {},
       {"deflate_raw"}},
      {"no DEFLATE at all",
       "deflate",
       "ffffffffffff",
       "",
       ErrorCode::malformed,
       {"deflate_raw"}},
      {"short text", "deflate", "6e6f", "no", {}, {"coding_mislabelled"}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Buffer input = from_hex(c.hex);
    const Outcome outcome = decode_whole(c.coding, input);
    EXPECT_EQ(outcome.text, c.text);
    EXPECT_EQ(outcome.error, c.error);
    EXPECT_EQ(outcome.notes, c.notes);
    expect_cuts_do_not_matter(c.coding, input);
  }
}

}  // namespace
}  // namespace capaudit
