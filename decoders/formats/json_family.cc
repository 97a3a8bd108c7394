// SPDX-License-Identifier: Apache-2.0
// What a JSON body is: Bayeux (Bayeux 1.0, 4), JSON-RPC (2.0, 4-6), GraphQL (GraphQL over
// HTTP, 6), OData (OData JSON Format 4.0, 4.5; MS-ODATA 2.2.6.3), or just JSON.
#include <algorithm>
#include <array>

#include "decoders/core/text.h"
#include "decoders/formats/charset.h"
#include "decoders/formats/families.h"
#include "decoders/formats/json.h"
#include "decoders/formats/media_type.h"
#include "decoders/formats/recognise.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

/// Reads one JSON value with the tree it is in.
class JsonFamily {
 public:
  JsonFamily(Decoded& decoded, const Hints& hints)
      : decoded_(decoded), tree_(decoded.tree), hints_(hints) {}

  void read(NodeId root);

 private:
  bool has(NodeId object, std::string_view name) const {
    return tree_.find(object, name) != kNoNode;
  }
  NodeKind kind(NodeId id) const { return tree_[id].kind; }
  bool is_string(NodeId id) const {
    return id != kNoNode && kind(id) == NodeKind::string;
  }
  std::string text(NodeId object, std::string_view name) const {
    const NodeId id = tree_.find(object, name);
    return is_string(id) ? std::string(tree_.text(id)) : std::string();
  }

  bool is_bayeux(NodeId message) const;
  void read_bayeux(NodeId message);
  void read_next_link(NodeId root);
  bool is_json_rpc(NodeId message) const;
  bool is_graphql(NodeId message) const;
  bool read_odata(NodeId root);
  bool is_odata(NodeId root) const;
  bool is_service_document(NodeId root) const;
  bool is_odata_error(NodeId root) const;
  NodeId odata_rows(NodeId root) const;
  void read_odata_name(NodeId root, std::string_view context);
  std::string graphql_name(NodeId message) const;
  std::string target_path() const;

  Decoded& decoded_;
  const Tree& tree_;
  const Hints& hints_;
};

bool JsonFamily::is_bayeux(NodeId message) const {
  constexpr std::array kOthers = {"clientId"sv,   "data"sv,    "id"sv,
                                  "successful"sv, "version"sv, "subscription"sv,
                                  "advice"sv,     "error"sv,   "connectionType"sv};
  const NodeId channel = tree_.find(message, "channel");
  if (!is_string(channel) || !tree_.text(channel).starts_with('/')) {
    return false;
  }
  return tree_.text(channel).starts_with("/meta/") ||
         std::any_of(kOthers.begin(), kOthers.end(),
                     [&](std::string_view name) { return has(message, name); });
}

/// A message of a client asks; of a server it answers if it says how that went, else it
/// is delivered. An answer has the channel of what it answers, and its id if that has
/// one.
void JsonFamily::read_bayeux(NodeId message) {
  Call call;
  call.name = text(message, "channel");
  const NodeId successful = tree_.find(message, "successful");
  if (successful != kNoNode && !hints_.is_request) {
    const bool good =
        kind(successful) == NodeKind::boolean && tree_[successful].boolean();
    call.kind = good ? CallKind::result : CallKind::fault;
  } else if (call.name.starts_with("/meta/")) {
    call.kind = CallKind::command;
  } else {
    call.kind = CallKind::publish;
  }
  call.key = call.name + " " + text(message, "id");
  call.client_id = text(message, "clientId");
  call.fault_code = text(message, "error");
  call.bytes = tree_[message].length;
  decoded_.add_name(call.name);
  decoded_.calls.push_back(std::move(call));
}

/// v4, v3 light, and the verbose form of v1 to v3, where it stands in `d`.
void JsonFamily::read_next_link(NodeId root) {
  for (const std::string_view name :
       {"@odata.nextLink"sv, "odata.nextLink"sv, "@nextLink"sv}) {
    if (decoded_.next_link.empty()) {
      decoded_.next_link = text(root, name);
    }
  }
  const NodeId d = tree_.find(root, "d");
  if (decoded_.next_link.empty() && d != kNoNode && kind(d) == NodeKind::object) {
    decoded_.next_link = text(d, "__next");
  }
}

bool JsonFamily::is_json_rpc(NodeId message) const {
  const bool call = is_string(tree_.find(message, "method"));
  const bool answer = has(message, "result") || has(message, "error");
  if (has(message, "jsonrpc")) {
    return call || answer;
  }
  // Version 1.0 has no mark; a call has method, params and id, an answer result, error,
  // id.
  return has(message, "id") && ((call && has(message, "params")) ||
                                (has(message, "result") && has(message, "error")));
}

bool JsonFamily::is_graphql(NodeId message) const {
  constexpr std::array kStarts = {"query"sv, "mutation"sv, "subscription"sv,
                                  "fragment"sv};
  const NodeId query = tree_.find(message, "query");
  if (is_string(query)) {
    std::string_view text = trim_left(tree_.text(query));
    while (text.starts_with('#')) {
      text = trim_left(text.substr(std::min(text.find('\n'), text.size())));
    }
    return (text.starts_with('{') && text.find('}') != std::string_view::npos) ||
           (text.find('{') != std::string_view::npos &&
            std::any_of(kStarts.begin(), kStarts.end(), [text](std::string_view word) {
              return text.starts_with(word);
            }));
  }
  const NodeId extensions = tree_.find(message, "extensions");
  if (extensions != kNoNode && has(extensions, "persistedQuery")) {
    return true;
  }
  return !hints_.is_request && (has(message, "data") || has(message, "errors")) &&
         target_path().ends_with("graphql");
}

/// The path of the request's URL, without query.
std::string JsonFamily::target_path() const {
  const std::string_view target = hints_.target;
  return std::string(target.substr(0, target.find_first_of("?#;")));
}

/// operationName, the name after `query`, or the first field.
std::string JsonFamily::graphql_name(NodeId message) const {
  std::string name = text(message, "operationName");
  if (!name.empty()) {
    return name;
  }
  const auto is_name = [](char c) { return is_alpha(c) || is_digit(c) || c == '_'; };
  const std::string query = text(message, "query");
  std::string_view rest = trim_left(query);
  for (const std::string_view word : {"query"sv, "mutation"sv, "subscription"sv}) {
    if (rest.starts_with(word)) {
      rest = trim_left(rest.substr(word.size()));
      break;
    }
  }
  if (rest.empty() || !is_name(rest[0])) {
    rest = trim_left(rest.substr(std::min(rest.find('{'), rest.size())));
    rest = trim_left(rest.substr(std::min<std::size_t>(1, rest.size())));
  }
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_name);
  return std::string(rest.begin(), end);
}

/// Entity set of a context URL: `$metadata#Customers(Name)/$entity` is Customers. A
/// service document has none (`$metadata`), nor has a value of a type
/// (`$metadata#Collection(Edm.String)`).
void JsonFamily::read_odata_name(NodeId root, std::string_view context) {
  std::string name;
  const std::size_t hash = context.find('#');
  if (hash != std::string_view::npos) {
    name = context.substr(hash + 1);
    if (name.starts_with("Collection(") || name.starts_with("Edm.")) {
      return;
    }
    name.resize(std::min(name.find_first_of("/("), name.size()));
  } else if (context.ends_with("$metadata") || is_service_document(root)) {
    return;
  }
  if (name.empty()) {
    // Verbose: the address in the rows' own metadata.
    const NodeId rows = odata_rows(root);
    const NodeId row = rows == kNoNode          ? tree_.find(root, "d")
                       : tree_[rows].count == 0 ? kNoNode
                                                : tree_.resolve(tree_[rows].first);
    const NodeId metadata = row == kNoNode ? kNoNode : tree_.find(row, "__metadata");
    name = metadata == kNoNode ? std::string() : text(metadata, "uri");
  }
  if (name.empty() && !has(root, "odata.error") && !has(root, "error")) {
    name = target_path();
    name.erase(0, name.starts_with("http") ? name.find("://") + 3 : 0);
    name.erase(0, std::min(name.find('/'), name.size()));
  }
  while (name.ends_with('/')) {
    name.pop_back();
  }
  name = name.substr(name.rfind('/') + 1);
  name.resize(std::min(name.find('('), name.size()));
  if (!name.empty() && !name.starts_with('$')) {
    decoded_.add_name(name);
  }
}

/// The list of entities: `value`, or in the verbose form `d` or `d.results`.
NodeId JsonFamily::odata_rows(NodeId root) const {
  NodeId rows = tree_.find(root, "value");
  if (rows == kNoNode) {
    rows = tree_.find(root, "d");
    const NodeId results = rows == kNoNode ? kNoNode : tree_.find(rows, "results");
    rows = results == kNoNode ? rows : results;
  }
  return rows != kNoNode && kind(rows) == NodeKind::list ? rows : kNoNode;
}

/// Verbose (MS-ODATA 2.2.6.3.14): `{"d": {"EntitySets": ["Customers", ...]}}`.
bool JsonFamily::is_service_document(NodeId root) const {
  const NodeId d = tree_.find(root, "d");
  const NodeId sets = d == kNoNode ? kNoNode : tree_.find(d, "EntitySets");
  return sets != kNoNode && tree_[root].count == 1 && tree_[d].count == 1 &&
         kind(sets) == NodeKind::list;
}

/// Verbose (MS-ODATA 2.2.8.1): `{"error": {"code": "", "message": {"lang": "en-US",
/// "value": "..."}}}`.
bool JsonFamily::is_odata_error(NodeId root) const {
  const NodeId error = tree_.find(root, "error");
  const NodeId message = error == kNoNode ? kNoNode : tree_.find(error, "message");
  return message != kNoNode && tree_[root].count == 1 && has(error, "code") &&
         has(message, "lang") && has(message, "value");
}

bool JsonFamily::is_odata(NodeId root) const {
  if (is_service_document(root) || is_odata_error(root)) {
    return true;
  }
  if (has(root, "@odata.context") || has(root, "@odata.nextLink") ||
      has(root, "odata.metadata") || has(root, "odata.nextLink") ||
      has(root, "odata.error") ||
      text(root, "@context").find("$metadata") != std::string::npos) {
    return true;
  }
  // Without metadata only the type tells.
  if (media_type_parameter(hints_.content_type, "odata") ||
      media_type_parameter(hints_.content_type, "odata.metadata")) {
    return true;
  }
  // Verbose: everything in a member `d`, rows with metadata of their own.
  const NodeId d = tree_.find(root, "d");
  if (tree_[root].count != 1 || d == kNoNode) {
    return false;
  }
  const NodeId rows = odata_rows(root);
  const NodeId row =
      rows == kNoNode || tree_[rows].count == 0 ? d : tree_.resolve(tree_[rows].first);
  return has(row, "__metadata") || (rows != kNoNode && has(d, "results"));
}

bool JsonFamily::read_odata(NodeId root) {
  if (kind(root) != NodeKind::object || !is_odata(root)) {
    return false;
  }
  std::string context;
  for (const std::string_view mark :
       {"@odata.context"sv, "odata.metadata"sv, "@context"sv}) {
    context = context.empty() ? text(root, mark) : context;
  }
  read_odata_name(root, context);
  read_next_link(root);
  const NodeId rows = odata_rows(root);
  if (rows != kNoNode) {
    decoded_.tree[rows].flags |= Node::kRows;
  }
  return true;
}

void JsonFamily::read(NodeId root) {
  // A batch is a list whose members all are messages.
  std::vector<NodeId> messages;
  const bool batch = kind(root) == NodeKind::list;
  if (batch) {
    for (NodeId id = tree_[root].first; id != kNoNode; id = tree_[id].next) {
      messages.push_back(id);
    }
  } else {
    messages.push_back(root);
  }
  const auto all = [&](bool (JsonFamily::*is)(NodeId) const) {
    return !messages.empty() &&
           std::all_of(messages.begin(), messages.end(), [&](NodeId id) {
             return kind(id) == NodeKind::object && (this->*is)(id);
           });
  };
  if (all(&JsonFamily::is_bayeux)) {
    decoded_.format = Format::bayeux;
    for (const NodeId id : messages) {
      read_bayeux(id);
    }
  } else if (all(&JsonFamily::is_json_rpc)) {
    decoded_.format = Format::json_rpc;
    for (const NodeId id : messages) {
      decoded_.add_name(text(id, "method"));
    }
  } else if (all(&JsonFamily::is_graphql)) {
    decoded_.format = Format::graphql;
    for (const NodeId id : messages) {
      decoded_.add_name(graphql_name(id));
    }
  } else {
    if (read_odata(root)) {
      decoded_.format = Format::odata_json;
    }
    return;
  }
  decoded_.messages = messages.size();
}

bool says_json(std::string_view content_type) {
  const Format format = format_of_type(content_type);
  return format == Format::json || format == Format::json_lines;
}

}  // namespace

void read_json_family(Decoded& decoded, NodeId root, const Hints& hints) {
  JsonFamily(decoded, hints).read(root);
}

bool decode_json_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  const Bytes body = decoded.tree.body();
  Utf8 utf8 =
      to_utf8(body, media_type_parameter(hints.content_type, "charset").value_or(""));
  if (utf8.converted) {
    decoded.tree = Tree(std::move(utf8.text));
  }
  TreeBuilder builder(decoded.tree, limits);
  const std::size_t end = decoded.tree.body().size();
  const JsonResult result = parse_json(builder, utf8.start, end);
  if (result.root == kNoNode || (!result.json && !says_json(hints.content_type))) {
    return false;
  }
  decoded.tree.root = result.root;
  decoded.format = result.values > 1 ? Format::json_lines : Format::json;
  if (!utf8.finding.empty()) {
    decoded.note(utf8.finding);
  }
  for (const std::string_view code : result.findings) {
    decoded.note(code);
  }
  if (result.values <= 1) {
    read_json_family(decoded, result.root, hints);
  } else {
    decoded.messages = 1;
  }
  return true;
}

}  // namespace capaudit
