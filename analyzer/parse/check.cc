// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/check.h"

#include <optional>

#include "analyzer/rows/table.h"

namespace capaudit {

Hints hints_of(const ParseDocument& document) {
  Hints hints;
  hints.content_type = document.content_type;
  hints.target = document.target;
  hints.is_request = document.is_request;
  return hints;
}

DocumentDigest digest_document(const ParseDocument& document, Bytes content) {
  Hints hints = hints_of(document);
  std::string media_type;
  if (content.data() != document.content.data()) {
    // What an engine has written is UTF-8, whatever came.
    media_type = document.content_type.substr(0, document.content_type.find(';'));
    const bool charset = document.content_type.find("charset") != std::string::npos;
    hints.content_type = charset ? media_type : document.content_type;
  }
  const Decoded decoded = decode(content, hints, Limits());
  DocumentDigest out;
  if (decoded.tree.error || decoded.tree.empty()) {
    return out;
  }
  if (const std::optional<Table> table = find_table(decoded)) {
    out.of_rows = true;
    out.rows = table->rows;
    out.digest = table_digest(decoded.tree, *table);
  } else {
    out.digest = value_digest(decoded.tree, decoded.tree.root);
  }
  return out;
}

std::vector<DocumentDigest> expected_digests(const ParsePayload& payload) {
  std::vector<DocumentDigest> out;
  for (const ParseDocument& document : payload.documents) {
    out.push_back(digest_document(document, document.content));
  }
  return out;
}

std::string difference(const ParsePayload& payload,
                       const std::vector<DocumentDigest>& expected,
                       const std::vector<Buffer>& written) {
  if (written.size() != expected.size()) {
    return std::to_string(written.size()) + " of " + std::to_string(expected.size()) +
           " bodies were read";
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    const DocumentDigest got = digest_document(payload.documents[i], written[i]);
    const std::string which =
        written.size() == 1 ? "" : "body " + std::to_string(i + 1) + ": ";
    if (got.rows != expected[i].rows) {
      return which + std::to_string(got.rows) + " rows instead of " +
             std::to_string(expected[i].rows);
    }
    if (got.digest.empty() || got.digest != expected[i].digest) {
      return which + "the digest of the " + (got.of_rows ? "rows" : "values") +
             " is another one";
    }
  }
  return {};
}

std::string difference(const std::vector<DocumentDigest>& expected,
                       const std::vector<std::string>& digests) {
  if (digests.size() != expected.size()) {
    return std::to_string(digests.size()) + " digests for " +
           std::to_string(expected.size()) + " bodies";
  }
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (digests[i] != expected[i].digest) {
      return "body " + std::to_string(i + 1) + ": the digest is another one";
    }
  }
  return {};
}

}  // namespace capaudit
