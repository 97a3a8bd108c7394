// SPDX-License-Identifier: Apache-2.0
#include "reports/page/html_policy.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include <openssl/evp.h>

namespace capaudit {
namespace {

std::string hash_source(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  std::size_t size = 0;
  EVP_Q_digest(nullptr, "SHA256", nullptr, text.data(), text.size(), digest.data(),
               &size);
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(digest[i]);
  }
  return "'sha256-" + base64(bytes) + "'";
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool there = i + k < bytes.size();
      group = group << 8 | (there ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kAlphabet[group >> (18 - 6 * k) & 0x3f];
    }
  }
  return out;
}

std::string content_security_policy(std::string_view style, std::string_view script) {
  return "default-src 'none'; style-src " + hash_source(style) + "; script-src " +
         hash_source(script) + "; base-uri 'none'; form-action 'none'";
}

}  // namespace capaudit
