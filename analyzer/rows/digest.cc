// SPDX-License-Identifier: Apache-2.0
// The digest of a table: SHA-256 over each column's normalised values, and over the
// sorted digests of the columns. Formats differ in the order and the names of columns, so
// neither counts; columns that hold nothing and those a protocol added do not count
// either.
#include <algorithm>
#include <array>
#include <cstdint>

#include <openssl/evp.h>

#include "analyzer/rows/normalise.h"
#include "analyzer/rows/table.h"

namespace capaudit {
namespace {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view data) {
  Sha256 digest{};
  EVP_Digest(data.data(), data.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return digest;
}

/// Little endian, into text[at, at + 8).
void put_u64(std::string& text, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) {
    text[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
  }
}

void append_u64(std::string& out, std::uint64_t value) {
  out.append(8, '\0');
  put_u64(out, out.size() - 8, value);
}

/// Values with their lengths, so that no two lists of values look the same; and a bound,
/// because nested values that share by reference could unfold without end.
class Values {
 public:
  Values(const Tree& tree, std::size_t max_bytes) : tree_(tree), left_(max_bytes) {}

  void clear() {
    data_.clear();
    anything_ = false;
  }
  bool add(NodeId cell) {
    const std::size_t start = data_.size();
    data_.append(8, '\0');
    const std::size_t text = data_.size();
    if (!append_normalised(tree_, cell, text + left_, data_)) {
      return false;
    }
    const std::size_t length = data_.size() - text;
    left_ -= length;
    anything_ = anything_ || length != 0;
    put_u64(data_, start, length);
    return true;
  }
  bool anything() const { return anything_; }
  const std::string& data() const { return data_; }

 private:
  const Tree& tree_;
  std::size_t left_;
  std::string data_;
  bool anything_ = false;
};

/// Row and value of what stands outside the columns, sorted, because their order in a row
/// is the format's.
bool extras_digest(const Tree& tree, const Table& table, std::size_t max_bytes,
                   Sha256& digest) {
  std::vector<std::string> extras;
  std::size_t left = max_bytes;
  for (const auto& [row, node] : table.extras) {
    std::string extra;
    append_u64(extra, row);
    if (!append_normalised(tree, node, left + extra.size(), extra)) {
      return false;
    }
    left -= extra.size() - 8;
    extras.push_back(std::move(extra));
  }
  std::sort(extras.begin(), extras.end());
  std::string all;
  for (const std::string& extra : extras) {
    append_u64(all, extra.size());
    all += extra;
  }
  digest = sha256(all);
  return true;
}

/// Beyond this much, values that share others by reference are unfolded no further.
std::size_t max_normal_bytes(const Tree& tree) {
  return tree.body().size() * 4 + (std::size_t{1} << 20);
}

std::string printed(const Sha256& digest) {
  constexpr std::size_t kDigestBytes = 16;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string hex;
  for (std::size_t i = 0; i < kDigestBytes; ++i) {
    hex += kHex[digest[i] >> 4];
    hex += kHex[digest[i] & 0x0f];
  }
  return hex;
}

}  // namespace

bool is_annotation(std::string_view column) {
  return column.find('@') != std::string_view::npos || column.starts_with("odata.") ||
         column == "__metadata";
}

std::string table_digest(const Tree& tree, const Table& table) {
  const std::size_t max_bytes = max_normal_bytes(tree);
  Values values(tree, max_bytes);
  std::vector<Sha256> columns;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (is_annotation(table.columns[column])) {
      continue;
    }
    values.clear();
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (!values.add(table.cell(row, column))) {
        return {};
      }
    }
    if (values.anything()) {
      columns.push_back(sha256(values.data()));
    }
  }
  std::sort(columns.begin(), columns.end());
  if (!table.extras.empty()) {
    columns.emplace_back();
    if (!extras_digest(tree, table, max_bytes, columns.back())) {
      return {};
    }
  }
  std::string all;
  append_u64(all, table.rows);
  for (const Sha256& column : columns) {
    all.append(column.begin(), column.end());
  }
  return printed(sha256(all));
}

std::string value_digest(const Tree& tree, NodeId value) {
  std::string normal;
  if (!append_normalised(tree, value, max_normal_bytes(tree), normal)) {
    return {};
  }
  return printed(sha256(normal));
}

}  // namespace capaudit
