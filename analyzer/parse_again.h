// SPDX-License-Identifier: Apache-2.0
// Captured answers, parsed again: which of them a report times, and by what they are
// compared.
#pragma once

#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/encode_again.h"
#include "analyzer/parse/figures.h"
#include "analyzer/payloads.h"

namespace capaudit {

/// The body as engines take it; its content is moved out of `payload`.
ParseDocument parse_document(Payload& payload);

/// True if some engine reads that half's format and all of it was captured.
bool is_parsable(const std::optional<Half>& half);

struct ParsedAnswer {
  const Exchange* exchange = nullptr;
  ParseFigures figures;
};

struct ParsedAgain {
  std::vector<ParsedAnswer> answers;
  std::vector<std::string> without;  ///< "a.pcap#3: why", of those without figures
};

/// Answers in another format than `first`, with the same rows by their digest: of each
/// format the first, at most `most`.
std::vector<const Exchange*> same_rows_otherwise(
    const Exchange& first, const std::vector<const Exchange*>& exchanges,
    std::size_t most);

/// Times the answers that were `encoded` again, and of the first of them the same rows in
/// other formats. Pointers are into `analysis`.
ParsedAgain parse_again(const Analysis& analysis,
                        const std::vector<const Exchange*>& exchanges,
                        const AnalyzeOptions& options, const EncodedAgain& encoded,
                        const TimingOptions& timing);

}  // namespace capaudit
