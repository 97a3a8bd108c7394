// SPDX-License-Identifier: Apache-2.0
#include "tests/support/wire.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace capaudit {
namespace {

// The bytes one side has sent so far as its peer has them: ranges of the stream, begin to
// end, none touching another.
class Received {
 public:
  void add(std::uint64_t begin, std::uint64_t end) {
    auto next = ranges_.upper_bound(begin);
    if (next != ranges_.begin() && std::prev(next)->second >= begin) {
      --next;
      begin = next->first;
    }
    while (next != ranges_.end() && next->first <= end) {
      end = std::max(end, next->second);
      next = ranges_.erase(next);
    }
    ranges_[begin] = end;
  }
  /// Bytes from the start of the stream without a hole: what an ACK may cover.
  std::uint64_t prefix() const {
    return ranges_.empty() || ranges_.begin()->first != 0 ? 0 : ranges_.begin()->second;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;
};

// One turn's bytes and where they stand in the stream.
struct Extent {
  std::uint64_t begin = 0;
  std::string_view bytes;

  std::uint64_t end() const { return begin + bytes.size(); }
  WireSegment segment(Side side, std::uint64_t from, std::uint64_t to) const {
    WireSegment out;
    out.side = side;
    out.offset = from;
    out.bytes = bytes.substr(static_cast<std::size_t>(from - begin),
                             static_cast<std::size_t>(to - from));
    out.flags = kTcpAck;
    return out;
  }
};

class Travel {
 public:
  Travel(const Shape& shape, Random& random) : shape_(shape), random_(random) {}

  void open() {
    WireSegment syn;
    syn.flags = kTcpSyn;
    syn.acknowledges_syn = false;
    out_.push_back(syn);
    syn.side = Side::server;
    syn.flags = kTcpSyn | kTcpAck;
    syn.acknowledges_syn = true;
    out_.push_back(syn);
    acknowledge(Side::client);
  }

  /// Turns of one side in a row: they are under way together and may overtake each other.
  void burst(std::span<const Turn> turns) {
    const Side side = turns.front().side;
    std::vector<WireSegment> pieces;
    for (const Turn& turn : turns) {
      const Extent extent{sent_[index(side)], turn.bytes};
      sent_[index(side)] = extent.end();
      if (turn.kind == Turn::Kind::data) {
        add_data(side, extent, pieces);
      } else if (turn.kind == Turn::Kind::missing) {
        for (WireSegment& piece : cut(side, extent)) {
          piece.captured = false;
          pieces.push_back(std::move(piece));
        }
      } else {
        WireSegment end = extent.segment(side, extent.begin, extent.begin);
        end.flags = turn.kind == Turn::Kind::fin ? kTcpFin | kTcpAck : kTcpRst | kTcpAck;
        pieces.push_back(std::move(end));
      }
    }
    reorder(pieces);
    for (WireSegment& piece : pieces) {
      emit(std::move(piece));
      if (chance(random_, 50)) {
        acknowledge(other(side));
      }
    }
    // Closing, or the last word: nothing else would carry the acknowledgment.
    acknowledge(other(side));
  }

  std::vector<WireSegment> take() { return std::move(out_); }

 private:
  static std::size_t index(Side side) { return side == Side::client ? 0 : 1; }

  std::vector<WireSegment> cut(Side side, const Extent& extent) {
    std::vector<WireSegment> pieces;
    for (std::uint64_t at = extent.begin; at < extent.end();) {
      const std::uint64_t most =
          std::min<std::uint64_t>(extent.end() - at, shape_.max_segment);
      const std::uint64_t size = shape_.random_cuts ? pick(random_, 1, most) : most;
      pieces.push_back(extent.segment(side, at, at + size));
      at += size;
    }
    return pieces;
  }

  // Bytes [begin, end) and some of their neighbours, in segments of their own.
  void resend(Side side, const Extent& extent, std::uint64_t begin, std::uint64_t end,
              std::vector<WireSegment>& pieces) {
    begin -= pick(random_, 0, std::min<std::uint64_t>(begin - extent.begin, 200));
    end += pick(random_, 0, std::min<std::uint64_t>(extent.end() - end, 200));
    while (begin < end) {
      const std::uint64_t most = std::min<std::uint64_t>(end - begin, shape_.max_segment);
      const std::uint64_t to = begin + pick(random_, (most + 1) / 2, most);
      pieces.push_back(extent.segment(side, begin, to));
      begin = to;
    }
  }

  void add_data(Side side, const Extent& extent, std::vector<WireSegment>& pieces) {
    std::vector<WireSegment> later;
    for (WireSegment& piece : cut(side, extent)) {
      const std::uint64_t begin = piece.offset;
      const std::uint64_t end = begin + piece.bytes.size();
      const bool lost = chance(random_, shape_.lost_percent);
      if (chance(random_, shape_.repeat_percent)) {
        later.push_back(piece);
      }
      if (lost || chance(random_, shape_.resend_percent)) {
        resend(side, extent, begin, end, later);
      }
      if (!lost) {
        pieces.push_back(std::move(piece));
      }
    }
    if (!pieces.empty()) {
      pieces.back().flags |= kTcpPsh;
    }
    pieces.insert(pieces.end(), std::make_move_iterator(later.begin()),
                  std::make_move_iterator(later.end()));
  }

  void reorder(std::vector<WireSegment>& pieces) {
    // What overtakes a reset is lost for its receiver: a reset stays where it is.
    const bool reset = !pieces.empty() && (pieces.back().flags & kTcpRst) != 0;
    const std::size_t count = pieces.size() - (reset ? 1 : 0);
    for (std::size_t i = 0; shape_.reorder_window > 0 && i + 1 < count; ++i) {
      const std::uint64_t early =
          pick(random_, 0, std::min(shape_.reorder_window, count - 1 - i));
      const auto at = pieces.begin() + static_cast<std::ptrdiff_t>(i);
      const auto from = at + static_cast<std::ptrdiff_t>(early);
      std::rotate(at, from, from + 1);
    }
  }

  void emit(WireSegment segment) {
    const std::size_t self = index(segment.side);
    const std::size_t peer = 1 - self;
    segment.acknowledged = received_[peer].prefix();
    segment.acknowledges_fin = fin_[peer] && segment.acknowledged == sent_[peer];
    if (!segment.bytes.empty()) {
      received_[self].add(segment.offset, segment.offset + segment.bytes.size());
    }
    fin_[self] = fin_[self] || (segment.flags & kTcpFin) != 0;
    reset_ = reset_ || (segment.flags & kTcpRst) != 0;
    out_.push_back(std::move(segment));
  }

  void acknowledge(Side side) {
    if (reset_) {
      return;
    }
    WireSegment ack;
    ack.side = side;
    ack.offset = sent_[index(side)] + (fin_[index(side)] ? 1 : 0);
    ack.flags = kTcpAck;
    emit(std::move(ack));
  }

  const Shape& shape_;
  Random& random_;
  std::array<std::uint64_t, 2> sent_{};
  std::array<Received, 2> received_;
  std::array<bool, 2> fin_{};
  bool reset_ = false;
  std::vector<WireSegment> out_;
};

}  // namespace

std::uint64_t pick(Random& random, std::uint64_t low, std::uint64_t high) {
  // std::uniform_int_distribution differs from library to library.
  return low + random() % (high - low + 1);
}

bool chance(Random& random, unsigned percent) {
  return random() % 100 < percent;
}

std::vector<WireSegment> travel(const Conversation& conversation, const Shape& shape,
                                Random& random) {
  std::vector<Turn> turns = conversation.turns;
  const bool ends = std::any_of(turns.begin(), turns.end(), [](const Turn& turn) {
    return turn.kind == Turn::Kind::fin || turn.kind == Turn::Kind::reset;
  });
  if (!conversation.open && !ends) {
    const Side last = turns.empty() ? Side::client : turns.back().side;
    turns.push_back({last, Turn::Kind::fin, ""});
    turns.push_back({other(last), Turn::Kind::fin, ""});
  }
  Travel journey(shape, random);
  if (!conversation.midstream) {
    journey.open();
  }
  const std::span<const Turn> all(turns);
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && all[end].side == all[begin].side) {
      ++end;
    }
    journey.burst(all.subspan(begin, end - begin));
    begin = end;
  }
  return journey.take();
}

}  // namespace capaudit
