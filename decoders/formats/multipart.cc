// SPDX-License-Identifier: Apache-2.0
// MIME multipart (RFC 2046 5.1): form data (RFC 7578), SOAP with attachments and MTOM
// (RFC 2387 multipart/related, XOP), batches of OData (multipart/mixed of
// application/http).
//
//   body = {"--" boundary CRLF headers CRLF CRLF content CRLF}* "--" boundary "--"
#include <algorithm>
#include <string>
#include <unordered_map>

#include "decoders/core/text.h"
#include "decoders/formats/base64.h"
#include "decoders/formats/families.h"
#include "decoders/formats/json.h"
#include "decoders/formats/media_type.h"
#include "decoders/formats/namespaces.h"
#include "decoders/formats/percent.h"
#include "decoders/formats/recognise.h"
#include "decoders/formats/xml.h"

namespace capaudit {
namespace {

constexpr std::size_t kMaxParts = 200'000;

struct Part {
  std::size_t begin = 0;    ///< of its headers
  std::size_t content = 0;  ///< of its content
  std::size_t end = 0;      ///< of its content
  std::string type, id, coding, disposition;
};

/// Where the next boundary line begins, from `at` on; npos: nowhere.
std::size_t find_boundary(std::string_view text, std::string_view delimiter,
                          std::size_t at) {
  for (;;) {
    at = text.find(delimiter, at);
    if (at == std::string_view::npos || at == 0 || text[at - 1] == '\n') {
      return at;
    }
    ++at;
  }
}

void read_header(std::string_view line, Part& part) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    return;
  }
  const std::string name = to_lower(trim(line.substr(0, colon)));
  const std::string value(trim(line.substr(colon + 1)));
  if (name == "content-type") {
    part.type = value;
  } else if (name == "content-id") {
    part.id = value;
  } else if (name == "content-transfer-encoding") {
    part.coding = to_lower(value);
  } else if (name == "content-disposition") {
    part.disposition = value;
  }
}

/// Reads headers up to the empty line; returns where the content begins.
std::size_t read_headers(std::string_view text, std::size_t at, std::size_t end,
                         Part& part) {
  std::string line;
  while (at < end) {
    const std::size_t stop = std::min(text.find('\n', at), end);
    std::string_view piece = text.substr(at, stop - at);
    at = std::min(stop + 1, end);
    if (piece.ends_with('\r')) {
      piece.remove_suffix(1);
    }
    if (!piece.empty() && (piece[0] == ' ' || piece[0] == '\t')) {
      line += piece;  // folded
      continue;
    }
    read_header(line, part);
    line = piece;
    if (piece.empty()) {
      break;
    }
  }
  read_header(line, part);
  return at;
}

/// The parts of text [begin, end); `whole` if the closing boundary is there.
std::vector<Part> find_parts(std::string_view text, std::size_t begin, std::size_t end,
                             const std::string& boundary, bool& whole) {
  std::vector<Part> parts;
  const std::string delimiter = "--" + boundary;
  text = text.substr(0, end);
  std::size_t at = find_boundary(text, delimiter, begin);
  whole = false;
  while (at != std::string_view::npos && parts.size() < kMaxParts) {
    at += delimiter.size();
    if (text.substr(at).starts_with("--")) {
      whole = true;
      break;
    }
    Part part;
    part.begin = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::size_t next = find_boundary(text, delimiter, part.begin);
    part.end = next == std::string_view::npos ? text.size() : next;
    part.content = read_headers(text, part.begin, part.end, part);
    if (next != std::string_view::npos) {
      // The line end before the boundary belongs to it.
      part.end -= part.end > part.content && text[part.end - 1] == '\n' ? 1U : 0U;
      part.end -= part.end > part.content && text[part.end - 1] == '\r' ? 1U : 0U;
    }
    parts.push_back(std::move(part));
    at = next;
  }
  return parts;
}

std::string_view without_brackets(std::string_view id) {
  id = trim(id);
  return id.size() >= 2 && id.front() == '<' && id.back() == '>'
             ? id.substr(1, id.size() - 2)
             : id;
}

class Multipart {
 public:
  Multipart(Decoded& decoded, const Hints& hints, const Limits& limits)
      : decoded_(decoded), hints_(hints), limits_(limits) {}

  bool run();

 private:
  std::string boundary() const;
  std::size_t root_part(const std::vector<Part>& parts) const;
  void decode_root(std::vector<Part>& parts, std::size_t root);
  NodeId add_part(TreeBuilder& builder, const Part& part, bool parse);
  void add_text(TreeBuilder& builder, std::string_view name, std::string_view text,
                std::size_t begin);
  void resolve_includes(const std::vector<Part>& parts,
                        const std::vector<NodeId>& contents);
  void count_batch(const std::vector<Part>& parts, int depth);
  std::string batch_name(const Part& part) const;

  Decoded& decoded_;
  const Hints& hints_;
  const Limits& limits_;
  std::uint64_t batch_items_ = 0;
};

/// From the type; else the first line of the body, if it looks like one.
std::string Multipart::boundary() const {
  std::string value = media_type_parameter(hints_.content_type, "boundary").value_or("");
  if (value.empty()) {
    const std::string_view text = as_text(decoded_.tree.body());
    const std::string_view start = trim_left(text);
    const std::string_view line =
        trim(start.substr(0, std::min<std::size_t>(start.find('\n'), 256)));
    if (line.starts_with("--") && line.size() > 2) {
      value = line.substr(2);
    }
  }
  return value;
}

/// RFC 2387 3.2: the part that `start` names, else the first.
std::size_t Multipart::root_part(const std::vector<Part>& parts) const {
  const std::string start =
      media_type_parameter(hints_.content_type, "start").value_or("");
  for (std::size_t i = 0; i < parts.size() && !start.empty(); ++i) {
    if (without_brackets(parts[i].id) == without_brackets(start)) {
      return i;
    }
  }
  return 0;
}

/// A root in base64 or quoted-printable is put into the body decoded.
void Multipart::decode_root(std::vector<Part>& parts, std::size_t root) {
  Part& part = parts[root];
  const std::string_view coded =
      as_text(decoded_.tree.body()).substr(part.content, part.end - part.content);
  Buffer plain;
  if (part.coding == "quoted-printable") {
    plain = decode_quoted_printable(coded);
  } else if (part.coding == "base64") {
    plain = decode_base64(coded);
  } else {
    return;
  }
  const Bytes body = decoded_.tree.body();
  Buffer all(body.begin(), body.begin() + static_cast<std::ptrdiff_t>(part.content));
  all.insert(all.end(), plain.begin(), plain.end());
  all.insert(all.end(), body.begin() + static_cast<std::ptrdiff_t>(part.end), body.end());
  const std::size_t old_end = part.end;
  part.end = part.content + plain.size();
  for (Part& other : parts) {
    if (other.begin >= old_end) {
      other.begin = other.begin - old_end + part.end;
      other.content = other.content - old_end + part.end;
      other.end = other.end - old_end + part.end;
    }
  }
  decoded_.tree = Tree(std::move(all));
}

void Multipart::add_text(TreeBuilder& builder, std::string_view name,
                         std::string_view text, std::size_t begin) {
  if (text.empty()) {
    return;
  }
  Node* node = builder.add(NodeKind::string, builder.tree().names.intern(name), begin);
  if (node != nullptr) {
    builder.set_text(*node, builder.store(text), true);
  }
}

/// Adds a part as an object and returns the node of its content.
NodeId Multipart::add_part(TreeBuilder& builder, const Part& part, bool parse) {
  if (builder.open(NodeKind::object, kNoName, part.begin) == nullptr) {
    return kNoNode;
  }
  add_text(builder, "type", part.type, part.begin);
  add_text(builder, "id", part.id, part.begin);
  add_text(builder, "disposition", part.disposition, part.begin);
  const Bytes content =
      builder.tree().body().subspan(part.content, part.end - part.content);
  const Format format = recognise(content, part.type);
  NodeId node = kNoNode;
  if (parse && format == Format::xml) {
    node = parse_xml(builder, part.content, part.end).root;
  } else if (parse && format == Format::json) {
    node = parse_json(builder, part.content, part.end).root;
  } else {
    const NodeKind kind =
        looks_like_text(content.first(std::min<std::size_t>(content.size(), 4096)))
            ? NodeKind::string
            : NodeKind::bytes;
    Node* added = builder.add(kind, builder.tree().names.intern("content"), part.content);
    if (added != nullptr) {
      added->length = static_cast<std::uint32_t>(content.size());
      added->set(TextRef{added->begin, added->length});
      node = builder.last_id();
    }
  }
  while (builder.depth() > 1) {
    builder.close(part.end);
  }
  return node;
}

/// XOP 3.2: <xop:Include href="cid:..."/> stands for the content of the part of that id.
void Multipart::resolve_includes(const std::vector<Part>& parts,
                                 const std::vector<NodeId>& contents) {
  Tree& tree = decoded_.tree;
  std::unordered_map<std::string_view, NodeId> by_id;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    by_id.emplace(without_brackets(parts[i].id), contents[i]);
  }
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].kind != NodeKind::element || tree.name(tree[id]) != "Include" ||
        tree.type(tree[id]) != kXop) {
      continue;
    }
    const NodeId href = tree.find(id, "href");
    std::string_view cid = href == kNoNode ? std::string_view() : tree.text(href);
    // RFC 2392 2: the id as a URL has it, with what a URL cannot hold in percents.
    const std::string wanted =
        cid.starts_with("cid:") ? percent_decoded(cid.substr(4)) : std::string(cid);
    const auto found = by_id.find(wanted);
    if (found != by_id.end() && found->second != kNoNode) {
      tree[id].kind = NodeKind::reference;
      tree[id].set(std::int64_t{found->second});
    } else {
      decoded_.note("xop_part_missing");
    }
  }
}

/// The entity set that a request of a batch names, `GET Customers(1)?... HTTP/1.1`.
std::string Multipart::batch_name(const Part& part) const {
  std::string_view line =
      as_text(decoded_.tree.body()).substr(part.content, part.end - part.content);
  line = trim_left(line);
  line = line.substr(0, std::min(line.find_first_of("\r\n"), line.size()));
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || line.starts_with("HTTP/")) {
    return {};
  }
  line = line.substr(space + 1);
  line = line.substr(0, std::min(line.find_first_of(" ?#("), line.size()));
  return std::string(line.substr(line.rfind('/') + 1));
}

/// OData batches: requests are parts of type application/http, change sets hold more.
void Multipart::count_batch(const std::vector<Part>& parts, int depth) {
  for (const Part& part : parts) {
    const std::string essence = media_type_essence(part.type);
    if (essence == "application/http") {
      ++batch_items_;
      decoded_.add_name(batch_name(part));
    } else if (essence.starts_with("multipart/") && depth == 0) {
      bool whole = false;
      const std::string inner = media_type_parameter(part.type, "boundary").value_or("");
      if (!inner.empty()) {
        count_batch(find_parts(as_text(decoded_.tree.body()), part.content, part.end,
                               inner, whole),
                    depth + 1);
      }
    }
  }
}

bool Multipart::run() {
  const std::string line = boundary();
  constexpr std::size_t kMaxBoundary = 256;  // RFC 2046 allows 70
  if (line.empty() || line.size() > kMaxBoundary) {
    decoded_.note("multipart_boundary_missing");
    return true;
  }
  bool whole = false;
  std::vector<Part> parts = find_parts(as_text(decoded_.tree.body()), 0,
                                       decoded_.tree.body().size(), line, whole);
  const std::string essence = media_type_essence(hints_.content_type);
  const bool related = !parts.empty() && (essence == "multipart/related" ||
                                          !essence.starts_with("multipart/"));
  const std::size_t root = related ? root_part(parts) : 0;
  if (related) {
    decode_root(parts, root);
  }
  TreeBuilder builder(decoded_.tree, limits_);
  if (builder.open(NodeKind::list, kNoName, 0) == nullptr) {
    return true;
  }
  builder.innermost().flags |= Node::kEnvelope;
  std::vector<NodeId> contents;
  for (std::size_t i = 0; i < parts.size() && !builder.failed(); ++i) {
    contents.push_back(add_part(builder, parts[i], related && i == root));
  }
  if (!whole) {
    builder.fail(ErrorCode::truncated, decoded_.tree.body().size(),
                 "multipart body has no closing boundary");
  }
  while (builder.depth() > 0) {
    builder.close(decoded_.tree.body().size());
  }
  if (related && root < contents.size() && contents[root] != kNoNode) {
    Hints hints = hints_;
    hints.content_type = parts[root].type;
    if (decoded_.tree[contents[root]].kind == NodeKind::element) {
      read_xml_family(decoded_, contents[root], hints);
      resolve_includes(parts, contents);
    }
  }
  count_batch(parts, 0);
  if (batch_items_ != 0) {
    decoded_.messages = batch_items_;
    if (!whole) {
      decoded_.messages.reset();
    }
  }
  return true;
}

}  // namespace

bool decode_multipart_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  return Multipart(decoded, hints, limits).run();
}

}  // namespace capaudit
