// SPDX-License-Identifier: Apache-2.0
#include "tests/source_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace capaudit {
namespace {

constexpr std::array<std::string_view, 4> kLayers = {"decoders", "analyzer", "reports",
                                                     "cli"};

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// Place among the layers; past their end for every other folder.
std::size_t layer_of(std::string_view folder) {
  return static_cast<std::size_t>(std::find(kLayers.begin(), kLayers.end(), folder) -
                                  kLayers.begin());
}

bool is_layer(std::string_view folder) {
  return layer_of(folder) < kLayers.size();
}

// reports may know how an endpoint is written, nothing else of packets.
bool is_below_the_analysis(std::string_view include) {
  return (include.starts_with("analyzer/ingest/") ||
          include.starts_with("analyzer/flow/") ||
          include.starts_with("analyzer/tls/")) &&
         include != "analyzer/flow/segment.h";
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

void skip_blanks(std::string_view& line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
    line.remove_prefix(1);
  }
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) &&
        (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

bool is_header(std::string_view path) {
  return path.ends_with(".h");
}

}  // namespace

std::vector<std::string> includes_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    skip_blanks(line);
    if (!line.starts_with('#')) {
      continue;
    }
    line.remove_prefix(1);
    skip_blanks(line);
    if (!line.starts_with("include")) {
      continue;
    }
    line.remove_prefix(7);
    skip_blanks(line);
    if (line.starts_with('"') || line.starts_with('<')) {
      const std::size_t end = line.find(line.front() == '<' ? '>' : '"', 1);
      out.emplace_back(line.substr(1, end == std::string_view::npos ? end : end - 1));
    }
  }
  return out;
}

std::vector<std::string> layer_faults(std::string_view path, std::string_view text) {
  std::vector<std::string> faults;
  const std::string_view from = folder_of(path);
  const auto fault = [&](const std::string& include, std::string_view why) {
    faults.push_back(std::string(path) + " includes " + include + ": " +
                     std::string(why));
  };
  for (const std::string& include : includes_of(text)) {
    const std::string_view to = folder_of(include);
    if (include.starts_with('.')) {
      fault(include, "includes are written from the root");
    } else if (is_layer(from) && to == "tests") {
      fault(include, "tests are no part of the program");
    } else if (is_layer(from) && is_layer(to) && layer_of(to) > layer_of(from)) {
      fault(include, "that layer stands above " + std::string(from));
    } else if (to == "templates" && from != "reports") {
      fault(include, "templates are for reports alone");
    } else if (from == "reports" && is_below_the_analysis(include)) {
      fault(include, "reports sees the analysis, never a packet");
    }
  }
  return faults;
}

std::vector<std::string> file_faults(std::string_view path, std::string_view text) {
  constexpr std::size_t kMostLines = 500;
  // Each hides a failure or a length: numbers are read by from_chars or Reader.
  constexpr std::array<std::string_view, 11> kBanned = {
      "atoi", "atol", "atoll", "atof",    "strtol", "strtoul",
      "stoi", "stol", "stoul", "sprintf", "strcpy"};
  std::vector<std::string> faults;
  const std::string name(path);
  if (!text.starts_with("// SPDX-License-Identifier: Apache-2.0\n")) {
    faults.push_back(name + " does not begin with the licence line");
  }
  if (is_header(path) && text.find("\n#pragma once\n") == std::string_view::npos) {
    faults.push_back(name + " has no #pragma once");
  }
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines > kMostLines) {
    faults.push_back(name + " has " + std::to_string(lines) + " lines, more than " +
                     std::to_string(kMostLines));
  }
  if (is_layer(folder_of(path))) {
    for (const std::string_view word : kBanned) {
      if (has_word(text, word)) {
        faults.push_back(name + " uses " + std::string(word));
      }
    }
    if (has_word(text, "reinterpret_cast") && path != "decoders/core/bytes.h") {
      faults.push_back(name +
                       " uses reinterpret_cast, which is for decoders/core/bytes.h");
    }
  }
  return faults;
}

std::vector<std::string> own_header_faults(std::string_view path, std::string_view text) {
  const std::string header = std::string(path.substr(0, path.rfind('.'))) + ".h";
  const std::vector<std::string> includes = includes_of(text);
  if (is_header(path) || (!includes.empty() && includes.front() == header)) {
    return {};
  }
  return {std::string(path) + " does not include " + header + " first"};
}

std::vector<std::string> types_defined_in(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    for (const std::string_view keyword : {"struct ", "class ", "enum class ", "enum "}) {
      if (!line.starts_with(keyword)) {
        continue;
      }
      line.remove_prefix(keyword.size());
      const auto end = std::find_if_not(line.begin(), line.end(), is_word);
      const std::string_view name(line.begin(), end);
      const std::string_view rest(end, line.end());
      const bool declared_only = rest.starts_with(';');
      const bool of_another = rest.starts_with(':') || rest.starts_with('<');
      if (!name.empty() && !declared_only && !of_another) {
        out.emplace_back(name);
      }
      break;
    }
  }
  return out;
}

std::vector<std::string> source_files(const std::filesystem::path& root) {
  std::vector<std::string> out;
  for (const std::string_view folder :
       {"decoders", "analyzer", "reports", "cli", "tests"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() && (extension == ".cc" || extension == ".h")) {
        out.push_back(entry.path().lexically_relative(root).generic_string());
      }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace capaudit
