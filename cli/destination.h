// SPDX-License-Identifier: Apache-2.0
// Destination: standard output, or a file that appears whole or not at all: written under
// another name in the same folder and renamed at the end. Never one of the inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decoders/core/result.h"
#include "reports/output.h"

namespace capaudit {

class Destination : public Output {
 public:
  /// `path` empty or "-": standard output. Fails when the file cannot be created or is
  /// one of `inputs`.
  static Result<std::unique_ptr<Destination>> open(
      const std::string& path, const std::vector<std::string>& inputs);
  /// Removes what commit() has not made final.
  ~Destination() override;

  /// Writes the rest and gives the file its name. An error says what went wrong; a reader
  /// that has closed standard output (EPIPE) is none.
  std::optional<Error> commit();

  /// Bytes handed over so far.
  std::uint64_t written() const { return written_; }

 private:
  Destination(int descriptor, std::string temporary, std::string path);
  bool drain(std::string_view bytes) override;

  int descriptor_;
  std::string temporary_;  ///< empty: standard output
  std::string path_;
  int errno_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace capaudit
