// SPDX-License-Identifier: Apache-2.0
// The byte ledger of each connection, and of the frames that belong to none: together
// they are the ledger of the file.
#pragma once

#include "analyzer/analysis.h"
#include "reports/json_writer.h"
#include "reports/output.h"

namespace capaudit {

/// One line each: "    3  192.0.2.1:50000 > 192.0.2.2:80, HTTP/1, 9 packets: 500
/// exchange, …".
void write_connection_ledgers_text(const Capture& capture, Output& out);

/// An array with one object for each connection; behind them one for the rest, whose
/// `connection` is null.
void write_connection_ledgers(const Capture& capture, JsonWriter& json);

}  // namespace capaudit
