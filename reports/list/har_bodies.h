// SPDX-License-Identifier: Apache-2.0
// Bodies for `list --format har --bodies`: the captures are read again for as many bodies
// at a time as memory allows, and each becomes the text that a HAR holds (HAR 1.2,
// content and postData). They are exact: nothing in them is redacted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.h"
#include "reports/list/list.h"

namespace capaudit {

/// A body without its codings, or why there is none. Without either there was no body.
struct HarBodyText {
  std::optional<std::string> text;
  bool base64 = false;       ///< `text` is the bytes in base64, else they themselves
  std::string_view comment;  ///< a literal; empty: nothing to say
};

struct HarBodyTexts {
  HarBodyText request, response;
};

class HarBodies {
 public:
  /// `options`: those of the analysis. Both stay valid as long as this is used.
  HarBodies(const Selected& input, const AnalyzeOptions& options);

  /// Of `input.exchanges[index]`; to be asked in order.
  HarBodyTexts texts(std::size_t index);

 private:
  void fetch(std::size_t from);
  HarBodyText text_of(const Exchange& exchange, const WantedBody& body,
                      bool is_request) const;

  const Selected& input_;
  const AnalyzeOptions& options_;
  std::size_t first_ = 0;           ///< the exchange of the first of `bodies_`
  std::vector<WantedBody> bodies_;  ///< of exchanges in a row
};

}  // namespace capaudit
