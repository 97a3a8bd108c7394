// SPDX-License-Identifier: Apache-2.0
// Fuzzes the decoder of AMF packets and streams: remoting and Flex messages.
#include "decoders/formats/families.h"
#include "tests/fuzz/body_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return capaudit::fuzz_family(data, size, capaudit::Format::amf0,
                               capaudit::decode_amf_body);
}
