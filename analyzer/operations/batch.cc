// SPDX-License-Identifier: Apache-2.0
// Several messages in one request: an AMF packet, a Bayeux or JSON-RPC batch
// (JSON-RPC 2.0 6). One request stays one operation; its messages are counted one by one.
#include <memory>

#include "analyzer/operations/grouping.h"

namespace capaudit {
namespace {

class BatchRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const std::optional<Half>& request = grouping[index].request;
    if (request && request->facts.messages.value_or(0) > 1) {
      grouping.mark(index, OperationKind::batch);
    }
  }
};

}  // namespace

std::unique_ptr<GroupingRule> make_batch_rule() {
  return std::make_unique<BatchRule>();
}

}  // namespace capaudit
