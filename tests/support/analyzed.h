// SPDX-License-Identifier: Apache-2.0
// Analyses a capture that a test has made, and holds every analysis to what is true of
// all: the ledger sums up, for the capture and for each connection.
#pragma once

#include <string>

#include "analyzer/analysis.h"
#include "decoders/core/bytes.h"

namespace capaudit {

/// A file of `bytes` that is gone with its owner.
class TemporaryFile {
 public:
  explicit TemporaryFile(Bytes bytes, std::string_view suffix = ".pcap");
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Fails the test where there is no analysis or its ledger does not sum up.
Analysis analyzed(Bytes capture, const AnalyzeOptions& options = {});

/// Fails the test where a ledger of `analysis` does not sum up to its frames, or to its
/// streams.
void expect_ledgers_sum_up(const Analysis& analysis);

}  // namespace capaudit
