// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/attached.h"

#include <algorithm>
#include <array>

#include <openssl/evp.h>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

// Lower-case hexadecimal; empty when the library fails.
std::string digest_of(Bytes bytes, const EVP_MD* algorithm) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  std::string text;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, algorithm, nullptr) !=
      1) {
    return text;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const unsigned char byte : std::span(digest).first(size)) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// A name of 40 hexadecimal digits and an extension promises a content.
bool holds_what_it_promises(std::string_view name, Bytes content) {
  constexpr std::size_t kSha1Digits = 40;
  const std::string promised = to_lower(name.substr(0, name.find('.')));
  const bool is_sha1 =
      promised.size() == kSha1Digits &&
      promised.find_first_not_of("0123456789abcdef") == std::string::npos;
  return !is_sha1 || promised == digest_of(content, EVP_sha1());
}

std::string_view note_of(ErrorCode code) {
  switch (code) {
  case ErrorCode::io:
    return "har_attachment_missing";
  case ErrorCode::limit:
    return "body_over_cap";
  case ErrorCode::unsupported:
    return "har_attachment_refused";
  case ErrorCode::truncated:
  case ErrorCode::malformed:
    break;
  }
  return "har_attachment_damaged";
}

}  // namespace

AttachedBodies::Read AttachedBodies::read(std::string_view name, std::uint64_t most) {
  const std::string key(name);
  Result<Buffer> content = files_.read(key, std::min(most, budget_));
  if (!content) {
    const bool used_up = content.error().code == ErrorCode::limit && budget_ < most;
    budget_ -= std::min(budget_, content.error().offset);
    return {std::nullopt, used_up ? "decoding_limit" : note_of(content.error().code)};
  }
  budget_ -= content->size();
  const bool as_named = look(key, *content).as_named;
  return {*std::move(content), as_named ? "" : "har_attachment_altered"};
}

const AttachedBodies::File& AttachedBodies::look(const std::string& name, Bytes content) {
  const auto [place, is_new] = read_.try_emplace(name);
  if (is_new) {
    File& file = place->second;
    file.bytes = content.size();
    file.as_named = holds_what_it_promises(name, content);
    if (!files_.hashed_with_input()) {
      file.sha256 = digest_of(content, EVP_sha256());
    }
  }
  return place->second;
}

void AttachedBodies::tell(SourceInfo& info) const {
  std::string lines;
  for (const auto& [name, file] : read_) {
    info.attached_bytes += file.bytes;
    lines.append(file.sha256).append("  ").append(name).append("\n");
  }
  info.attached_files = read_.size();
  if (!read_.empty() && !files_.hashed_with_input()) {
    info.attached_sha256 = digest_of(as_bytes(lines), EVP_sha256());
  }
}

}  // namespace capaudit
