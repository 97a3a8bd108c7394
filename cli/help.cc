// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

namespace capaudit {
namespace {

constexpr std::string_view kExitCodes =
    "\nExit codes: 0 done; 1 a claim is contradicted, or a report does not verify; 2 "
    "usage\n"
    "error; 3 no capture could be read; 4 with --strict, an input is damaged; 70 "
    "internal\n"
    "error, or the output could not be written.\n";

}  // namespace

std::string overview() {
  std::string text =
      "capaudit checks benchmark claims against captures of real sessions: it reads "
      "pcap\n"
      "and pcapng files, reassembles HTTP, decodes bodies and counts every request.\n\n"
      "Usage: capaudit COMMAND [OPTIONS] CAPTURE...\n\nCommands:\n";
  for (const Command& command : commands()) {
    std::string name(command.name);
    name.resize(10, ' ');
    text += "  " + name + std::string(command.summary) + "\n";
  }
  text +=
      "\nCAPTURE is a path, or - for standard input; files are known by content, and "
      "may\n"
      "be compressed with gzip, zstd or xz. 'capaudit COMMAND --help' explains a "
      "command.\n"
      "\nExamples:\n"
      "  capaudit report session.pcapng\n"
      "  capaudit list session.pcapng --format csv -o exchanges.csv\n"
      "  capaudit info session.pcapng\n"
      "  capaudit show session.pcapng 3 --body decoded\n";
  return text + std::string(kExitCodes);
}

std::string help_of(const Command& command) {
  return "Usage: capaudit " + std::string(command.name) + " [OPTIONS] " +
         std::string(command.arguments) + "\n\n" + std::string(command.summary) + "\n\n" +
         describe_options(command) + "\n" + std::string(command.details) +
         std::string(kExitCodes);
}

}  // namespace capaudit
