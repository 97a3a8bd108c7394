// SPDX-License-Identifier: Apache-2.0
#include "tests/support/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace capaudit {

std::filesystem::path source_root() {
  return CAPAUDIT_SOURCE_ROOT;
}

std::filesystem::path corpus_folder() {
  const char* const given = std::getenv("CAPAUDIT_CORPUS");
  std::filesystem::path folder = given != nullptr ? std::filesystem::path(given)
                                                  : source_root() / "../shared/corpus";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

std::vector<std::filesystem::path> corpus_files(std::string_view folder,
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

Buffer read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Buffer(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace capaudit
