// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace capaudit {
namespace {

/// A file without a name.
int memory(const std::string& content) {
  const int fd = memfd_create("test", 0);
  EXPECT_EQ(write(fd, content.data(), content.size()),
            static_cast<ssize_t>(content.size()));
  lseek(fd, 0, SEEK_SET);
  return fd;
}

std::string content_of(int fd) {
  std::string out;
  std::array<char, 4096> block{};
  off_t at = 0;
  for (ssize_t n = 0; (n = pread(fd, block.data(), block.size(), at)) > 0; at += n) {
    out.append(block.data(), static_cast<std::size_t>(n));
  }
  close(fd);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) {
    out.push_back(word.data());
  }
  out.push_back(nullptr);
  return out;
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

ProgramOutcome run_program(const std::vector<std::string>& arguments,
                           const std::string& folder, const Setting& setting) {
  std::vector<std::string> words = {variable("CAPAUDIT_PROGRAM")};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = setting.environment;
  environment.push_back("PATH=" +
                        (setting.path.empty() ? variable("PATH") : setting.path));
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS"}) {
    environment.push_back(std::string(name) + "=" + variable(name));
  }
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(environment);
  std::array<int, 2> pipe_ends{-1, -1};
  EXPECT_EQ(pipe(pipe_ends.data()), 0);
  const int input = memory(setting.input);
  const int out = memory("");
  const int err = memory("");
  const pid_t pid = fork();
  if (pid == 0) {
    close(pipe_ends[0]);
    dup2(input, 0);
    dup2(setting.close_output ? pipe_ends[1] : out, 1);
    dup2(err, 2);
    if (chdir(folder.c_str()) == 0) {
      execve(argv[0], argv.data(), envp.data());
    }
    _exit(127);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  close(input);
  ProgramOutcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = content_of(out);
  outcome.err = content_of(err);
  return outcome;
}

}  // namespace capaudit
