// SPDX-License-Identifier: Apache-2.0
// Engines that are programs: a channel to a child process, started without a shell, one
// question and one answer at a time, killed with its process group when an answer takes
// too long. docs/PARSE.md has the protocol of lines.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/parse/engine.h"

namespace capaudit {

/// How messages go to and fro.
struct ChannelForm {
  int child_reads = 0;      ///< descriptor of the child
  int child_writes = 1;     ///< descriptor of the child
  char end = '\n';          ///< of a message
  bool show_errors = true;  ///< the child's standard error is ours; else nobody's
};

class ProgramChannel {
 public:
  /// Unsupported: there is no such program.
  static Result<std::unique_ptr<ProgramChannel>> start(
      const std::vector<std::string>& command, const ChannelForm& form,
      std::chrono::milliseconds time_out);
  ~ProgramChannel();
  ProgramChannel(const ProgramChannel&) = delete;
  ProgramChannel& operator=(const ProgramChannel&) = delete;

  /// Nothing, or why the program did not take the message.
  std::optional<Error> send(std::string_view message);
  /// The next message without its end. After a time-out the child is dead.
  Result<std::string> receive();
  Result<std::string> ask(std::string_view message);

 private:
  ProgramChannel(int child, int to, int from, const ChannelForm& form,
                 std::chrono::milliseconds time_out)
      : child_(child), to_(to), from_(from), form_(form), time_out_(time_out) {}
  void kill_child();

  int child_, to_, from_;
  ChannelForm form_;
  std::chrono::milliseconds time_out_;
  std::string pending_;
};

/// Words of a command as a shell would split them at blanks and quotes; nothing is
/// expanded.
std::vector<std::string> split_command(std::string_view command);

/// A folder that is removed with everything in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }  ///< empty: could not be made
  bool write(const std::string& name, Bytes content) const;
  Result<Buffer> read(const std::string& name) const;

 private:
  std::string path_;
};

/// The engine behind `command`, spoken to in lines.
Result<std::unique_ptr<EngineRun>> open_program(const ParsePayload& payload,
                                                const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_out,
                                                bool show_errors);

/// As an answer "KEY VALUE"; none if it is another one.
std::optional<std::string> answer_value(std::string_view answer, std::string_view key);
/// "bytes", "text", "generate".
std::string_view protocol_word(Work work);

}  // namespace capaudit
