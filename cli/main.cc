// SPDX-License-Identifier: Apache-2.0
// The program: finds the command, parses its options, runs it.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/run.h"
#include "reports/version.h"

namespace {

using namespace capaudit;

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

std::string overview() {
  std::string text =
      "capaudit checks benchmark claims against captures of real sessions: it reads pcap "
      "and\n"
      "pcapng files, reassembles HTTP, decodes bodies and counts every request.\n\n"
      "Usage: capaudit COMMAND [OPTIONS] CAPTURE...\n\nCommands:\n";
  for (const Command& command : commands()) {
    std::string name(command.name);
    name.resize(10, ' ');
    text += "  " + name + std::string(command.summary) + "\n";
  }
  text +=
      "\nCAPTURE is a path, or - for standard input; files are known by content, and may "
      "be\n"
      "compressed with gzip, zstd or xz. 'capaudit COMMAND --help' explains a "
      "command.\n\n"
      "Exit codes: 0 done; 1 a claim is contradicted; 2 usage error; 3 no capture could "
      "be\n"
      "read; 4 with --strict, an input is damaged; 70 internal error.\n";
  return text;
}

std::string help_of(const Command& command) {
  return "Usage: capaudit " + std::string(command.name) + " [OPTIONS] " +
         std::string(command.arguments) + "\n\n" + std::string(command.summary) + "\n\n" +
         describe_options(command) + "\n" + std::string(command.details);
}

const Command* find_command(const std::string& name) {
  for (const Command& command : commands()) {
    if (command.name == name) {
      return &command;
    }
  }
  return nullptr;
}

int unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    names.emplace_back(command.name);
  }
  if (word.starts_with("-")) {
    return fail_usage("the command comes first: capaudit COMMAND " + word +
                      " ...; capaudit --help lists them");
  }
  const auto meant = nearest(word, names);
  return fail_usage("there is no command '" + word + "'" +
                    (meant ? "; did you mean '" + *meant + "'?"
                           : "; to list a capture's exchanges: capaudit list " + word));
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    say("no command was given; capaudit --help lists them");
    return kUsage;
  }
  const std::string& word = arguments.front();
  if (word == "--version") {
    print("capaudit " + std::string(version()) + "\n");
    return kDone;
  }
  if (word == "--help" || word == "-h" || (word == "help" && arguments.size() == 1)) {
    print(overview());
    return kDone;
  }
  if (word == "help") {
    return run({arguments[1], "--help"});
  }
  const Command* const command = find_command(word);
  if (command == nullptr) {
    return unknown_command(word);
  }
  const Result<Options> options =
      parse_options(*command, {arguments.begin() + 1, arguments.end()});
  if (!options) {
    return fail_usage(options.error().what);
  }
  if (options->help) {
    print(help_of(*command));
    return kDone;
  }
  return command->run(*options);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away shows as EPIPE
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    say_error(std::string("internal error: ") + error.what());
    return kInternal;
  }
}
