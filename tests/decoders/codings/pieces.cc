// SPDX-License-Identifier: Apache-2.0
#include "tests/decoders/codings/pieces.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace capaudit {
namespace {

class TextSink : public ByteSink {
 public:
  bool write(Bytes data) override {
    text += as_text(data);
    return true;
  }
  std::string text;
};

void expect_same(const Outcome& cut, const Outcome& whole) {
  EXPECT_EQ(cut.error, whole.error);
  if (!whole.error) {
    EXPECT_EQ(cut.text, whole.text);
    EXPECT_EQ(cut.notes, whole.notes);
    return;
  }
  const std::size_t common = std::min(cut.text.size(), whole.text.size());
  EXPECT_EQ(cut.text.substr(0, common), whole.text.substr(0, common));
}

}  // namespace

Outcome decode_pieces(std::string_view coding, Bytes input, std::size_t cut,
                      std::size_t piece) {
  const Coding* found = find_coding(coding);
  EXPECT_NE(found, nullptr) << coding;
  const std::unique_ptr<CodingDecoder> decoder = found->make();
  TextSink sink;
  bool going = true;
  for (Bytes part : {input.first(cut), input.subspan(cut)}) {
    while (!part.empty() && going) {
      const std::size_t size = piece == 0 ? part.size() : std::min(piece, part.size());
      // A copy of the exact size, so that reading past the end is seen.
      const Buffer copy(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size));
      going = decoder->write(copy, sink);
      part = part.subspan(size);
    }
  }
  if (going) {
    decoder->finish(sink);
  }
  Outcome outcome = {std::move(sink.text), std::nullopt, std::nullopt, decoder->notes()};
  if (decoder->error()) {
    outcome.error = decoder->error()->code;
    outcome.offset = decoder->error()->offset;
  }
  return outcome;
}

void expect_cuts_do_not_matter(std::string_view coding, Bytes input) {
  const Outcome whole = decode_whole(coding, input);
  for (std::size_t cut = 0; cut <= input.size(); ++cut) {
    SCOPED_TRACE(std::string(coding) + " cut at " + std::to_string(cut));
    expect_same(decode_pieces(coding, input, cut), whole);
  }
  for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
    SCOPED_TRACE(std::string(coding) + " in pieces of " + std::to_string(piece));
    expect_same(decode_pieces(coding, input, 0, piece), whole);
  }
}

void expect_prefixes_truncated(std::string_view coding, Bytes input,
                               const std::vector<std::size_t>& whole) {
  for (std::size_t length = 1; length < input.size(); ++length) {
    const Outcome outcome = decode_whole(coding, input.first(length));
    if (std::find(whole.begin(), whole.end(), length) != whole.end()) {
      EXPECT_FALSE(outcome.error) << coding << ": " << length << " bytes";
    } else {
      EXPECT_EQ(outcome.error, ErrorCode::truncated)
          << coding << ": " << length << " bytes";
    }
  }
}

}  // namespace capaudit
