// SPDX-License-Identifier: Apache-2.0
#include "reports/page/templates.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "templates/embedded.h"

namespace capaudit {
namespace {

struct File {
  const char* name;
  std::string Templates::*text;
};

constexpr std::array<File, 3> kFiles = {{
    {"page.mustache", &Templates::page},
    {"style.css", &Templates::style},
    {"script.js", &Templates::script},
}};

Error failure(const std::string& path, const char* why) {
  return Error{ErrorCode::io, 0, path + ": " + why};
}

}  // namespace

Result<Templates> load_templates(const std::string& folder) {
  Templates templates;
  for (const File& file : kFiles) {
    templates.*file.text = embedded_template(file.name);
  }
  if (folder.empty()) {
    return templates;
  }
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return failure(folder, "no such folder");
  }
  for (const File& file : kFiles) {
    const std::filesystem::path path = std::filesystem::path(folder) / file.name;
    if (!std::filesystem::exists(path, error)) {
      continue;
    }
    std::ifstream in(path, std::ios::binary);
    templates.*file.text = std::string(std::istreambuf_iterator<char>(in), {});
    if (!in || in.bad()) {
      return failure(path.string(), "cannot be read");
    }
  }
  return templates;
}

}  // namespace capaudit
