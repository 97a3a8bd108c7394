// SPDX-License-Identifier: Apache-2.0
#include "analyzer/parse/program_channel.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/broken_pipe.h"
#include "decoders/core/text.h"

extern char** environ;

namespace capaudit {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{1} << 28;

Error io(std::string what) {
  return {ErrorCode::io, 0, std::move(what)};
}

Error ended() {
  return io("it ended without an answer");
}

/// Two ends that no other child inherits.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool open() { return pipe2(ends.data(), O_CLOEXEC) == 0; }
  void close_end(std::size_t end) {
    if (ends[end] >= 0) {
      close(ends[end]);
      ends[end] = -1;
    }
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
};

/// What posix_spawn is to do in the child.
class SpawnActions {
 public:
  SpawnActions() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  void move(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  void nothing_at(int descriptor, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, "/dev/null", flags, 0);
  }
  int spawn(pid_t& child, std::vector<char*>& words) {
    return posix_spawnp(&child, words[0], &actions_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<std::unique_ptr<ProgramChannel>> ProgramChannel::start(
    const std::vector<std::string>& command, const ChannelForm& form,
    std::chrono::milliseconds time_out) {
  if (command.empty()) {
    return Error{ErrorCode::malformed, 0, "no command was named"};
  }
  Pipe to, from;
  // Ends at 10 and above, so that dup2 onto 0, 1, 3 or 4 never lands on one of them.
  constexpr int kAbove = 10;
  if (!to.open() || !from.open()) {
    return io("no pipe could be made");
  }
  const int child_reads = fcntl(to.ends[0], F_DUPFD_CLOEXEC, kAbove);
  const int child_writes = fcntl(from.ends[1], F_DUPFD_CLOEXEC, kAbove);
  SpawnActions actions;
  if (form.child_reads != 0) {
    actions.nothing_at(0, O_RDONLY);
  }
  if (form.child_writes != 1) {
    actions.nothing_at(1, O_WRONLY);
  }
  if (!form.show_errors) {
    actions.nothing_at(2, O_WRONLY);
  }
  actions.move(child_reads, form.child_reads);
  actions.move(child_writes, form.child_writes);
  std::vector<std::string> copies = command;
  std::vector<char*> words;
  for (std::string& word : copies) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  pid_t child = -1;
  const int failed = actions.spawn(child, words);
  close(child_reads);
  close(child_writes);
  if (failed != 0) {
    return Error{
        ErrorCode::unsupported, 0,
        command[0] + " cannot be started: " + std::generic_category().message(failed)};
  }
  const int write_end = fcntl(to.ends[1], F_DUPFD_CLOEXEC, kAbove);
  const int read_end = fcntl(from.ends[0], F_DUPFD_CLOEXEC, kAbove);
  return std::unique_ptr<ProgramChannel>(
      new ProgramChannel(child, write_end, read_end, form, time_out));
}

ProgramChannel::~ProgramChannel() {
  close(to_);
  close(from_);
  kill_child();
}

void ProgramChannel::kill_child() {
  if (child_ > 0) {
    kill(-child_, SIGKILL);
    kill(child_, SIGKILL);
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
  }
}

std::optional<Error> ProgramChannel::send(std::string_view message) {
  std::string whole(message);
  whole += form_.end;
  const BrokenPipeGuard guard;
  std::size_t at = 0;
  while (at < whole.size()) {
    pollfd ready{to_, POLLOUT, 0};
    const int found = poll(&ready, 1, static_cast<int>(time_out_.count()));
    if (found < 0 && errno == EINTR) {
      continue;
    }
    if (found <= 0) {
      kill_child();
      return io("took no question within " + std::to_string(time_out_.count()) +
                " ms; it was ended");
    }
    // Not more than the pipe takes at once, so that write() does not wait.
    const std::size_t piece = std::min<std::size_t>(whole.size() - at, 4096);
    const ssize_t done = write(to_, whole.data() + at, piece);
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done <= 0) {
      // Whether its end shows at the question or at the answer is a race.
      return ended();
    }
    at += static_cast<std::size_t>(done);
  }
  return std::nullopt;
}

Result<std::string> ProgramChannel::receive() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point last = Clock::now() + time_out_;
  for (;;) {
    const std::size_t end = pending_.find(form_.end);
    if (end != std::string::npos) {
      std::string message = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return message;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(last - Clock::now());
    pollfd ready{from_, POLLIN, 0};
    const int found =
        left.count() <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left.count()));
    if (found < 0 && errno == EINTR) {
      continue;
    }
    if (found <= 0 || pending_.size() > kLongestMessage) {
      kill_child();
      return io(found <= 0 ? "no answer within " + std::to_string(time_out_.count()) +
                                 " ms; it was ended"
                           : "its answer is too long");
    }
    std::array<char, 65536> piece;
    const ssize_t got = read(from_, piece.data(), piece.size());
    if (got <= 0) {
      return ended();
    }
    pending_.append(piece.data(), static_cast<std::size_t>(got));
  }
}

Result<std::string> ProgramChannel::ask(std::string_view message) {
  const std::optional<Error> unsent = send(message);
  return unsent ? Result<std::string>(*unsent) : receive();
}

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = '\0';
  for (const char c : command) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        words.back() += c;
      }
      continue;
    }
    if (is_blank(c)) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (c == '\'' || c == '"') {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

ScratchFolder::ScratchFolder() {
  std::error_code failed;
  std::string name = (std::filesystem::temp_directory_path(failed) / "capaudit-XXXXXX");
  path_ = mkdtemp(name.data()) == nullptr ? std::string() : name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) {
    std::filesystem::remove_all(path_, ignored);
  }
}

bool ScratchFolder::write(const std::string& name, Bytes content) const {
  std::ofstream out(path_ + "/" + name, std::ios::binary);
  const std::string_view text = as_text(content);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  return out.flush().good();
}

Result<Buffer> ScratchFolder::read(const std::string& name) const {
  std::ifstream in(path_ + "/" + name, std::ios::binary);
  if (!in) {
    return io("there is no " + name);
  }
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Bytes bytes = as_bytes(text);
  return Buffer(bytes.begin(), bytes.end());
}

}  // namespace capaudit
