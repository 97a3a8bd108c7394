// SPDX-License-Identifier: Apache-2.0
// StreamRecorder: a StreamConsumer that writes down what it is told, as text a test can
// compare, and holds the teller to the promises of analyzer/flow/stream.h: offsets
// without a break, nothing after the end, one end per side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/flow/stream.h"

namespace capaudit {

class StreamRecorder : public StreamConsumer {
 public:
  struct Piece {
    std::uint64_t offset = 0;  ///< from the side's first byte, as all offsets here
    std::string bytes;
    std::uint64_t frame = 0;
    std::optional<std::uint64_t> peer_offset;
    bool starts_segment = false;
    std::uint64_t previous_piece_end = 0;  ///< 0: none
  };
  struct Repeat {
    std::uint64_t offset = 0, length = 0;
    bool operator==(const Repeat&) const = default;
  };

  /// The side's stream: bytes as they are, "[lost 3]", "[cut 3]", and at its end " fin",
  /// " reset" or " open" (the capture ended).
  const std::string& text(StreamSide side) const { return text_[side]; }
  /// Both sides in the order they were told, each run of a side behind ">" (0) or "<"
  /// (1).
  const std::string& order() const { return order_; }
  const std::vector<Piece>& pieces(StreamSide side) const { return pieces_[side]; }
  const std::vector<Repeat>& repeats(StreamSide side) const { return repeats_[side]; }
  /// Frames whose bytes differed from the copy that was kept.
  const std::vector<std::uint64_t>& conflicts() const { return conflicts_; }
  std::uint64_t delivered(StreamSide side) const { return delivered_[side]; }
  std::uint64_t missing(StreamSide side) const { return missing_[side]; }
  std::uint64_t discarded() const { return discarded_; }
  /// Frames of resets that count.
  const std::vector<std::uint64_t>& resets() const { return resets_; }
  bool ended(StreamSide side) const { return ended_[side]; }
  /// Broken promises; empty when all is well.
  const std::string& faults() const { return faults_; }

  void on_data(StreamSide side, const Chunk& chunk) override;
  void on_gap(StreamSide side, const Gap& gap) override;
  void on_repeat(StreamSide side, std::uint64_t offset, std::uint64_t length) override;
  void on_conflict(StreamSide side, std::uint64_t offset, std::uint64_t frame) override;
  void on_discard(StreamSide side, std::uint64_t length) override;
  void on_reset(StreamSide side, std::uint64_t frame) override;
  void on_end(StreamSide side, StreamEnd end) override;

 private:
  void advance(StreamSide side, std::uint64_t offset, std::uint64_t length);
  void tell(StreamSide side, std::string_view words);

  std::array<std::string, 2> text_;
  std::string order_;
  std::optional<StreamSide> last_told_;
  std::array<std::vector<Piece>, 2> pieces_;
  std::array<std::vector<Repeat>, 2> repeats_;
  std::vector<std::uint64_t> conflicts_;
  std::array<std::optional<std::uint64_t>, 2> begin_;
  std::array<std::uint64_t, 2> next_{}, delivered_{}, missing_{};
  std::array<bool, 2> ended_{};
  std::uint64_t discarded_ = 0;
  std::vector<std::uint64_t> resets_;
  std::string faults_;
};

}  // namespace capaudit
