// SPDX-License-Identifier: Apache-2.0
// Expected exchanges as lines of text, so that they can stand beside the conversation
// they belong to:
//
//   GET http://a.example/1 200 complete request=36+0+0 response=57+0+5 type=text/plain
//   ledger junk=2 tunnel=14
//
// Method, URL, status and state; then KEY=VALUE for what else is expected, by the keys of
// describe(). `request` and `response` are head + framing + encoded bytes. `-` stands for
// none, `?` for anything, `_` for a space. A line `ledger` names the bytes of fates in
// the whole capture.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/analysis.h"

namespace capaudit {

/// All of an exchange that does not depend on frames, times and repetitions: `method`,
/// `url`, `status`, `state`, `protocol`, `reason`, `request`, `response`, and of the
/// response `codings`, `type`, `content`, `missing`, `whole`, `format`, `messages`,
/// `names`, `rows`, `columns`, `digest`; the same of the request as `request_codings` and
/// so on.
std::map<std::string, std::string> describe(const Exchange& exchange);

/// What differs between the expected lines and the analysis of one capture, a sentence
/// each.
std::vector<std::string> differences(const std::vector<std::string>& expected,
                                     const Analysis& analysis);

}  // namespace capaudit
