// SPDX-License-Identifier: Apache-2.0
// HTTP conversations as readable text: what the client sends stands under `>>>`, what the
// server sends under `<<<`. Two dialects, both parsed into a Conversation, which
// tests/support/wire.h turns into TCP segments and frames.
//
// libhtp's dialect: raw bytes; the line end before a mark belongs to the mark.
//
// Ours (tests/data/http/*.conv), a text file with LF line ends:
//   # a comment, anywhere; the lines before the first mark say what the file is about
//   >>>               the client sends the lines that follow
//   <<<               the server does
//   <<< missing       the lines that follow were sent but are not in the capture
//   >>> fin           this side closes its direction (rst: resets the connection)
//   ===               the expected exchanges follow, see tests/support/expectation.h
//   === open          likewise, and the capture ends before the connection is closed
//   === midstream     likewise, and it begins after the handshake
// Every line ends in CR LF on the wire unless its last character is a backslash. Escapes:
// \r \n \t \0 \\ \# \xHH, and \(N:text) for N times `text` (which holds no escape and no
// closing bracket). A line of data that begins with a mark is written with \x3e, \x3c or
// \x3d.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/result.h"

namespace capaudit {

enum class Side : std::uint8_t { client, server };

inline Side other(Side side) {
  return side == Side::client ? Side::server : Side::client;
}

struct Turn {
  enum class Kind : std::uint8_t {
    data,
    missing,  ///< sent, acknowledged, not captured
    fin,
    reset,
  };
  Side side = Side::client;
  Kind kind = Kind::data;
  std::string bytes;
};

struct Conversation {
  std::string about;  ///< the comments before the first mark
  std::vector<Turn> turns;
  std::vector<std::string> expected;  ///< lines under `===`
  bool open = false;                  ///< the capture ends before a close
  bool midstream = false;             ///< the capture begins after the handshake

  /// All bytes `side` sends, missing ones included.
  std::string stream(Side side) const;
};

/// The dialect above. Error::offset is the number of the line, from 1.
Result<Conversation> parse_conversation(std::string_view text);

/// libhtp's dialect. Never fails: what stands before the first mark is ignored.
Conversation parse_libhtp(std::string_view text);

/// A file's bytes; fails with ErrorCode::io.
Result<std::string> read_text(const std::string& path);

}  // namespace capaudit
