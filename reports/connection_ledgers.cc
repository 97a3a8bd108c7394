// SPDX-License-Identifier: Apache-2.0
#include "reports/connection_ledgers.h"

#include <string>

#include "reports/numbers.h"
#include "reports/record.h"

namespace capaudit {
namespace {

std::string fates_text(const Ledger& ledger) {
  std::string out;
  for (std::size_t i = 0; i < kFates; ++i) {
    const Fate fate = static_cast<Fate>(i);
    if (ledger.of(fate) != 0) {
      out += (out.empty() ? "" : ", ") + grouped(ledger.of(fate)) + " " +
             std::string(to_string(fate));
    }
  }
  if (ledger.residual() != 0) {
    out += (out.empty() ? "" : ", ") + grouped(ledger.residual()) + " residual";
  }
  return out.empty() ? "0" : out;
}

}  // namespace

void write_connection_ledgers_text(const Capture& capture, Output& out) {
  out.write("  ledger by connection\n");
  for (const Connection& connection : capture.connections) {
    std::string line = std::to_string(connection.number);
    line.insert(0, line.size() < 6 ? 6 - line.size() : 0, ' ');
    line = "  " + line + "  " + to_string(connection.client) + " > " +
           to_string(connection.server) + ", " +
           (connection.protocol.empty() ? std::string("no payload")
                                        : std::string(connection.protocol)) +
           ", " + counted(connection.packets, "packet") + ": ";
    out.write(line + fates_text(connection.ledger) + "\n");
  }
  out.write("    none  frames of no connection: " +
            fates_text(outside_connections(capture)) + "\n");
}

void write_connection_ledgers(const Capture& capture, JsonWriter& json) {
  json.begin_array();
  for (const Connection& connection : capture.connections) {
    json.begin_object();
    json.key("connection");
    json.number(std::uint64_t{connection.number});
    json.key("client");
    json.text(to_string(connection.client));
    json.key("server");
    json.text(to_string(connection.server));
    json.key("protocol");
    json.known_text(std::string(connection.protocol));
    json.key("packets");
    json.number(connection.packets);
    json.key("ledger");
    write_ledger(connection.ledger, json);
    json.end_object();
  }
  json.begin_object();
  for (const std::string_view key :
       {"connection", "client", "server", "protocol", "packets"}) {
    json.key(key);
    json.null();
  }
  json.key("ledger");
  write_ledger(outside_connections(capture), json);
  json.end_object();
  json.end_array();
}

}  // namespace capaudit
