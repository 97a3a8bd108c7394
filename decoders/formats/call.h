// SPDX-License-Identifier: Apache-2.0
// Call: one message of a body that carries calls or their answers, with what links the
// two. A packet's calls are counted one by one; what the packet adds to their bytes is
// shared by all of them and belongs to none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace capaudit {

enum class CallKind : std::uint8_t {
  call,     ///< of an operation
  command,  ///< of the channel: ping, login, poll, ...
  publish,  ///< a message to a destination, or one that is delivered
  result,
  fault,
};

struct Call {
  CallKind kind = CallKind::call;
  std::string name;        ///< `destination.operation`, a command in words; empty: none
  std::string key;         ///< the same for a call and its answer in one exchange: "/2"
  std::string message_id;  ///< Flex
  std::string correlation_id;  ///< of an answer: the message_id of its call
  std::string client_id;       ///< DSId: the Flex client, "nil" before it has one
  std::string fault_code;
  bool small = false;       ///< in the small form (DSA, DSC, DSK)
  std::uint64_t bytes = 0;  ///< of the message in the body
};

struct CallBytes {
  std::uint64_t own = 0;     ///< of all messages
  std::uint64_t shared = 0;  ///< of what stands around them
};

/// The answer to `call` among `answers`, by id where both have one, else by key; null:
/// none.
inline const Call* find_answer(const Call& call, const std::vector<Call>& answers) {
  for (const Call& answer : answers) {
    const bool by_id = !call.message_id.empty() && !answer.correlation_id.empty();
    if (by_id ? answer.correlation_id == call.message_id
              : !call.key.empty() && answer.key == call.key) {
      return &answer;
    }
  }
  return nullptr;
}

}  // namespace capaudit
