// SPDX-License-Identifier: Apache-2.0
// Options of the command line. Each command accepts the options that mean something to it
// and refuses every other one with a suggestion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.h"
#include "analyzer/select.h"
#include "decoders/core/result.h"
#include "reports/page/build.h"
#include "reports/redact.h"

namespace capaudit {

enum class ColorMode : std::uint8_t { automatic, always, never };
enum class BodyView : std::uint8_t { none, wire, decoded, tree };

struct Options {
  std::vector<std::string> arguments;  ///< captures, and for `show` the id behind them
  AnalyzeOptions analyze;
  Selection select;
  std::string selection;                 ///< its text
  Selection select_a, select_b;          ///< of `compare`: what each side is
  std::string selection_a, selection_b;  ///< their text
  std::vector<std::string>
      given;  ///< the command line behind the command's name, as given
  std::string
      format;         ///< empty: by the extension of `output`, else the command's default
  bool same = false;  ///< --same: the captures are of one session
  bool json = false;  ///< --json
  bool connections = false;             ///< --connections: their ledgers
  bool bodies = false;                  ///< --bodies
  std::uint64_t up_to = 0;              ///< rows of `sizes`' ladder; 0: those at hand
  std::vector<std::string> engines;     ///< of `parse`: names, or name=command
  std::optional<std::uint64_t> runs;    ///< timed batches; none: the command's default
  std::optional<std::uint64_t> warmup;  ///< batches set aside; none: as found
  bool parse = false;                   ///< --parse: times in the report
  std::uint64_t timeout_s = 60;         ///< for one answer of an engine's program
  std::string output;                   ///< -o; empty: standard output
  RedactMode redact = RedactMode::standard;
  BodyView body = BodyView::none;
  bool response_side = true;
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
  ColorMode color = ColorMode::automatic;
  DataPlace data = DataPlace::embed;
  std::string title, theme = "auto", timezone = "UTC", templates;
  bool help = false, version = false;
};

struct Command;

/// `arguments`: what stands behind the command's name. An error is a usage error, said in
/// one line.
Result<Options> parse_options(const Command& command,
                              const std::vector<std::string>& arguments);

/// The command's options with their explanations, for --help.
std::string describe_options(const Command& command);

}  // namespace capaudit
