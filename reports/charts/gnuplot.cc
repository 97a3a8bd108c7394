// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/gnuplot.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>

#include <fcntl.h>
#include <gnuplot-iostream.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/broken_pipe.h"

namespace capaudit {
namespace {

constexpr std::chrono::seconds kLongest{20};
constexpr int kPipeBytes = 1 << 20;

class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  ~Fd() { reset(); }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;

  int get() const { return fd_; }
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset(int fd = -1) {
    if (fd_ >= 0) {
      close(fd_);
    }
    fd_ = fd;
  }

 private:
  int fd_;
};

Error failure(std::string what) {
  return Error{ErrorCode::io, 0, std::move(what)};
}

/// Starts gnuplot with `input` and `output` as its standard streams; 0 or an errno.
int start(int input, int output, int errors, pid_t* pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  const char* const path = std::getenv("PATH");
  std::string path_setting = std::string("PATH=") + (path == nullptr ? "" : path);
  std::string locale = "LC_ALL=C.UTF-8";
  std::string name = "gnuplot";
  std::string no_init_files = "-d";
  const std::array<char*, 3> arguments = {name.data(), no_init_files.data(), nullptr};
  const std::array<char*, 3> environment = {path_setting.data(), locale.data(), nullptr};
  const int error = posix_spawnp(pid, "gnuplot", &actions, &attributes, arguments.data(),
                                 environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// The exit status, or -1 where it had to be stopped or was by a signal.
int wait_for(pid_t pid) {
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  int status = 0;
  for (;;) {
    const pid_t done = waitpid(pid, &status, WNOHANG);
    if (done == pid) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    if (done < 0 && errno != EINTR) {
      return -1;
    }
    if (std::chrono::steady_clock::now() > deadline) {
      kill(pid, SIGKILL);
      while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string read_all(int fd) {
  std::string out;
  std::array<char, 1 << 14> block{};
  off_t at = 0;
  for (;;) {
    const ssize_t n = pread(fd, block.data(), block.size(), at);
    if (n <= 0) {
      return out;
    }
    out.append(block.data(), static_cast<std::size_t>(n));
    at += n;
  }
}

}  // namespace

Result<std::string> run_gnuplot(const std::string& script) {
  // What gnuplot writes goes to memory, so that neither side waits for the other.
  const Fd output(memfd_create("charts", MFD_CLOEXEC));
  const Fd errors(open("/dev/null", O_WRONLY | O_CLOEXEC));
  std::array<int, 2> ends{-1, -1};
  if (output.get() < 0 || errors.get() < 0 || pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failure("no pipe to gnuplot");
  }
  Fd input(ends[0]);
  Fd commands(ends[1]);
  fcntl(commands.get(), F_SETPIPE_SZ, kPipeBytes);
  pid_t pid = 0;
  const int error = start(input.get(), output.get(), errors.get(), &pid);
  if (error != 0) {
    return failure(error == ENOENT
                       ? "gnuplot is not installed"
                       : std::string("gnuplot does not start: ") + std::strerror(error));
  }
  input.reset();
  const BrokenPipeGuard guard;  // a gnuplot that ends early must not end us
  std::FILE* const file = fdopen(commands.release(), "w");
  try {
    Gnuplot gnuplot(file);
    gnuplot << script << "exit\n" << std::flush;
  } catch (const std::exception&) {
    // A stream that gnuplot closed; its exit status tells.
  }
  const int status = wait_for(pid);
  if (status != 0) {
    return failure("gnuplot failed with status " + std::to_string(status));
  }
  return read_all(output.get());
}

}  // namespace capaudit
