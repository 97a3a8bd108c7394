// SPDX-License-Identifier: Apache-2.0
// The rules of the source tree that a machine can hold it to. Each takes a file's path
// from the root and its text, and gives back what is wrong, a sentence each.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace capaudit {

/// Includes of a text, as written between quotes or angle brackets, in order.
std::vector<std::string> includes_of(std::string_view text);

/// The layers are decoders <- analyzer <- reports <- cli: a folder includes only itself
/// and what stands to its left; reports sees the analysis and never a packet; templates
/// are for reports; includes are written from the root.
std::vector<std::string> layer_faults(std::string_view path, std::string_view text);

/// Licence line first, `#pragma once` in headers, at most 500 lines, and none of the
/// names that must not touch input (atoi and its like).
std::vector<std::string> file_faults(std::string_view path, std::string_view text);

/// x.cc includes x.h before anything else, which proves that x.h compiles alone.
std::vector<std::string> own_header_faults(std::string_view path, std::string_view text);

/// Names of the types that a header defines outside of any other type.
std::vector<std::string> types_defined_in(std::string_view text);

/// Every .cc and .h below the source folders of `root`, as paths from the root, sorted.
std::vector<std::string> source_files(const std::filesystem::path& root);

}  // namespace capaudit
