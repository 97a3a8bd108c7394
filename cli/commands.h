// SPDX-License-Identifier: Apache-2.0
// The commands, in one table: to add one is a file command_x.cc and a line here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace capaudit {

/// Exit codes, as docs and man page promise them.
enum ExitCode : int {
  kDone = 0,
  kContradicted = 1,
  kUsage = 2,
  kNoCapture = 3,
  kStrict = 4,
  kInternal = 70,
};

/// Groups of options, or'ed together; every command also has the common ones.
enum OptionGroup : unsigned {
  kSelecting = 1u << 0,  ///< --select
  kFormat = 1u << 1,     ///< --format
  kBody = 1u << 2,       ///< --body, --side
  kPage = 1u << 3,       ///< --title, --theme, --templates, --data, --parse
  kNoBodies = 1u << 4,   ///< --no-bodies
  kOutput = 1u << 5,     ///< -o
  kZone = 1u << 6,       ///< --tz
  kFigures = 1u << 8,    ///< --json, --side, --templates
  kLadder = 1u << 9,     ///< --up-to
  kTiming = 1u << 10,    ///< --engine, --timeout
  kRuns = 1u << 13,      ///< --runs, --warmup
  kSame = 1u << 12,      ///< --same, --select-a, --select-b, --templates
  kNoInput = 1u << 7,    ///< none that say how captures are read, and not --redact
  kJson = 1u << 11,      ///< --json
  kLedgers = 1u << 14,   ///< --connections
  kBodies = 1u << 15,    ///< --bodies
};

struct Command {
  std::string_view name;
  std::string_view arguments;  ///< as help shows them
  std::string_view summary;    ///< one line
  std::string_view details;    ///< behind the options: formats, examples
  unsigned groups = 0;
  int (*run)(const Options& options);
};

std::span<const Command> commands();

int run_list(const Options& options);
int run_info(const Options& options);
int run_show(const Options& options);
int run_report(const Options& options);
int run_audit_command(const Options& options);
int run_verify(const Options& options);
int run_sizes(const Options& options);
int run_parse(const Options& options);
int run_compare(const Options& options);

}  // namespace capaudit
