// SPDX-License-Identifier: Apache-2.0
// HAR files for tests: a log around entries, and what reading one gives.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/har/read_har.h"

namespace capaudit {

/// {"log": ...} of that creator around `entries`, which are separated by commas.
std::string har_file(std::string_view entries, std::string_view creator = "test",
                     std::string_view version = "1");

/// A whole GET of http://a.test/`path`, answered by 200 and the text "hello".
std::string har_entry(std::string_view path);

/// Fails the test where the file is refused.
HarPass read_har_text(std::string_view har, const AnalyzeOptions& options = {});

HarPass read_har_bytes(Buffer file, const AnalyzeOptions& options = {});

/// Why a file is refused; fails the test where it is not.
Error har_refusal(std::string_view har);

/// How often a finding of that code occurred; 0: never.
std::uint64_t times_found(const HarPass& pass, std::string_view code);

/// The exchange has that finding.
bool has_finding(const Exchange& exchange, std::string_view code);

}  // namespace capaudit
