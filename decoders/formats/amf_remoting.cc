// SPDX-License-Identifier: Apache-2.0
// What the messages of an AMF packet are: calls of Flash Remoting (the target is the
// operation), messages of Flex (the operation is inside the value), results and faults.
#include <algorithm>
#include <array>

#include "decoders/formats/amf_classes.h"
#include "decoders/formats/amf_packet.h"
#include "decoders/formats/families.h"
#include "decoders/formats/media_type.h"
#include "decoders/formats/recognise.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

/// CommandMessage.operation (BlazeDS, flex.messaging.messages.CommandMessage).
struct Command {
  std::int64_t operation;
  std::string_view words;
};

constexpr std::array kCommands = std::to_array<Command>({
    {0, "subscribe"},
    {1, "unsubscribe"},
    {2, "poll"},
    {4, "client sync"},
    {5, "client ping"},
    {7, "cluster request"},
    {8, "login"},
    {9, "logout"},
    {10, "subscription invalidate"},
    {11, "multi subscribe"},
    {12, "disconnect"},
    {13, "trigger connect"},
    {14, "state change"},
    {10000, "unknown command"},
});

class Remoting {
 public:
  explicit Remoting(Decoded& decoded) : decoded_(decoded), tree_(decoded.tree) {}

  void read(const AmfPacket& packet) {
    for (const AmfMessage& message : packet.messages) {
      read_message(message);
    }
  }

 private:
  void read_message(const AmfMessage& message);
  void read_flex(NodeId message, Call& call) const;
  /// The one argument of a Flex call, or the value itself.
  NodeId flex_message(NodeId value) const;
  std::string flex_name(NodeId message) const;
  std::string text(NodeId object, std::string_view name) const;
  std::string command(NodeId message) const;
  void mark_rows(NodeId value);

  Decoded& decoded_;
  Tree& tree_;
};

std::string Remoting::text(NodeId object, std::string_view name) const {
  const NodeId id = tree_.find(object, name);
  return id == kNoNode ? std::string() : std::string(tree_.text(id));
}

std::string Remoting::command(NodeId message) const {
  const NodeId id = tree_.find(message, "operation");
  std::int64_t operation = 0;  // a small message leaves a 0 out
  if (id != kNoNode) {
    const Node& node = tree_[id];
    operation = node.kind == NodeKind::integer ? node.integer()
                : node.kind == NodeKind::real && node.real() >= 0 && node.real() < 1e6
                    ? static_cast<std::int64_t>(node.real())
                    : -1;
  }
  for (const Command& known : kCommands) {
    if (known.operation == operation) {
      return std::string(known.words);
    }
  }
  return "command " + std::to_string(operation);
}

NodeId Remoting::flex_message(NodeId value) const {
  value = tree_.resolve(value);
  if (value != kNoNode && tree_[value].kind == NodeKind::list &&
      tree_[value].count == 1) {
    return tree_.resolve(tree_[value].first);
  }
  return value;
}

/// `destination.operation` of a call, a command in words, the destination of a message
/// that is published; empty for acknowledges.
std::string Remoting::flex_name(NodeId message) const {
  const AmfClass kind = amf_class(tree_.type(tree_[message]));
  switch (kind) {
  case AmfClass::remoting: {
    std::string owner = text(message, "destination");
    owner = owner.empty() ? text(message, "source") : owner;
    return (owner.empty() ? owner : owner + ".") + text(message, "operation");
  }
  case AmfClass::command:
    return command(message);
  case AmfClass::async:
  case AmfClass::http:
    return text(message, "destination");
  case AmfClass::acknowledge:
  case AmfClass::error:
  case AmfClass::other:
    break;
  }
  return {};
}

/// The list that is a call's result is a list of rows, whatever is in it.
void Remoting::mark_rows(NodeId value) {
  NodeId result = tree_.resolve(value);
  if (result == kNoNode) {
    return;
  }
  if (tree_[result].kind == NodeKind::object &&
      amf_class(tree_.type(tree_[result])) == AmfClass::acknowledge) {
    result = tree_.find(result, "body");
  }
  if (result != kNoNode && tree_[result].kind == NodeKind::list &&
      tree_[result].count != 0) {
    tree_[result].flags |= Node::kRows;
  }
}

/// Ids, client and fault of a Flex message.
void Remoting::read_flex(NodeId message, Call& call) const {
  const std::string_view type = tree_.type(tree_[message]);
  call.small = type == "DSK" || type == "DSA" || type == "DSC";
  call.name = flex_name(message);
  call.message_id = text(message, "messageId");
  call.correlation_id = text(message, "correlationId");
  const NodeId headers = tree_.find(message, "headers");
  call.client_id = headers == kNoNode ? std::string() : text(headers, "DSId");
  call.fault_code = text(message, "faultCode");
  switch (amf_class(type)) {
  case AmfClass::remoting:
  case AmfClass::http:
  case AmfClass::other:
    break;
  case AmfClass::command:
    call.kind = CallKind::command;
    break;
  case AmfClass::async:
    call.kind = CallKind::publish;
    break;
  case AmfClass::acknowledge:
    call.kind = CallKind::result;
    break;
  case AmfClass::error:
    call.kind = CallKind::fault;
    break;
  }
}

void Remoting::read_message(const AmfMessage& message) {
  const std::string_view target = message.target;
  const std::size_t slash = target.rfind('/');
  const std::string_view event =
      slash == std::string_view::npos ? std::string_view() : target.substr(slash);
  const bool fault = event == "/onStatus";
  const bool answer = fault || event == "/onResult" || event == "/onDebugEvents";
  const bool pushed = target.empty();
  Call call;
  call.bytes = tree_[message.node].length;
  call.key = answer ? target.substr(0, slash) : message.response;
  call.kind = fault ? CallKind::fault : answer ? CallKind::result : CallKind::call;
  if (answer || pushed) {
    mark_rows(message.value);
  }
  const NodeId value = message.value == kNoNode ? kNoNode : flex_message(message.value);
  const bool object = value != kNoNode && tree_[value].kind == NodeKind::object;
  if (object && amf_class(tree_.type(tree_[value])) != AmfClass::other) {
    read_flex(value, call);
  } else if (fault && object) {
    call.fault_code = text(value, "code");
  } else if (!answer && !pushed && target != "null") {
    call.name = target;
  }
  if (fault || call.kind == CallKind::fault) {
    decoded_.note("amf_fault");
  }
  decoded_.add_name(call.name);
  decoded_.calls.push_back(std::move(call));
}

}  // namespace

AmfClass amf_class(std::string_view type) {
  struct Known {
    std::string_view name;
    AmfClass kind;
  };
  constexpr std::array kKnown = std::to_array<Known>({
      {"DSK", AmfClass::acknowledge},
      {"DSA", AmfClass::async},
      {"DSC", AmfClass::command},
      {"AcknowledgeMessage", AmfClass::acknowledge},
      {"AcknowledgeMessageExt", AmfClass::acknowledge},
      {"AsyncMessage", AmfClass::async},
      {"AsyncMessageExt", AmfClass::async},
      {"CommandMessage", AmfClass::command},
      {"CommandMessageExt", AmfClass::command},
      {"RemotingMessage", AmfClass::remoting},
      {"ErrorMessage", AmfClass::error},
      {"HTTPMessage", AmfClass::http},
      {"SOAPMessage", AmfClass::http},
  });
  const std::size_t dot = type.rfind('.');
  if (dot != std::string_view::npos) {
    const std::string_view package = type.substr(0, dot);
    if (package != "flex.messaging.messages" && package != "mx.messaging.messages") {
      return AmfClass::other;
    }
    type = type.substr(dot + 1);
  }
  for (const Known& known : kKnown) {
    if (known.name == type) {
      return known.kind;
    }
  }
  return AmfClass::other;
}

bool decode_amf_body(Decoded& decoded, const Hints& hints, const Limits& limits) {
  const Bytes body = decoded.tree.body();
  const bool typed = format_of_type(hints.content_type) == Format::amf0;
  const bool packet_like = looks_like_amf(body);
  const bool stream = !packet_like && looks_like_amf_stream(body);
  const bool texty = looks_like_text(body.first(std::min<std::size_t>(body.size(), 512)));
  if (!packet_like && !stream && (!typed || texty)) {
    return false;
  }
  TreeBuilder builder(decoded.tree, limits);
  const AmfPacket packet = stream ? parse_amf_stream(builder) : parse_amf_packet(builder);
  if (!typed && packet.messages.empty()) {
    return false;
  }
  decoded.tree.root = packet.root;
  decoded.format = packet.amf3 ? Format::amf3 : Format::amf0;
  decoded.messages = packet.messages.size();
  if (!packet.walked || stream) {
    // What is pushed on a stream answers no call of a packet: it is named, not counted.
    decoded.messages.reset();
  }
  if (stream) {
    decoded.note("amf_stream");
  }
  for (const std::string_view code : packet.findings) {
    decoded.note(code);
  }
  if (packet.version > 3 || packet.version == 2) {
    decoded.note("amf_version_unknown");
  }
  Remoting(decoded).read(packet);
  return true;
}

}  // namespace capaudit
