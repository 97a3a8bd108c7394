// SPDX-License-Identifier: Apache-2.0
// Fuzzes the count of gRPC frames.
#include "decoders/formats/families.h"
#include "tests/fuzz/body_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return capaudit::fuzz_family(data, size, capaudit::Format::grpc,
                               capaudit::decode_grpc_body);
}
