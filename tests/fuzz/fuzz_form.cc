// SPDX-License-Identifier: Apache-2.0
// Fuzzes the decoder of form data.
#include "decoders/formats/families.h"
#include "tests/fuzz/body_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return capaudit::fuzz_family(data, size, capaudit::Format::form,
                               capaudit::decode_form_body);
}
