// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "decoders/core/bytes.h"
#include "tests/support/analyzed.h"
#include "tests/support/conversation.h"

namespace capaudit {
namespace {

std::string content_of(const TemporaryFile& file) {
  const Result<std::string> text = read_text(file.path());
  return text.ok() ? *text : std::string();
}

}  // namespace

// Files instead of pipes: neither side can wait for the other.
ProgramResult run_tool(std::vector<std::string> words, std::string_view input) {
  ProgramResult result;
  const TemporaryFile in(as_bytes(input), "");
  const TemporaryFile out({}, "");
  const TemporaryFile err({}, "");
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, in.path().c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.path().c_str(), O_WRONLY,
                                   0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.path().c_str(), O_WRONLY,
                                   0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed == ENOENT) {
    result.status = kNoSuchProgram;
    return result;
  }
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child) {
    ADD_FAILURE() << words[0] << " cannot be run";
    return result;
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = content_of(out);
  result.err = content_of(err);
  return result;
}

ProgramResult run_program(const std::vector<std::string>& arguments,
                          std::string_view input) {
  const char* const program = std::getenv("CAPAUDIT_PROGRAM");
  if (program == nullptr) {
    ADD_FAILURE() << "CAPAUDIT_PROGRAM is not set";
    return {};
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_tool(std::move(words), input);
}

}  // namespace capaudit
