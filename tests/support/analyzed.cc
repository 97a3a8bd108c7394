// SPDX-License-Identifier: Apache-2.0
#include "tests/support/analyzed.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace capaudit {

TemporaryFile::TemporaryFile(Bytes bytes, std::string_view suffix)
    : path_((std::filesystem::temp_directory_path() / "capaudit-XXXXXX").string()) {
  path_.append(suffix);
  const int file = mkstemps(path_.data(), static_cast<int>(suffix.size()));
  EXPECT_GE(file, 0) << path_;
  close(file);
  const std::string_view text = as_text(bytes);
  std::ofstream out(path_, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  EXPECT_TRUE(out.flush().good()) << path_;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

Analysis analyzed(Bytes capture, const AnalyzeOptions& options) {
  const TemporaryFile file(capture);
  Result<Analysis> analysis = analyze({file.path()}, options);
  if (!analysis.ok()) {
    ADD_FAILURE() << "no analysis: " << analysis.error().what;
    return {};
  }
  expect_ledgers_sum_up(*analysis);
  return *std::move(analysis);
}

void expect_ledgers_sum_up(const Analysis& analysis) {
  for (const Capture& capture : analysis.captures) {
    EXPECT_EQ(capture.ledger.residual(), 0) << capture.source.name;
    for (const Connection& connection : capture.connections) {
      EXPECT_EQ(connection.ledger.residual(), 0)
          << capture.source.name << " connection " << connection.number;
      EXPECT_EQ(stream_residual(connection), 0)
          << capture.source.name << " connection " << connection.number;
    }
    // Connection by connection it is the file's: of payload nothing is left over, and of
    // no fate more is told than there is.
    const Ledger rest = outside_connections(capture);
    EXPECT_EQ(rest.residual(), 0) << capture.source.name;
    for (const Fate fate : kPayloadFates) {
      EXPECT_EQ(rest.of(fate), 0u) << capture.source.name << " " << to_string(fate);
    }
    for (std::size_t i = 0; i < kFates; ++i) {
      const Fate fate = static_cast<Fate>(i);
      EXPECT_LE(rest.of(fate), capture.ledger.of(fate))
          << capture.source.name << " " << to_string(fate);
    }
  }
}

}  // namespace capaudit
