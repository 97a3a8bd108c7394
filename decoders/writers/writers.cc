// SPDX-License-Identifier: Apache-2.0
// The table of writers.
#include "decoders/writers/writers.h"

#include <array>

namespace capaudit {
namespace {

constexpr std::array kWriters = std::to_array<RowWriter>({
    {"json", "application/json", Format::json, write_json_objects},
    {"json-columns", "application/json", Format::json, write_json_columns},
    {"json-enums", "application/json", Format::json, write_json_enums},
    {"odata-json", "application/json;odata=minimalmetadata", Format::odata_json,
     write_odata_json},
    {"amf0", "application/x-amf", Format::amf0, write_amf0},
    {"amf3", "application/x-amf", Format::amf3, write_amf3},
    {"amf3-anonymous", "application/x-amf", Format::amf3, write_amf3_anonymous},
    {"soap-encoded", "text/xml; charset=utf-8", Format::soap, write_soap_encoded},
    {"soap-literal", "text/xml; charset=utf-8", Format::soap, write_soap_literal},
    {"odata-atom", "application/atom+xml", Format::odata_atom, write_odata_atom},
    {"xml", "application/xml", Format::xml, write_xml},
    {"html", "text/html; charset=utf-8", Format::html, write_html},
    {"csv", "text/csv; charset=utf-8; header=present", Format::csv, write_csv},
});

}  // namespace

std::span<const RowWriter> row_writers() {
  return kWriters;
}

const RowWriter* find_row_writer(std::string_view name) {
  for (const RowWriter& writer : kWriters) {
    if (writer.name == name) {
      return &writer;
    }
  }
  return nullptr;
}

}  // namespace capaudit
