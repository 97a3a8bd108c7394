// SPDX-License-Identifier: Apache-2.0
// Writers: the same rows in every format, as the software of each format writes them.
// What they make was never sent by anyone; it answers what the rows would have cost.
#pragma once

#include <span>
#include <string_view>

#include "decoders/core/bytes.h"
#include "decoders/core/format.h"
#include "decoders/writers/rows.h"

namespace capaudit {

struct RowWriter {
  std::string_view name;          ///< as in `as = "json-columns"` of a claim
  std::string_view title;         ///< what it is, in a few words
  std::string_view content_type;  ///< under which the result is read back
  Format format;                  ///< that it is read back as
  Buffer (*write)(const Rows& rows);
};

std::span<const RowWriter> row_writers();
/// Null: unknown.
const RowWriter* find_row_writer(std::string_view name);

Buffer write_json_objects(const Rows& rows);
Buffer write_json_pretty(const Rows& rows);
Buffer write_json_columns(const Rows& rows);
Buffer write_json_enums(const Rows& rows);
Buffer write_odata_json_none(const Rows& rows);
Buffer write_odata_json(const Rows& rows);
Buffer write_odata_json_full(const Rows& rows);
Buffer write_amf0(const Rows& rows);
Buffer write_amf3(const Rows& rows);
Buffer write_amf3_anonymous(const Rows& rows);
Buffer write_soap_encoded(const Rows& rows);
Buffer write_soap_literal(const Rows& rows);
Buffer write_odata_atom(const Rows& rows);
Buffer write_xml(const Rows& rows);
Buffer write_html(const Rows& rows);
Buffer write_csv(const Rows& rows);

}  // namespace capaudit
