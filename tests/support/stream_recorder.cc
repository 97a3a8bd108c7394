// SPDX-License-Identifier: Apache-2.0
#include "tests/support/stream_recorder.h"

namespace capaudit {

void StreamRecorder::tell(StreamSide side, std::string_view words) {
  text_[side] += words;
  if (last_told_ != side) {
    order_ += side == 0 ? '>' : '<';
    last_told_ = side;
  }
  order_ += words;
}

void StreamRecorder::advance(StreamSide side, std::uint64_t offset,
                             std::uint64_t length) {
  if (!begin_[side]) {
    begin_[side] = next_[side] = offset;
  }
  const std::string where = "side " + std::to_string(side) + " at " +
                            std::to_string(offset - *begin_[side]) + ": ";
  if (offset != next_[side]) {
    faults_ += where + "not where the last piece ended\n";
  }
  if (length == 0) {
    faults_ += where + "nothing told\n";
  }
  if (ended_[side]) {
    faults_ += where + "told after its end\n";
  }
  next_[side] = offset + length;
}

void StreamRecorder::on_data(StreamSide side, const Chunk& chunk) {
  advance(side, chunk.offset, chunk.data.size());
  delivered_[side] += chunk.data.size();
  Piece piece;
  piece.offset = chunk.offset - *begin_[side];
  piece.bytes = as_text(chunk.data);
  piece.frame = chunk.frame.number;
  if (chunk.has_peer_offset) {
    piece.peer_offset =
        chunk.peer_offset - begin_[other(side)].value_or(chunk.peer_offset);
  }
  piece.starts_segment = chunk.starts_segment;
  if (chunk.previous_piece_end > 0) {
    piece.previous_piece_end = chunk.previous_piece_end - *begin_[side];
  }
  tell(side, piece.bytes);
  pieces_[side].push_back(std::move(piece));
}

void StreamRecorder::on_gap(StreamSide side, const Gap& gap) {
  advance(side, gap.offset, gap.length);
  missing_[side] += gap.length;
  tell(side, (gap.kind == GapKind::lost ? "[lost " : "[cut ") +
                 std::to_string(gap.length) + "]");
}

void StreamRecorder::on_repeat(StreamSide side, std::uint64_t offset,
                               std::uint64_t length) {
  repeats_[side].push_back({offset - begin_[side].value_or(offset), length});
}

void StreamRecorder::on_conflict(StreamSide, std::uint64_t, std::uint64_t frame) {
  conflicts_.push_back(frame);
}

void StreamRecorder::on_discard(StreamSide, std::uint64_t length) {
  discarded_ += length;
}

void StreamRecorder::on_reset(StreamSide, std::uint64_t frame) {
  resets_.push_back(frame);
}

void StreamRecorder::on_end(StreamSide side, StreamEnd end) {
  if (ended_[side]) {
    faults_ += "side " + std::to_string(side) + " ended twice\n";
  }
  ended_[side] = true;
  switch (end) {
  case StreamEnd::fin:
    return tell(side, " fin");
  case StreamEnd::reset:
    return tell(side, " reset");
  case StreamEnd::capture_end:
    return tell(side, " open");
  }
}

}  // namespace capaudit
