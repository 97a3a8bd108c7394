// SPDX-License-Identifier: Apache-2.0
// Fuzzes compressed captures (analyzer/ingest/compression.h); the seeds lead there.
#include "tests/fuzz/capture_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  capaudit::check_capture(data, size);
  return 0;
}
