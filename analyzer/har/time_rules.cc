// SPDX-License-Identifier: Apache-2.0
// Phases that hold something else than their name says, or were never measured.
#include "analyzer/har/rules.h"

namespace capaudit {
namespace {

bool forget_zero_send(const HarFigures& figures, Exchange& exchange) {
  if (figures.timings.send != 0.0) {
    return false;
  }
  exchange.time.send.reset();
  return true;
}

// What the request waited for a connection is in `receive`, so neither it nor a sum with
// it is known.
bool forget_receive(const HarFigures& /*figures*/, Exchange& exchange) {
  if (!exchange.time.receive) {
    return false;
  }
  exchange.time.receive.reset();
  exchange.time.total.reset();
  return true;
}

// On a connection that was open already, waiting in the queue counts as sending.
bool queue_is_no_send(HarFigures& figures, Exchange& exchange) {
  HarTimings& t = figures.timings;
  if (exchange.origin != HarOrigin::network || t.blocked != 0.0 || t.connect != 0.0 ||
      t.send.value_or(0) <= 0) {
    return false;
  }
  t.blocked = t.send;
  t.send.reset();
  return true;
}

// On a connection that was open already, blocked and send are the same span.
bool undouble(HarFigures& figures, Exchange& /*exchange*/) {
  HarTimings& t = figures.timings;
  if (!t.blocked || t.blocked != t.send || *t.blocked <= 0) {
    return false;
  }
  t.send.reset();
  return true;
}

// One duration stands in `wait`, zeros in the others.
bool only_the_whole(HarFigures& figures, Exchange& /*exchange*/) {
  HarTimings& t = figures.timings;
  if (t.send.value_or(0) != 0 || t.receive.value_or(0) != 0) {
    return false;
  }
  const bool nothing = t.wait.value_or(0) <= 0 && figures.time.value_or(0) <= 0;
  if (nothing) {
    figures.time.reset();
  }
  t.send.reset();
  t.wait.reset();
  t.receive.reset();
  return true;
}

// connect and ssl stand side by side; the standard counts ssl into connect.
bool count_tls_into_connect(HarFigures& figures, Exchange& /*exchange*/) {
  HarTimings& t = figures.timings;
  if (t.ssl.value_or(0) <= 0 || t.connect.value_or(-1) < 0) {
    return false;
  }
  t.connect = *t.connect + *t.ssl;
  return true;
}

}  // namespace

const HarRule kSendHardCoded = {"har_send_not_measured", nullptr, forget_zero_send};
const HarRule kReceiveHasQueue = {"har_queue_in_receive", nullptr, forget_receive};
const HarRule kSendHasQueue = {"har_queue_in_send", queue_is_no_send, nullptr};
const HarRule kPhasesDoubled = {"har_phases_doubled", undouble, nullptr};
const HarRule kPhasesNotMeasured = {"har_phases_not_measured", only_the_whole, nullptr};
const HarRule kConnectWithoutTls = {"har_connect_without_tls", count_tls_into_connect,
                                    nullptr};

}  // namespace capaudit
