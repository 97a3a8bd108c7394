// SPDX-License-Identifier: Apache-2.0
// Rows in markup and CSV: SOAP as Axis 1.4 encodes it (every value with its type, every
// row behind a reference) and as a literal document, OData 2 in Atom, plain XML, an HTML
// table, CSV by RFC 4180.
#include <cmath>
#include <string>

#include "decoders/core/text.h"
#include "decoders/core/utf8.h"
#include "decoders/writers/scalar_text.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

/// A column's name as an element's: what no name may hold becomes "_".
std::string element_name(std::string_view column) {
  std::string name;
  for (const char c : column) {
    const bool good = is_alpha(c) || is_digit(c) || c == '_' || c == '-' || c == '.' ||
                      static_cast<unsigned char>(c) >= 0x80;
    name += good ? c : '_';
  }
  const bool bad_start =
      name.empty() || is_digit(name[0]) || name[0] == '-' || name[0] == '.';
  return bad_start ? "_" + name : name;
}

std::vector<std::string> element_names(const Rows& rows) {
  std::vector<std::string> names;
  for (const std::string& column : rows.columns) {
    names.push_back(element_name(column));
  }
  return names;
}

void append_element(const std::string& name, std::string_view attributes,
                    const Cell& cell, std::string& out) {
  out += '<';
  out += name;
  out += attributes;
  const std::string text = cell_text(cell);
  if (text.empty()) {
    out += "/>";
    return;
  }
  out += '>';
  append_xml_text(text, out);
  out += "</";
  out += name;
  out += '>';
}

/// The type of XML Schema; for null, that it is nil.
std::string_view schema_type(const Cell& cell) {
  struct Type {
    std::string_view operator()(std::monostate) const { return " xsi:nil=\"true\""; }
    std::string_view operator()(bool) const { return " xsi:type=\"xsd:boolean\""; }
    std::string_view operator()(std::int64_t) const { return " xsi:type=\"xsd:long\""; }
    std::string_view operator()(double) const { return " xsi:type=\"xsd:double\""; }
    std::string_view operator()(Date) const { return " xsi:type=\"xsd:dateTime\""; }
    std::string_view operator()(const std::string&) const {
      return " xsi:type=\"xsd:string\"";
    }
  };
  return std::visit(Type{}, cell);
}

/// The type of the Entity Data Model; texts have none.
std::string_view edm_type(const Cell& cell) {
  struct Type {
    std::string_view operator()(std::monostate) const { return " m:null=\"true\""; }
    std::string_view operator()(bool) const { return " m:type=\"Edm.Boolean\""; }
    std::string_view operator()(std::int64_t) const { return " m:type=\"Edm.Int64\""; }
    std::string_view operator()(double) const { return " m:type=\"Edm.Double\""; }
    std::string_view operator()(Date) const { return " m:type=\"Edm.DateTime\""; }
    std::string_view operator()(const std::string&) const { return {}; }
  };
  return std::visit(Type{}, cell);
}

constexpr std::string_view kEnvelope =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope "
    "xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\" "
    "xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" "
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soapenv:Body>";
constexpr std::string_view kEnvelopeEnd = "</soapenv:Body></soapenv:Envelope>";

void append_csv(std::string_view text, std::string& out) {
  const bool quotes = text.find_first_of(",\"\r\n") != std::string_view::npos;
  out += quotes ? "\"" : "";
  for (const char c : text) {
    out += c == '"' ? "\"\"" : std::string_view(&c, 1);
  }
  out += quotes ? "\"" : "";
}

}  // namespace

Buffer write_soap_encoded(const Rows& rows) {
  constexpr std::string_view kEncoding =
      " soapenv:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"";
  const std::vector<std::string> names = element_names(rows);
  const std::string count = std::to_string(rows.count());
  std::string out(kEnvelope);
  out += "<ns1:getRowsResponse" + std::string(kEncoding) +
         " xmlns:ns1=\"urn:rows\"><getRowsReturn soapenc:arrayType=\"ns1:Row[" + count +
         "]\" xsi:type=\"soapenc:Array\" "
         "xmlns:soapenc=\"http://schemas.xmlsoap.org/soap/encoding/\">";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += "<getRowsReturn href=\"#id" + std::to_string(row) + "\"/>";
  }
  out += "</getRowsReturn></ns1:getRowsResponse>";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out +=
        "<multiRef id=\"id" + std::to_string(row) + "\" soapenc:root=\"0\"" +
        std::string(kEncoding) +
        " xsi:type=\"ns2:Row\" xmlns:soapenc=\"http://schemas.xmlsoap.org/soap/encoding/"
        "\" xmlns:ns2=\"urn:rows\">";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      append_element(names[column++], schema_type(cell), cell, out);
    }
    out += "</multiRef>";
  }
  return to_bytes(out += kEnvelopeEnd);
}

Buffer write_soap_literal(const Rows& rows) {
  const std::vector<std::string> names = element_names(rows);
  std::string out(kEnvelope);
  out += "<getRowsResponse xmlns=\"urn:rows\">";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += "<getRowsReturn>";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      const bool nil = std::holds_alternative<std::monostate>(cell);
      append_element(names[column++], nil ? schema_type(cell) : "", cell, out);
    }
    out += "</getRowsReturn>";
  }
  out += "</getRowsResponse>";
  return to_bytes(out += kEnvelopeEnd);
}

Buffer write_odata_atom(const Rows& rows) {
  const std::vector<std::string> names = element_names(rows);
  const std::string base = "http://host/service/";
  const std::string updated = "<updated>2010-01-01T00:00:00Z</updated>";
  std::string out =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><feed xml:base=\"" + base +
      "\" xmlns:d=\"http://schemas.microsoft.com/ado/2007/08/dataservices\" "
      "xmlns:m=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\" "
      "xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">Rows</title><id>" +
      base + "Rows</id>" + updated + "<link rel=\"self\" title=\"Rows\" href=\"Rows\" />";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const std::string id = "Rows(" + std::to_string(row + 1) + ")";
    out += "<entry><id>" + base + id + "</id><title type=\"text\"></title>" + updated +
           "<author><name /></author><link rel=\"edit\" title=\"Row\" href=\"" + id +
           "\" /><category term=\"Model.Row\" "
           "scheme=\"http://schemas.microsoft.com/ado/2007/08/dataservices/scheme\" />"
           "<content type=\"application/xml\"><m:properties>";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      append_element("d:" + names[column++], edm_type(cell), cell, out);
    }
    out += "</m:properties></content></entry>";
  }
  return to_bytes(out + "</feed>");
}

Buffer write_xml(const Rows& rows) {
  const std::vector<std::string> names = element_names(rows);
  std::string out = "<rows>";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += "<row>";
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      append_element(names[column++], "", cell, out);
    }
    out += "</row>";
  }
  return to_bytes(out + "</rows>");
}

Buffer write_html(const Rows& rows) {
  std::string out = "<table><tr>";
  for (const std::string& column : rows.columns) {
    out += "<th>";
    append_xml_text(column, out);
    out += "</th>";
  }
  out += "</tr>";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out += "<tr>";
    for (const Cell& cell : rows.row(row)) {
      out += "<td>";
      append_xml_text(cell_text(cell), out);
      out += "</td>";
    }
    out += "</tr>";
  }
  return to_bytes(out + "</table>");
}

Buffer write_csv(const Rows& rows) {
  std::string out;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    out += column == 0 ? "" : ",";
    append_csv(rows.columns[column], out);
  }
  out += "\r\n";
  for (std::size_t row = 0; row < rows.count(); ++row) {
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out += column++ == 0 ? "" : ",";
      append_csv(cell_text(cell), out);
    }
    // An empty line would be no row.
    const bool empty_line = column == 1 && out.ends_with('\n');
    out += empty_line ? "\"\"\r\n" : "\r\n";
  }
  return to_bytes(out);
}

}  // namespace capaudit
