// SPDX-License-Identifier: Apache-2.0
// Fuzzes decode(): body_fuzz.h says what the first byte picks, the rest is the body,
// which is taken for what it looks like. Table and digest of analyzer/rows are run over
// the tree.
#include "tests/fuzz/body_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) {
    return 0;
  }
  const std::vector<std::uint8_t> body(data + 1, data + size);
  capaudit::check_decoded(
      decode(body, capaudit::fuzz_hints(data[0]), capaudit::fuzz_limits()));
  return 0;
}
