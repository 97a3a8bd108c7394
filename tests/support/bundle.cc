// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bundle.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include <zlib.h>

#include "tests/support/corpus.h"

namespace capaudit {
namespace {

constexpr std::size_t kBlock = 512;

std::string unpacked(const std::string& path) {
  std::string out;
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) {
    return out;
  }
  std::array<char, 1 << 16> part{};
  for (int size = 0; (size = gzread(file, part.data(), part.size())) > 0;) {
    out.append(part.data(), static_cast<std::size_t>(size));
  }
  gzclose(file);
  return out;
}

std::string_view text_field(std::string_view header, std::size_t at, std::size_t size) {
  const std::string_view field = header.substr(at, size);
  return field.substr(0, field.find('\0'));
}

std::uint64_t octal_field(std::string_view header, std::size_t at, std::size_t size) {
  const std::string_view digits = text_field(header, at, size);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  return value;
}

}  // namespace

std::map<std::string, std::string> bundle_members(std::string_view name) {
  std::map<std::string, std::string> out;
  const std::filesystem::path corpus = corpus_folder();
  if (corpus.empty()) {
    return out;
  }
  const std::string archive =
      unpacked((corpus / "bundles" / (std::string(name) + ".tar.gz")).string());
  for (std::string_view rest = archive; rest.size() >= kBlock && rest.front() != '\0';) {
    const std::string_view header = rest.substr(0, kBlock);
    const std::uint64_t size = octal_field(header, 124, 12);
    rest.remove_prefix(kBlock);
    if (size > rest.size()) {
      break;
    }
    if (header[156] == '0') {
      const std::string_view prefix = text_field(header, 345, 155);
      out[std::string(prefix) + (prefix.empty() ? "" : "/") +
          std::string(text_field(header, 0, 100))] = rest.substr(0, size);
    }
    rest.remove_prefix(std::min<std::size_t>(
        rest.size(), static_cast<std::size_t>((size + kBlock - 1) / kBlock * kBlock)));
  }
  return out;
}

}  // namespace capaudit
