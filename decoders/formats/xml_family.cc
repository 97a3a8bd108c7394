// SPDX-License-Identifier: Apache-2.0
// What an XML body is: SOAP 1.1 and 1.2 (by the envelope's namespace), Atom (RFC 4287),
// OData in Atom (MS-ODATA 2.2.6.2), RSS 2.0, SVG, or just XML.
#include <algorithm>

#include "decoders/core/text.h"
#include "decoders/formats/charset.h"
#include "decoders/formats/families.h"
#include "decoders/formats/media_type.h"
#include "decoders/formats/namespaces.h"
#include "decoders/formats/recognise.h"
#include "decoders/formats/xml.h"

namespace capaudit {
namespace {

/// The last segment of a URI, of a SOAPAction as a rule: `"urn:x#getRows"` is getRows.
std::string last_segment(std::string_view uri) {
  uri = trim(uri);
  if (uri.size() >= 2 && uri.front() == '"' && uri.back() == '"') {
    uri = uri.substr(1, uri.size() - 2);
  }
  while (uri.ends_with('/')) {
    uri.remove_suffix(1);
  }
  const std::size_t at = uri.find_last_of("/#:");
  return std::string(at == std::string_view::npos ? uri : uri.substr(at + 1));
}

class XmlFamily {
 public:
  XmlFamily(Decoded& decoded, const Hints& hints)
      : decoded_(decoded), tree_(decoded.tree), hints_(hints) {}

  void read(NodeId root);

 private:
  bool is(NodeId id, std::string_view space, std::string_view local) const {
    const Node& node = tree_[id];
    return node.kind == NodeKind::element && tree_.name(node) == local &&
           tree_.type(node) == space;
  }
  NodeId child(NodeId parent, std::string_view space, std::string_view local) const {
    for (NodeId id = tree_[parent].first; id != kNoNode; id = tree_[id].next) {
      if (is(id, space, local)) {
        return id;
      }
    }
    return kNoNode;
  }
  /// m:properties of an entry, or of its content.
  bool has_properties(NodeId parent) const {
    return child(parent, kODataMetadata, "properties") != kNoNode ||
           child(parent, kOData4Metadata, "properties") != kNoNode;
  }
  NodeId next_element(NodeId id) const {
    while (id != kNoNode && tree_[id].kind != NodeKind::element) {
      id = tree_[id].next;
    }
    return id;
  }

  void read_soap(NodeId envelope, std::string_view space);
  std::string soap_operation(NodeId body, std::string_view space) const;
  void read_data_set();
  void read_atom(NodeId root);
  void read_odata_name(NodeId root);
  void read_next_link(NodeId root);

  Decoded& decoded_;
  Tree& tree_;
  const Hints& hints_;
};

/// The body's first child that is not a fault or a multiRef; for an empty body, what the
/// action says.
std::string XmlFamily::soap_operation(NodeId body, std::string_view space) const {
  for (NodeId id = next_element(tree_[body].first); id != kNoNode;
       id = next_element(tree_[id].next)) {
    if (is(id, space, "Fault")) {
      return {};
    }
    std::string name(tree_.name(tree_[id]));
    if (name == "multiRef") {
      continue;
    }
    constexpr std::string_view kResponse = "Response";
    if (!hints_.is_request && name.ends_with(kResponse) &&
        name.size() > kResponse.size()) {
      name.resize(name.size() - kResponse.size());
    }
    return name;
  }
  if (!hints_.is_request) {
    return {};
  }
  const std::string action = last_segment(hints_.soap_action);
  return !action.empty()
             ? action
             : last_segment(
                   media_type_parameter(hints_.content_type, "action").value_or(""));
}

void XmlFamily::read_soap(NodeId envelope, std::string_view space) {
  decoded_.format = Format::soap;
  const NodeId body = child(envelope, space, "Body");
  if (body != kNoNode) {
    decoded_.add_name(soap_operation(body, space));
    if (child(body, space, "Fault") != kNoNode) {
      decoded_.note("soap_fault");
    }
  }
}

/// A .NET DataSet: beside its schema a DiffGram, whose first child holds the rows as they
/// are; diffgr:before, their older versions, does not count.
void XmlFamily::read_data_set() {
  for (NodeId id = 0; id < tree_.size(); ++id) {
    if (!is(id, kDiffgram, "diffgram")) {
      continue;
    }
    const NodeId data = next_element(tree_[id].first);
    if (data != kNoNode && tree_.type(tree_[data]) != kDiffgram) {
      tree_[data].flags |= Node::kRows;
    }
  }
}

/// Entity set: the feed's id or the request's target, `.../Customers(1)` is Customers.
void XmlFamily::read_odata_name(NodeId root) {
  const NodeId id = child(root, kAtom, "id");
  std::string name(id == kNoNode ? std::string_view() : trim(tree_.text(id)));
  name.resize(std::min(name.find_first_of("?#"), name.size()));
  name = last_segment(name);
  name.resize(std::min(name.find('('), name.size()));
  decoded_.add_name(std::move(name));
}

/// RFC 4287 4.2.7, RFC 5005 3: the feed's own link.
void XmlFamily::read_next_link(NodeId root) {
  const auto attribute = [this](NodeId link, std::string_view name) {
    const NodeId id = tree_.find(link, name);
    return id == kNoNode ? std::string_view() : trim(tree_.text(id));
  };
  for (NodeId id = tree_[root].first; id != kNoNode; id = tree_[id].next) {
    if (is(id, kAtom, "link") && attribute(id, "rel") == "next") {
      decoded_.next_link = attribute(id, "href");
      return;
    }
  }
}

void XmlFamily::read_atom(NodeId root) {
  bool odata = false;
  const bool feed = tree_.name(tree_[root]) == "feed";
  if (feed) {
    tree_[root].flags |= Node::kRows;
    read_next_link(root);
  }
  for (NodeId id = feed ? tree_[root].first : root; id != kNoNode && !odata;
       id = tree_[id].next) {
    if (!is(id, kAtom, "entry")) {
      odata =
          odata || is(id, kODataMetadata, "count") || is(id, kOData4Metadata, "count");
      continue;
    }
    const NodeId content = child(id, kAtom, "content");
    odata = has_properties(id) || (content != kNoNode && has_properties(content));
    if (!feed) {
      break;
    }
  }
  decoded_.format = odata ? Format::odata_atom : Format::atom;
  if (odata) {
    read_odata_name(root);
  }
}

void XmlFamily::read(NodeId root) {
  const std::string space(tree_.type(tree_[root]));
  const std::string local(tree_.name(tree_[root]));
  if (tree_.names.find(kDiffgram) != kNoName) {
    read_data_set();
  }
  if (local == "Envelope" && (space == kSoap11 || space == kSoap12)) {
    read_soap(root, space);
  } else if (space == kAtom && (local == "feed" || local == "entry")) {
    read_atom(root);
  } else if ((space == kODataMetadata && local == "error") || space == kOData4Metadata ||
             is_odata_data(space)) {
    // An error; a property, a value or links alone.
    decoded_.format = Format::odata_atom;
  } else if (space == kAtomPub && (local == "service" || local == "categories")) {
    // What a service has, in Atom and OData alike; version 4 says that it is OData's.
    decoded_.format =
        tree_.names.find(kOData4Metadata) == kNoName ? Format::atom : Format::odata_atom;
  } else if ((local == "definitions" && space == kWsdl11) ||
             (local == "description" && space == kWsdl20)) {
    // Operations are described, none is called: no names.
    decoded_.note("wsdl_description");
  } else if (local == "rss" || (local == "RDF" && space == kRdf)) {
    decoded_.format = Format::rss;
    const NodeId channel = tree_.find(root, "channel");
    if (channel != kNoNode) {
      read_next_link(channel);
    }
  } else if (local == "svg" && (space.empty() || space == kSvg)) {
    decoded_.format = Format::image;
  } else if (local == "html" && (space.empty() || space == kXhtml)) {
    decoded_.format = Format::html;
  }
}

}  // namespace

void read_xml_family(Decoded& decoded, NodeId root, const Hints& hints) {
  XmlFamily(decoded, hints).read(root);
  if (decoded.format == Format::soap) {
    resolve_soap_references(decoded);
    fill_soap_arrays(decoded);
  }
}

bool decode_xml_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  // RFC 7303 3: byte order mark, then charset parameter, then the declaration.
  const Bytes body = decoded.tree.body();
  std::string charset = media_type_parameter(hints.content_type, "charset").value_or("");
  if (charset.empty()) {
    charset = xml_declared_encoding(as_text(body));
  }
  Utf8 utf8 = to_utf8(body, charset);
  if (utf8.converted) {
    decoded.tree = Tree(std::move(utf8.text));
  }
  TreeBuilder builder(decoded.tree, limits);
  const std::size_t end = decoded.tree.body().size();
  const XmlResult result = parse_xml(builder, utf8.start, end);
  const std::optional<Error>& error = decoded.tree.error;
  const bool typed = format_of_type(hints.content_type) == Format::xml;
  if (result.root == kNoNode ? !typed
                             : error && error->code == ErrorCode::malformed && !typed &&
                                   decoded.tree.size() == 1) {
    return false;
  }
  decoded.format = Format::xml;
  if (!utf8.finding.empty()) {
    decoded.note(utf8.finding);
  }
  for (const std::string_view code : result.findings) {
    decoded.note(code);
  }
  if (result.root != kNoNode) {
    decoded.tree.root = result.root;
    read_xml_family(decoded, result.root, hints);
  }
  return true;
}

}  // namespace capaudit
