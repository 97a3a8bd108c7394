// SPDX-License-Identifier: Apache-2.0
// Says what a file looks like that is no capture, for the message to its user.
#pragma once

#include <string>

#include "decoders/core/bytes.h"

namespace capaudit {

/// `head` is the beginning of the content. "a text file", "a lz4 file: decompress it
/// first", ...
std::string describe_content(Bytes head);

/// A JSON text, perhaps with byte order mark or JSONP around it, that has HAR's words.
bool is_har(Bytes head);

}  // namespace capaudit
