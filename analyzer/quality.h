// SPDX-License-Identifier: Apache-2.0
// QualityWatch: what a capture as a whole lets be said, and what it does not: losses,
// duplicates, offload, clock steps, connections without a beginning, where it was taken.
// Each judgement carries its evidence and what to do about it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/flow/flow_table.h"

namespace capaudit {

class QualityWatch {
 public:
  void see(const Packet& packet);

  /// Of all packets, by time.
  std::optional<std::int64_t> first_ns() const { return first_ns_; }
  std::optional<std::int64_t> last_ns() const { return last_ns_; }

  /// Appends the findings of a capture that has been read to its end.
  void judge(const Capture& capture, const FlowTable& flows, const Exchanges& exchanges,
             std::vector<Finding>& findings) const;

 private:
  void judge_clock(std::vector<Finding>& findings) const;

  std::optional<std::int64_t> first_ns_, last_ns_, previous_ns_;
  std::uint64_t steps_back_ = 0, first_step_frame_ = 0, untimed_ = 0;
  std::int64_t largest_step_ns_ = 0;
};

}  // namespace capaudit
