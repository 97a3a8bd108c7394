// SPDX-License-Identifier: Apache-2.0
// ClockWatch: what the readings of a capture's clock say about themselves: how often it
// went back, and which packets it stamped while it ran ahead of its time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace capaudit {

class ClockWatch {
 public:
  /// In the order of the capture.
  void see(std::uint64_t frame, std::int64_t time_ns);

  /// Of all packets, by time, but for those stamped ahead.
  std::optional<std::int64_t> first_ns() const { return first_ns_; }
  std::optional<std::int64_t> last_ns() const { return last_ns_; }

  /// Packets with an earlier time than the one before.
  std::uint64_t steps_back() const { return steps_back_; }
  std::uint64_t largest_step_ns() const { return largest_step_ns_; }
  std::uint64_t first_step_frame() const { return first_step_frame_; }  ///< 0: none

  /// Was the packet stamped after a step forward that the clock took back later? Its time
  /// says nothing. To be asked at the end of the capture.
  bool ran_ahead(std::uint64_t frame) const;
  bool ever_ran_ahead() const { return !ahead_.empty(); }
  std::uint64_t first_frame_ahead() const {
    return ahead_.empty() ? 0 : ahead_.front().first;
  }

 private:
  /// A step forward, or a silence.
  struct Jump {
    std::uint64_t frame = 0;
    std::int64_t before_ns = 0;
    std::uint64_t ns = 0;
    std::int64_t last_before_ns = 0;  ///< last_ns_ by then
  };

  void jump(std::uint64_t frame, std::uint64_t ns);
  void take_back(std::uint64_t frame, std::int64_t time_ns, std::uint64_t ns);

  std::optional<std::int64_t> first_ns_, last_ns_, previous_ns_;
  std::uint64_t steps_back_ = 0, largest_step_ns_ = 0, first_step_frame_ = 0;
  std::vector<Jump> jumps_;  ///< the last few
  /// From the packet behind the step forward to before the one behind the step back; in
  /// order, apart.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ahead_;
};

}  // namespace capaudit
