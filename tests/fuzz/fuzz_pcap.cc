// SPDX-License-Identifier: Apache-2.0
// Fuzzes pcap files (analyzer/ingest/pcap_reader.cc); the seeds lead there.
#include "tests/fuzz/capture_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  capaudit::check_capture(data, size);
  return 0;
}
