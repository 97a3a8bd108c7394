// SPDX-License-Identifier: Apache-2.0
// The corpus of captures made by others, which stands outside of the project: in the
// folder that CAPAUDIT_CORPUS names, else in ../shared/corpus beside the sources.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"

namespace capaudit {

/// Empty where there is no corpus; the caller then prints "skipped: no corpus".
inline std::filesystem::path corpus_folder() {
  const char* const given = std::getenv("CAPAUDIT_CORPUS");
  std::filesystem::path folder =
      given != nullptr ? std::filesystem::path(given)
                       : std::filesystem::path(CAPAUDIT_SOURCE_ROOT) / "../shared/corpus";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

/// Files of one of its folders whose names end in `ending`, sorted.
inline std::vector<std::filesystem::path> corpus_files(std::string_view folder,
                                                       std::string_view ending) {
  std::vector<std::filesystem::path> out;
  const std::filesystem::path root = corpus_folder();
  if (root.empty() || !std::filesystem::is_directory(root / folder)) {
    return out;
  }
  for (const std::filesystem::directory_entry& entry :
       std::filesystem::directory_iterator(root / folder)) {
    if (entry.path().string().ends_with(ending)) {
      out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

inline Buffer read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Buffer(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace capaudit
