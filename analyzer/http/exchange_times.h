// SPDX-License-Identifier: Apache-2.0
// The times of an exchange, from the frames that brought its messages and its
// connection's handshake. q0, q1 = first and last byte of the request, r0, r1 of the
// response, s1..s3 = SYN, SYN-ACK, ACK:
//   connect = s3-s1   send = q1-q0   wait = max(0, r0-q1)   receive = r1-r0   server =
//   max(0, wait-(s2-s1)) total = r1-q0, plus connect on the exchange for which the
//   connection was opened, as far as it lies before q0
// A handshake with packets sent again, or across a step of the clock, leaves rtt and
// server unknown; a simultaneous open connect too.
#pragma once

#include "analyzer/clock_watch.h"
#include "analyzer/flow/handshake.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

/// Fills `exchange.time`; may add the finding `clock_step`. An exchange with the finding
/// `early_response`, whose answer began before its request had ended, did not wait.
void fill_times(Exchange& exchange, const Handshake& handshake, bool first_of_connection);

/// Before that: forgets the times that the capture's clock gave while it ran ahead, with
/// the finding `clock_step`.
void forget_times_ahead(Exchange& exchange, const ClockWatch& clock);
/// The same for a handshake; false if there was nothing to forget.
bool forget_times_ahead(Handshake& handshake, const ClockWatch& clock);

}  // namespace capaudit
