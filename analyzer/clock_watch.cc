// SPDX-License-Identifier: Apache-2.0
#include "analyzer/clock_watch.h"

#include <algorithm>
#include <iterator>

namespace capaudit {
namespace {

// NTP sets a clock by a step only where it is off by more than an eighth of a second (RFC
// 5905 11.3); the queues of a network card put packets out of order by far less.
constexpr std::uint64_t kStepNs = 125'000'000;
constexpr std::size_t kJumpsKept = 16;
constexpr std::size_t kMostAhead = 65536;

// Unsigned, since the difference of two 64-bit times may need 65 bits.
std::uint64_t apart(std::int64_t earlier, std::int64_t later) {
  return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier);
}

}  // namespace

void ClockWatch::see(std::uint64_t frame, std::int64_t time_ns) {
  const std::optional<std::int64_t> previous = previous_ns_;
  previous_ns_ = time_ns;
  if (previous && time_ns > *previous) {
    jump(frame, apart(*previous, time_ns));
  } else if (previous && time_ns < *previous) {
    const std::uint64_t back = apart(time_ns, *previous);
    ++steps_back_;
    first_step_frame_ = first_step_frame_ == 0 ? frame : first_step_frame_;
    largest_step_ns_ = std::max(largest_step_ns_, back);
    take_back(frame, time_ns, back);
  }
  first_ns_ = std::min(first_ns_.value_or(time_ns), time_ns);
  last_ns_ = std::max(last_ns_.value_or(time_ns), time_ns);
}

void ClockWatch::jump(std::uint64_t frame, std::uint64_t ns) {
  if (ns < kStepNs) {
    return;
  }
  if (jumps_.size() == kJumpsKept) {
    jumps_.erase(jumps_.begin());
  }
  const std::int64_t before =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(*previous_ns_) - ns);
  jumps_.push_back({frame, before, ns, *last_ns_});
}

// The clock went back by `ns`: is that a step forward taken back, about as large, so that
// time goes on where it was before? A silence before a step back looks the same; then too
// nothing is known of the time between them.
void ClockWatch::take_back(std::uint64_t frame, std::int64_t time_ns, std::uint64_t ns) {
  if (ns < kStepNs) {
    return;
  }
  const auto made = std::find_if(jumps_.rbegin(), jumps_.rend(), [&](const Jump& jump) {
    const std::uint64_t differ = jump.ns > ns ? jump.ns - ns : ns - jump.ns;
    return time_ns >= jump.before_ns && differ <= jump.ns / 2;
  });
  if (made == jumps_.rend()) {
    return;
  }
  const Jump jump = *made;
  jumps_.erase(std::prev(made.base()), jumps_.end());
  while (!ahead_.empty() && ahead_.back().first >= jump.frame) {
    ahead_.pop_back();
  }
  if (ahead_.size() == kMostAhead) {
    ahead_.back().second = frame;  // what lies between is not told apart any more
  } else {
    ahead_.emplace_back(jump.frame, frame);
  }
  last_ns_ = jump.last_before_ns;
}

bool ClockWatch::ran_ahead(std::uint64_t frame) const {
  const auto next = std::upper_bound(
      ahead_.begin(), ahead_.end(), frame,
      [](std::uint64_t number, const auto& span) { return number < span.first; });
  return next != ahead_.begin() && frame < std::prev(next)->second;
}

}  // namespace capaudit
