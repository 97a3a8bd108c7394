// SPDX-License-Identifier: Apache-2.0
// The corpus of captures made by others, which stands outside of the project: in the
// folder that CAPAUDIT_CORPUS names, else in ../shared/corpus beside the sources.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"

namespace capaudit {

/// The folder of this project's sources.
std::filesystem::path source_root();

/// Empty where there is no corpus; the caller then prints "skipped: no corpus".
std::filesystem::path corpus_folder();

/// Files of one of its folders whose names end in `ending`, sorted.
std::vector<std::filesystem::path> corpus_files(std::string_view folder,
                                                std::string_view ending);

Buffer read_file(const std::filesystem::path& path);

}  // namespace capaudit
