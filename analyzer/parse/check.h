// SPDX-License-Identifier: Apache-2.0
// Whether an engine has read what is there: the digest of its rows, or of the whole value
// where there are none (docs/ROWS.md), against that of capaudit's own decoders.
#pragma once

#include <string>
#include <vector>

#include "analyzer/parse/engine.h"
#include "decoders/formats/decode.h"

namespace capaudit {

struct DocumentDigest {
  std::string digest;  ///< empty: the document cannot be read
  std::uint64_t rows = 0;
  bool of_rows = false;  ///< else of the whole value
  bool operator==(const DocumentDigest&) const = default;
};

/// `content` read as what `document` says it is.
DocumentDigest digest_document(const ParseDocument& document, Bytes content);
Hints hints_of(const ParseDocument& document);

/// What every document should give; computed once for all engines.
std::vector<DocumentDigest> expected_digests(const ParsePayload& payload);

/// Empty: everything is as expected; else what is not, in one line.
std::string difference(const ParsePayload& payload,
                       const std::vector<DocumentDigest>& expected,
                       const std::vector<Buffer>& written);

/// The same of digests that an engine has made itself.
std::string difference(const std::vector<DocumentDigest>& expected,
                       const std::vector<std::string>& digests);

}  // namespace capaudit
