// SPDX-License-Identifier: Apache-2.0
// UTF-16 text (RFC 2781) as UTF-8: some tools save JSON so. Halves of surrogate pairs and
// an odd last byte become U+FFFD.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analyzer/ingest/byte_source.h"
#include "analyzer/ingest/window.h"
#include "decoders/core/bytes.h"

namespace capaudit {

enum class ByteOrder : std::uint8_t { little, big };

/// Of a text that begins with a byte order mark, or with a bracket of JSON.
std::optional<ByteOrder> utf16_order(Bytes head);

/// All of `text`, as far as its characters are whole.
std::string utf8_of_utf16(Bytes text, ByteOrder order);

/// `input` must outlive the result.
std::unique_ptr<ByteSource> utf16_source(Window& input, ByteOrder order);

}  // namespace capaudit
