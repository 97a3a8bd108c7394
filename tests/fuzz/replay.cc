// SPDX-License-Identifier: Apache-2.0
// Stands in for a fuzzing engine: runs a target over the files of the folders given as
// arguments and over prefixes of each, so that every build runs the seeds and the inputs
// of past crashes as a test. Each input gets a buffer of exactly its size, so that the
// address sanitizer sees a read of one byte too many.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// All prefixes of a small file; of a larger one as many, evenly spread.
constexpr std::size_t kMaxPrefixes = 2048;

void run(const std::string& input, std::size_t size) {
  const std::vector<std::uint8_t> exact(
      input.begin(), input.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

std::size_t replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string input((std::istreambuf_iterator<char>(file)),
                          std::istreambuf_iterator<char>());
  if (!file.good() && !file.eof()) {
    std::cerr << path << " cannot be read\n";
    std::exit(1);
  }
  const std::size_t step = std::max<std::size_t>(1, input.size() / kMaxPrefixes);
  std::size_t runs = 1;
  for (std::size_t size = 0; size < input.size(); size += step, ++runs) {
    run(input, size);
  }
  run(input, input.size());
  return runs;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> paths;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) {
        paths.push_back(entry.path());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) {
    std::cerr << "no seed to replay\n";
    return 1;
  }
  std::size_t runs = 0;
  for (const std::filesystem::path& path : paths) {
    std::cout << path << std::endl;  // the last one printed is the one that crashed
    runs += replay(path);
  }
  std::cout << paths.size() << " files, " << runs << " inputs\n";
  return 0;
}
