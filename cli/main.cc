// SPDX-License-Identifier: Apache-2.0
// The program: finds the command, parses its options, runs it.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <malloc.h>

#include "analyzer/nearest.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/run.h"
#include "reports/version.h"

namespace {

using namespace capaudit;

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
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
  if (options->version) {
    return run({"--version"});
  }
  if (options->help) {
    print(help_of(*command));
    return kDone;
  }
  return command->run(*options);
}

}  // namespace

int main(int argc, char** argv) {
  // Bodies and their trees come and go by the megabyte. With the usual thresholds each
  // goes back to the system, and a fifth of the time is spent on pages that come again.
  constexpr int kKeptBytes = 32 << 20;
  mallopt(M_MMAP_THRESHOLD, kKeptBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away shows as EPIPE
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    say_error(std::string("internal error: ") + error.what());
    return kInternal;
  }
}
