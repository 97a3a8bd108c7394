// SPDX-License-Identifier: Apache-2.0
// FragmentStore: puts IP datagrams together (RFC 791 3.2, RFC 8200 4.5). Where IPv4
// fragments overlap the first copy wins; where IPv6 fragments overlap, other than as
// exact copies, the whole datagram is dropped (RFC 5722). A datagram that is incomplete
// after 60 s of capture time is given up; past the bound on memory the oldest goes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "analyzer/flow/segment.h"
#include "analyzer/ledger.h"
#include "decoders/core/bytes.h"

namespace capaudit {

struct FragmentKey {
  IpAddress source, destination;
  std::uint32_t id = 0;
  std::uint8_t protocol = 0;  ///< of IPv4; 0 for IPv6, whose first fragment names it

  auto operator<=>(const FragmentKey&) const = default;
};

struct Fragment {
  FragmentKey key;
  std::uint8_t protocol = 0;  ///< of what the datagram holds, as this fragment has it
  std::uint32_t offset = 0;   ///< of its bytes in the datagram
  bool more = false;          ///< not the last one
  Bytes data;                 ///< captured part
  std::uint64_t wire = 0;     ///< length it had on the wire
  std::uint64_t headers = 0;  ///< captured bytes of its frame besides `data`
  FrameRef frame;
};

/// A datagram that is complete on the wire; parts of it may be cut by snaplen.
struct Datagram {
  struct Piece {
    std::size_t begin = 0, end = 0;
    std::size_t captured = 0;  ///< bytes from begin that the capture holds
    FrameRef frame;
  };
  std::vector<Piece> pieces;  ///< in order, without holes or overlaps
  Buffer bytes;               ///< zeros where nothing was captured
  std::uint8_t protocol = 0;
  std::uint64_t captured_bytes = 0;  ///< of all its frames, headers included

  /// Bytes from the start up to the first that the capture does not hold.
  std::size_t solid() const;
};

class FragmentStore {
 public:
  /// Bytes that never become part of a datagram get their fate in `ledger`.
  FragmentStore(std::uint64_t max_bytes, Ledger& ledger)
      : max_bytes_(max_bytes), ledger_(ledger) {}

  /// Takes a fragment of at least one byte; the datagram if this completes it. The
  /// fragment's captured bytes are the store's from here on, or part of the datagram's.
  std::optional<Datagram> add(const Fragment& fragment);

  /// Gives up what is incomplete.
  void finish();

  std::uint64_t overlaps() const { return overlaps_; }
  /// Datagrams given up: for want of memory, and because fragments never came.
  std::uint64_t dropped() const { return dropped_; }
  std::uint64_t incomplete() const { return incomplete_; }

 private:
  struct Piece {
    std::uint32_t end = 0;
    Buffer data;
    FrameRef frame;
  };
  struct Partial {
    FragmentKey key;
    std::map<std::uint32_t, Piece> pieces;  ///< by begin
    std::optional<std::uint32_t> total;     ///< known once the last fragment came
    std::uint32_t covered = 0;              ///< bytes of the pieces
    std::optional<std::uint8_t> protocol;   ///< as the first fragment has it
    std::uint64_t headers = 0;
    std::uint64_t held = 0;  ///< memory
    std::optional<std::int64_t> first_ns;
    bool may_be_copy = false;  ///< of a datagram just completed
    bool abandoned = false;    ///< overlapped: its fragments are dropped
  };
  using Partials = std::list<Partial>;  ///< oldest first
  struct Done {
    FragmentKey key;
    std::optional<std::int64_t> time_ns;
  };

  Partials::iterator find(const Fragment& fragment);
  bool may_be_copy(const Fragment& fragment) const;
  void insert(Partial& partial, const Fragment& fragment);
  void insert_piece(Partial& partial, const Fragment& fragment, std::uint32_t begin,
                    std::uint32_t end);
  void abandon(Partial& partial);
  void give_up(Partials::iterator partial);
  Datagram assemble(Partial& partial);

  std::uint64_t max_bytes_;
  Ledger& ledger_;
  Partials partials_;
  std::map<FragmentKey, Partials::iterator> by_key_;
  std::deque<Done> done_;  ///< the last few
  std::uint64_t held_ = 0;
  std::uint64_t overlaps_ = 0, dropped_ = 0, incomplete_ = 0;
};

}  // namespace capaudit
