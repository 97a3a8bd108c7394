// SPDX-License-Identifier: Apache-2.0
// The list of rows alone, in the form in which a captured body has it, so that it can be
// put back between the bytes that stood around it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decoders/core/bytes.h"
#include "decoders/formats/amf3.h"
#include "decoders/writers/rows.h"

namespace capaudit {

/// `[{...},{...}]`.
Buffer write_json_list(const Rows& rows);
/// `[[...],[...]]`; a text of a column with `values` becomes its index in them.
Buffer write_json_items(const Rows& rows,
                        const std::vector<std::vector<std::string>>& values);

/// A strict array of AMF0; `type`: the class of the rows, empty for anonymous ones.
Buffer write_amf0_list(const Rows& rows, const std::string& type);

/// An array of AMF3 behind a value that has filled the tables; the first members are
/// those of `row`, the others are written as dynamic ones.
Buffer write_amf3_list(const Rows& rows, const Amf3Tables& tables,
                       const Amf3Tables::Class& row);

}  // namespace capaudit
