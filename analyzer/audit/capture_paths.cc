// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/capture_paths.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <glob.h>

#include "analyzer/nearest.h"

namespace capaudit {
namespace {

/// A folder's name stands for itself, whatever characters it has.
std::string escaped_for_glob(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '*' || c == '?' || c == '[' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out;
}

/// Sorted; empty where nothing matches.
std::vector<std::string> expand(const std::string& folder, const std::string& pattern) {
  const bool absolute = pattern.starts_with('/');
  const std::string whole = (absolute ? "" : escaped_for_glob(folder)) + pattern;
  std::vector<std::string> out;
  glob_t found = {};
  if (glob(whole.c_str(), GLOB_ERR, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      out.emplace_back(found.gl_pathv[i]);
    }
  }
  globfree(&found);
  return out;
}

std::string similar_file(const std::string& folder, const std::string& name) {
  const std::filesystem::path wanted = std::filesystem::path(folder) / name;
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator at(wanted.parent_path(), error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const auto meant = nearest(wanted.filename().string(), names);
  return meant ? "; did you mean '" + *meant + "'?" : "";
}

}  // namespace

std::vector<std::string> files_meant(const std::string& text) {
  std::error_code ignored;
  std::vector<std::string> files;
  if (!std::filesystem::exists(text, ignored)) {
    files = expand("", text);
  }
  return files.empty() ? std::vector<std::string>{text} : files;
}

CapturePaths find_captures(const ClaimsFile& file) {
  CapturePaths out;
  for (const ScenarioSpec& scenario : file.scenarios) {
    std::vector<std::size_t>& mine = out.of_scenario.emplace_back();
    for (std::size_t i = 0; i < scenario.captures.size(); ++i) {
      const std::string& pattern = scenario.captures[i];
      const std::vector<std::string> paths = expand(file.folder, pattern);
      if (paths.empty()) {
        const bool glob = pattern.find_first_of("*?[") != std::string::npos;
        out.errors.push_back(
            {scenario.capture_places[i], glob ? "no file matches '" + pattern + "'"
                                              : "there is no capture '" + pattern + "'" +
                                                    similar_file(file.folder, pattern)});
      }
      for (const std::string& path : paths) {
        const auto known = std::find(out.all.begin(), out.all.end(), path);
        mine.push_back(static_cast<std::size_t>(known - out.all.begin()));
        if (known == out.all.end()) {
          out.all.push_back(path);
        }
      }
    }
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
  }
  return out;
}

}  // namespace capaudit
