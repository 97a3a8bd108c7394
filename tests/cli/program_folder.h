// SPDX-License-Identifier: Apache-2.0
// A folder with a small capture, a.pcap, in which the program runs: two exchanges on
// example.com, the first with a secret, TOPSECRET, in its URL.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace capaudit {

class ProgramFolder : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text);
  std::string read(const std::string& name);
  ProgramOutcome run(const std::vector<std::string>& arguments,
                     const Setting& setting = {});
  std::size_t files() const;

  std::filesystem::path folder_;
  std::string capture_;
};

}  // namespace capaudit
