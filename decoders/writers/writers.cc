// SPDX-License-Identifier: Apache-2.0
// The table of writers.
#include "decoders/writers/writers.h"

#include <array>

namespace capaudit {
namespace {

constexpr std::array kWriters = std::to_array<RowWriter>({
    {"json", "JSON objects", "application/json", Format::json, write_json_objects},
    {"json-pretty", "JSON objects, indented", "application/json", Format::json,
     write_json_pretty},
    {"json-columns", "JSON columns and items", "application/json", Format::json,
     write_json_columns},
    {"json-enums", "JSON columns, repeated texts by index", "application/json",
     Format::json, write_json_enums},
    {"odata-json-none", "OData 3 JSON, no metadata", "application/json;odata=nometadata",
     Format::odata_json, write_odata_json_none},
    {"odata-json", "OData 3 JSON, minimal metadata",
     "application/json;odata=minimalmetadata", Format::odata_json, write_odata_json},
    {"odata-json-full", "OData 3 JSON, full metadata",
     "application/json;odata=fullmetadata", Format::odata_json, write_odata_json_full},
    {"amf0", "AMF0 objects", "application/x-amf", Format::amf0, write_amf0},
    {"amf3", "AMF3 typed objects", "application/x-amf", Format::amf3, write_amf3},
    {"amf3-anonymous", "AMF3 anonymous objects", "application/x-amf", Format::amf3,
     write_amf3_anonymous},
    {"soap-encoded", "SOAP rpc/encoded", "text/xml; charset=utf-8", Format::soap,
     write_soap_encoded},
    {"soap-literal", "SOAP literal", "text/xml; charset=utf-8", Format::soap,
     write_soap_literal},
    {"odata-atom", "Atom, OData 2", "application/atom+xml", Format::odata_atom,
     write_odata_atom},
    {"xml", "XML elements", "application/xml", Format::xml, write_xml},
    {"html", "HTML table", "text/html; charset=utf-8", Format::html, write_html},
    {"csv", "CSV", "text/csv; charset=utf-8; header=present", Format::csv, write_csv},
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
