// SPDX-License-Identifier: Apache-2.0
// Fuzzes analyzer/http/http_connection.h: the input is a sequence of turns, each a header
// of two bytes (side, kind, length) and its bytes. Read turn by turn and read byte by
// byte they must give the same exchanges, and every delivered byte must have a fate.
//
//   turn   = kind length *OCTET      kind: bit 0 side, bits 1-2 = 3: a hole, no bytes
//   follow;
//                                    bit 3: `length` counts in units of 16
//   flags  = the first byte of the input: bit 0 direction known, bits 1-2 how the streams
//   end
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "analyzer/http/http_connection.h"
#include "decoders/core/reader.h"

namespace {

using namespace capaudit;

void check(bool condition) {
  if (!condition) {
    std::abort();
  }
}

std::string describe(const std::optional<Half>& half) {
  if (!half) {
    return "-";
  }
  const auto size = [](const std::optional<std::uint64_t>& n) {
    return n ? std::to_string(*n) : std::string("?");
  };
  std::string out =
      size(half->head_bytes) + " " + size(half->framing_bytes) + " " +
      size(half->encoded_bytes) + " " + std::to_string(half->missing_bytes) +
      (half->whole ? " whole " : " part ") + half->content_type.value_or("");
  for (const std::string& coding : half->codings) {
    out += " " + coding;
  }
  return out;
}

struct Outcome {
  std::vector<std::string> exchanges;
  std::uint64_t accounted = 0, junk = 0;
};

Outcome run(Bytes input, bool byte_by_byte) {
  Reader reader(input);
  const std::uint8_t flags = reader.u8();
  std::vector<Connection> connections(1);
  connections[0].number = 1;
  connections[0].direction_known = connections[0].handshake = (flags & 1) != 0;
  ExchangeLogOptions options;
  options.examine_bodies = false;
  ExchangeLog log(options);
  ReaderLimits limits;
  limits.max_head = 2000;
  HttpConnection http(connections, 0, 0, false, log, limits);
  std::array<std::uint64_t, 2> offset{1000, 1000};
  std::uint64_t delivered = 0;
  Chunk chunk;
  while (reader.remaining() >= 2) {
    const std::uint8_t kind = reader.u8();
    const std::uint64_t length = std::uint64_t{reader.u8()} * ((kind & 8) != 0 ? 16 : 1);
    const StreamSide side = kind & 1;
    if ((kind & 6) == 6) {
      if (length > 0) {
        http.on_gap(side, {offset[side], length, GapKind::lost});
      }
      offset[side] += length;
      continue;
    }
    const Bytes data = reader.bytes(std::min<std::uint64_t>(length, reader.remaining()));
    ++chunk.frame.number;
    chunk.frame.wire_bytes = data.size();
    chunk.peer_offset = offset[other(side)];
    chunk.has_peer_offset = true;
    const std::size_t step = byte_by_byte ? 1 : std::max<std::size_t>(data.size(), 1);
    for (std::size_t at = 0; at < data.size(); at += step) {
      chunk.offset = offset[side];
      chunk.data = data.subspan(at, step);
      chunk.starts_segment = at == 0;
      http.on_data(side, chunk);
      offset[side] += step;
      delivered += step;
    }
  }
  if ((flags & 8) != 0) {
    http.on_reset(1, chunk.frame.number + 1);
  }
  http.on_end(0, (flags & 2) != 0 ? StreamEnd::fin : StreamEnd::capture_end);
  http.on_end(1, (flags & 4) != 0 ? StreamEnd::fin : StreamEnd::capture_end);
  Outcome out;
  const Ledger& ledger = connections[0].ledger;
  check(ledger.sum() == delivered);
  out.accounted = ledger.of(Fate::exchange);
  out.junk = ledger.of(Fate::junk) + ledger.of(Fate::not_http);
  for (const Exchange& exchange : log.finish()) {
    std::string text = exchange.method + " " + exchange.url + " " + exchange.protocol +
                       " " + (exchange.status ? std::to_string(*exchange.status) : "-") +
                       " " + exchange.reason + " " +
                       std::string(to_string(exchange.state)) + " | " +
                       describe(exchange.request) + " | " + describe(exchange.response) +
                       " | " + std::to_string(exchange.wire.packets) + " " +
                       std::to_string(exchange.wire.frame_bytes);
    check(exchange.state != State::complete || (exchange.request && exchange.response));
    out.exchanges.push_back(std::move(text));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 1 << 14) {
    return 0;
  }
  const std::vector<std::uint8_t> input(data, data + size);
  const Outcome whole = run(input, false);
  const Outcome pieces = run(input, true);
  check(whole.exchanges == pieces.exchanges);
  check(whole.accounted == pieces.accounted && whole.junk == pieces.junk);
  return 0;
}
