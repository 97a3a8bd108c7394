// SPDX-License-Identifier: Apache-2.0
// QualityWatch: what a capture as a whole lets be said, and what it does not: losses,
// duplicates, offload, clock steps, connections without a beginning, where it was taken.
// Each judgement carries its evidence and what to do about it.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/clock_watch.h"
#include "analyzer/flow/flow_table.h"

namespace capaudit {

class QualityWatch {
 public:
  void see(const Packet& packet);

  const ClockWatch& clock() const { return clock_; }

  /// Appends the findings of a capture that has been read to its end.
  void judge(const Capture& capture, const FlowTable& flows, const Exchanges& exchanges,
             std::vector<Finding>& findings) const;

 private:
  void judge_clock(std::vector<Finding>& findings) const;

  ClockWatch clock_;
  std::uint64_t untimed_ = 0;
};

}  // namespace capaudit
