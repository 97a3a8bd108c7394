// SPDX-License-Identifier: Apache-2.0
// The sizes and phases of a HAR exchange, as far as the standard and the entry itself
// prove them (HAR 1.2; RFC 9112 6.3 for bodies). What an exporter is known to do
// otherwise is repaired afterwards, by its dialect's rules.
#pragma once

#include "analyzer/har/figures.h"
#include "analyzer/http/exchange.h"

namespace capaudit {

/// The facts of the bodies that the entry holds must stand in the halves.
void settle_har_sizes(const HarFigures& figures, Exchange& exchange);

/// `started`: startedDateTime as read.
void settle_har_times(const HarFigures& figures, std::optional<std::int64_t> started,
                      Timings& time);

/// Takes back what was said of a body that is not the whole one; its format stays.
void forget_body(Exchange& exchange, Half& half);

/// A phase as HAR writes it: none where it is negative or longer than anything measured.
std::optional<double> har_phase(const std::optional<double>& ms);

/// A body of no bytes.
void set_empty_body(Half& half);

}  // namespace capaudit
