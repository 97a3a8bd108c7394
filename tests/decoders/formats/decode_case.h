// SPDX-License-Identifier: Apache-2.0
// A body, what stands beside it, and what it must decode to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "decoders/formats/decode.h"
#include "tests/decoders/formats/render.h"

namespace capaudit {

struct DecodeCase {
  const char* name;
  std::string_view body, type, target;
  bool request;
  Format format;
  std::optional<std::uint64_t> messages;
  std::vector<std::string> names;
  std::vector<std::string_view> findings;
};

inline void expect(const DecodeCase& c) {
  SCOPED_TRACE(c.name);
  Hints hints;
  hints.content_type = c.type;
  hints.target = c.target;
  hints.is_request = c.request;
  const Decoded decoded = decode(as_bytes(c.body), hints, {});
  EXPECT_EQ(to_string(decoded.format), to_string(c.format));
  EXPECT_EQ(decoded.messages, c.messages);
  EXPECT_EQ(decoded.names, c.names);
  EXPECT_EQ(decoded.findings, c.findings);
}

}  // namespace capaudit
