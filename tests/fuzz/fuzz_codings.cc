// SPDX-License-Identifier: Apache-2.0
// Fuzzes decoders/codings: the first byte names a coding, the second the size of pieces.
// Whole against in pieces: the same text and notes, or the same error.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "decoders/codings/codings.h"

namespace {

using capaudit::Buffer;
using capaudit::Bytes;

constexpr std::size_t kMaxOutput = std::size_t{1} << 22;

void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

class Sink : public capaudit::ByteSink {
 public:
  bool write(Bytes data) override {
    check(!data.empty());
    if (data.size() > kMaxOutput - out.size()) {
      full = true;
      return false;
    }
    out.insert(out.end(), data.begin(), data.end());
    return true;
  }
  Buffer out;
  bool full = false;
};

struct Outcome {
  Buffer out;
  bool full = false;
  bool failed = false;
  capaudit::ErrorCode code{};
  std::vector<std::string_view> notes;
};

Outcome run(const capaudit::Coding& coding, Bytes input, std::size_t piece) {
  const auto decoder = coding.make();
  Sink sink;
  bool going = true;
  while (!input.empty() && going) {
    const std::size_t size = std::min(piece, input.size());
    const Buffer copy(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(size));
    going = decoder->write(copy, sink);
    input = input.subspan(size);
  }
  if (going) {
    decoder->finish(sink);
  }
  Outcome outcome;
  outcome.out = std::move(sink.out);
  outcome.full = sink.full;
  outcome.failed = decoder->error().has_value();
  if (outcome.failed) {
    outcome.code = decoder->error()->code;
  }
  outcome.notes = decoder->notes();
  check(!(outcome.failed && outcome.full));
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array kNames = {"gzip", "deflate",  "br",
                                 "zstd", "compress", "aws-chunked"};
  if (size < 2) {
    return 0;
  }
  const char* const name = kNames[data[0] % kNames.size()];
  const std::size_t piece = data[1] % 32 + std::size_t{1};
  const Bytes input(data + 2, size - 2);
  const capaudit::Coding* coding = capaudit::find_coding(name);
  check(coding != nullptr);
  const Outcome whole = run(*coding, input, std::max<std::size_t>(input.size(), 1));
  const Outcome cut = run(*coding, input, piece);
  check(whole.full == cut.full && whole.failed == cut.failed);
  const std::size_t common = std::min(whole.out.size(), cut.out.size());
  check(std::equal(whole.out.begin(),
                   whole.out.begin() + static_cast<std::ptrdiff_t>(common),
                   cut.out.begin()));
  if (whole.failed) {
    check(whole.code == cut.code);
  } else if (!whole.full) {
    check(whole.out.size() == cut.out.size() && whole.notes == cut.notes);
  }
  // The chain says the same, and never gives a size with an error.
  const std::vector<std::string> codings(data[1] % 3 + std::size_t{1}, name);
  capaudit::CodingLimits limits;
  limits.max_content_bytes = kMaxOutput;
  limits.max_kept_bytes = 1000;
  const capaudit::Content content = remove_codings(input, true, codings, limits);
  check(content.data.size() <= 1000 && content.data.size() <= content.bytes);
  if (codings.size() == 1 && !whole.full && !input.empty() && !content.error) {
    check(!whole.failed && content.bytes == whole.out.size());
  }
  return 0;
}
