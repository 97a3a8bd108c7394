// SPDX-License-Identifier: Apache-2.0
// Writing to a child process that may have ended: the write fails with EPIPE, the process
// lives. The library cannot count on a program that ignores SIGPIPE everywhere.
#pragma once

#include <ctime>

#include <signal.h>

namespace capaudit {

/// While it lives, a broken pipe raises no signal in this thread. Other threads and the
/// process's own handler are left alone, so it may be used beside other writers. Children
/// inherit the blocked signal: start them outside of it.
class BrokenPipeGuard {
 public:
  BrokenPipeGuard() {
    sigset_t pending;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~BrokenPipeGuard() {
    if (!was_pending_) {
      // The signal a write has left behind would come as soon as it is let through.
      const std::timespec at_once{};
      sigtimedwait(&pipe_, nullptr, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BrokenPipeGuard(const BrokenPipeGuard&) = delete;
  BrokenPipeGuard& operator=(const BrokenPipeGuard&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

}  // namespace capaudit
