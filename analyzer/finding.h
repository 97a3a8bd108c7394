// SPDX-License-Identifier: Apache-2.0
// Finding: something an auditor must know about a capture or an exchange, with its
// evidence. Codes are stable: users filter by them. docs/FINDINGS.md lists every code
// with its remedy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace capaudit {

enum class Severity : std::uint8_t {
  note,     ///< worth knowing, changes no figure
  warning,  ///< figures it touches are estimates or are left out
  damage,   ///< input is damaged; with --strict the exit code is 4
};

std::string_view to_string(Severity severity);

struct Finding {
  std::string_view code;  ///< a literal: "gap", "truncated_file", ...
  Severity severity = Severity::note;
  std::string text;           ///< one sentence with the numbers, lower case, no full stop
  std::string remedy;         ///< what to do about it; empty where nothing can be done
  std::uint32_t capture = 0;  ///< index into Analysis::captures
  std::optional<std::uint64_t> file_offset;  ///< in the decompressed file
  std::optional<std::uint64_t> frame;        ///< first frame concerned
  std::optional<std::uint32_t> connection;   ///< connection number, from 1 in its capture
  std::uint64_t count = 1;                   ///< how often it occurred
};

}  // namespace capaudit
