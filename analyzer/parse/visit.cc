// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/visit.h"

#include <array>
#include <cmath>

#include "decoders/writers/scalar_text.h"

namespace capaudit {

void WrittenJson::separate() {
  if (comma_) {
    out_ += ',';
  }
  comma_ = true;
}

void WrittenJson::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
}

void WrittenJson::close(char bracket) {
  out_ += bracket;
  comma_ = true;
}

void WrittenJson::null() {
  separate();
  out_ += "null";
}

void WrittenJson::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void WrittenJson::integer(std::int64_t value) {
  separate();
  out_ += std::to_string(value);
}

void WrittenJson::integer(std::uint64_t value) {
  separate();
  out_ += std::to_string(value);
}

void WrittenJson::real(double value) {
  separate();
  if (std::isfinite(value)) {
    append_double(value, out_);
  } else {
    out_ += "null";  // as JSON.stringify has it
  }
}

void WrittenJson::text(std::string_view value) {
  separate();
  append_json_string(value, out_);
}

void WrittenJson::key(std::string_view name) {
  text(name);
  out_ += ':';
  comma_ = false;
}

void WrittenXml::close_tag() {
  if (in_tag_) {
    out_ += '>';
    in_tag_ = false;
  }
}

void WrittenXml::start(std::string_view element) {
  close_tag();
  out_ += '<';
  out_ += element;
  in_tag_ = true;
}

void WrittenXml::attribute(std::string_view name, std::string_view value) {
  out_ += ' ';
  out_ += name;
  out_ += "=\"";
  for (const char c : value) {
    switch (c) {
    case '&':
      out_ += "&amp;";
      break;
    case '<':
      out_ += "&lt;";
      break;
    case '"':
      out_ += "&quot;";
      break;
    case '\n':
      out_ += "&#10;";
      break;
    case '\r':
      out_ += "&#13;";
      break;
    case '\t':
      out_ += "&#9;";
      break;
    default:
      out_ += c;
    }
  }
  out_ += '"';
}

void WrittenXml::text(std::string_view value) {
  close_tag();
  append_xml_text(value, out_);
}

void WrittenXml::end(std::string_view element) {
  close_tag();
  out_ += "</";
  out_ += element;
  out_ += '>';
}

}  // namespace capaudit
