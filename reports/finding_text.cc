// SPDX-License-Identifier: Apache-2.0
#include "reports/finding_text.h"

#include <algorithm>
#include <array>

namespace capaudit {
namespace {

struct Text {
  std::string_view code, text;
};

// In alphabetical order.
constexpr std::array<Text, 2> kTexts = {{
    {"checksum_wrong", "the body's checksum does not match its content"},
    {"coding_mislabelled", "the body is not coded as its head says"},
}};

}  // namespace

std::string_view describe_finding(std::string_view code) {
  const auto* const it =
      std::find_if(kTexts.begin(), kTexts.end(),
                   [code](const Text& text) { return text.code == code; });
  return it != kTexts.end() ? it->text : "see docs/FINDINGS.md";
}

}  // namespace capaudit
