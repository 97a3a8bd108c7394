// SPDX-License-Identifier: Apache-2.0
#include "cli/destination.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace capaudit {
namespace {

Error failure(const std::string& path, int number) {
  return {ErrorCode::io, 0,
          path + ": " + std::error_code(number, std::generic_category()).message()};
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// What a signal handler removes: the temporary file of the one destination. Empty: none.
std::array<char, PATH_MAX> g_temporary{};

extern "C" void remove_and_end(int signal) {
  if (g_temporary[0] != '\0') {
    unlink(g_temporary.data());
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remember(const std::string& temporary) {
  if (temporary.size() < g_temporary.size()) {
    std::memcpy(g_temporary.data(), temporary.c_str(), temporary.size() + 1);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      std::signal(signal, remove_and_end);
    }
  }
}

void forget() {
  g_temporary[0] = '\0';
}

// The file that links lead to, so that they stay links.
std::string resolve(const std::string& path) {
  std::array<char, PATH_MAX> resolved{};
  return realpath(path.c_str(), resolved.data()) == nullptr
             ? path
             : std::string(resolved.data());
}

}  // namespace

Destination::Destination(int descriptor, std::string temporary, std::string path)
    : descriptor_(descriptor), temporary_(std::move(temporary)), path_(std::move(path)) {}

Result<std::unique_ptr<Destination>> Destination::open(
    const std::string& path, const std::vector<std::string>& inputs) {
  if (path.empty() || path == "-") {
    return std::unique_ptr<Destination>(
        new Destination(STDOUT_FILENO, "", "standard output"));
  }
  struct stat existing {};
  const bool exists = stat(path.c_str(), &existing) == 0;
  for (const std::string& input : inputs) {
    struct stat other {};
    const bool there = input == "-" ? fstat(STDIN_FILENO, &other) == 0
                                    : stat(input.c_str(), &other) == 0;
    if (exists && there && !S_ISCHR(existing.st_mode) && same_file(existing, other)) {
      return Error{ErrorCode::malformed, 0, path + " is an input: it is not overwritten"};
    }
  }
  if (exists && S_ISDIR(existing.st_mode)) {
    return Error{ErrorCode::malformed, 0, path + " is a folder"};
  }
  if (exists &&
      !S_ISREG(existing.st_mode)) {  // a device or a pipe cannot be renamed over
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
      return failure(path, errno);
    }
    return std::unique_ptr<Destination>(new Destination(descriptor, "", path));
  }
  const std::string target = exists ? resolve(path) : path;
  const std::size_t slash = target.rfind('/');
  std::string temporary =
      (slash == std::string::npos ? std::string() : target.substr(0, slash + 1)) +
      ".capaudit-XXXXXX";
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return failure(path, errno);
  }
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, exists ? existing.st_mode & 07777 : 0666 & ~mask);
  remember(temporary);
  return std::unique_ptr<Destination>(
      new Destination(descriptor, std::move(temporary), target));
}

Destination::~Destination() {
  if (descriptor_ != STDOUT_FILENO && descriptor_ >= 0) {
    close(descriptor_);
  }
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
    forget();
  }
}

bool Destination::drain(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      errno_ = errno;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    written_ += static_cast<std::uint64_t>(written);
  }
  return true;
}

std::optional<Error> Destination::commit() {
  flush();
  if (errno_ != 0) {
    if (errno_ == EPIPE && temporary_.empty()) {
      return std::nullopt;
    }
    return failure(path_, errno_);
  }
  if (temporary_.empty()) {
    return std::nullopt;
  }
  if (close(std::exchange(descriptor_, -1)) != 0 ||
      rename(temporary_.c_str(), path_.c_str()) != 0) {
    return failure(path_, errno);
  }
  temporary_.clear();
  forget();
  return std::nullopt;
}

}  // namespace capaudit
