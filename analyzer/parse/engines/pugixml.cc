// SPDX-License-Identifier: Apache-2.0
// pugixml's DOM. White space between elements is kept where it is the only content.

#include <pugixml.hpp>

#include "analyzer/parse/allocation.h"
#include "analyzer/parse/engines.h"
#include "analyzer/parse/local_run.h"

namespace capaudit {
namespace {

constexpr unsigned kFlags = pugi::parse_default | pugi::parse_ws_pcdata_single;

/// Without recursion: depth is the sender's choice.
template <class Visitor>
void visit(const pugi::xml_document& document, Visitor& visitor) {
  pugi::xml_node node = document.document_element();
  const pugi::xml_node top = node;
  while (node) {
    if (node.type() == pugi::node_element) {
      visitor.start(node.name());
      for (const pugi::xml_attribute attribute : node.attributes()) {
        visitor.attribute(attribute.name(), attribute.value());
      }
      if (node.first_child()) {
        node = node.first_child();
        continue;
      }
      visitor.end(node.name());
    } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      visitor.text(node.value());
    }
    while (node != top && !node.next_sibling()) {
      node = node.parent();
      visitor.end(node.name());
    }
    node = node == top ? pugi::xml_node() : node.next_sibling();
  }
}

/// Where save() puts what it writes.
class StringWriter : public pugi::xml_writer {
 public:
  explicit StringWriter(std::string& out) : out_(out) {}
  void write(const void* data, std::size_t size) override {
    out_.append(static_cast<const char*>(data), size);
  }

 private:
  std::string& out_;
};

class Pugixml {
 public:
  using Written = WrittenXml;
  static constexpr bool kText = true;
  static constexpr bool kGenerates = true;

  explicit Pugixml(const ParsePayload& payload)
      : payload_(payload), values_(payload.documents.size()) {
    pugi::set_memory_management_functions(counted_malloc, counted_free);
  }

  template <class Visitor>
  bool parse(std::size_t document, bool from_text, Visitor& visitor) {
    pugi::xml_document value;
    if (!load(document, from_text ? pugi::encoding_utf8 : pugi::encoding_auto, value)) {
      return false;
    }
    visit(value, visitor);
    return true;
  }

  bool generate(std::size_t document, std::string& out) {
    std::unique_ptr<pugi::xml_document>& value = values_[document];
    if (!value) {
      value = std::make_unique<pugi::xml_document>();
      if (!load(document, pugi::encoding_auto, *value)) {
        return false;
      }
    }
    StringWriter writer(out);
    value->save(writer, "", pugi::format_raw, pugi::encoding_utf8);
    return true;
  }

 private:
  bool load(std::size_t document, pugi::xml_encoding encoding,
            pugi::xml_document& value) const {
    const Buffer& content = payload_.documents[document].content;
    return bool(value.load_buffer(content.data(), content.size(), kFlags, encoding));
  }

  const ParsePayload& payload_;
  std::vector<std::unique_ptr<pugi::xml_document>> values_;
};

std::string version_text() {
  constexpr int kMinor = 10;  // PUGIXML_VERSION is 1130 for 1.13
  return std::to_string(PUGIXML_VERSION / 1000) + "." +
         std::to_string(PUGIXML_VERSION % 1000 / kMinor);
}

}  // namespace

Result<std::unique_ptr<EngineRun>> open_pugixml(const ParsePayload& payload) {
  return std::unique_ptr<EngineRun>(
      std::make_unique<LocalRun<Pugixml>>(payload, version_text()));
}

}  // namespace capaudit
