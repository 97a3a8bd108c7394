// SPDX-License-Identifier: Apache-2.0
// The protocol of lines (docs/PARSE.md):
//
//   hello 1                      hello NAME [VERSION]
//   load KIND FILE...            ok
//   write WORK FOLDER            ok (FOLDER/1, FOLDER/2, ... were written) | digest
//   HEX... time WORK PASSES             ns NANOSECONDS-PER-PASS quantum ns NANOSECONDS
//   memory WORK                  bytes N
//
// WORK is bytes, text or generate. Any answer may be "unsupported" or "error TEXT".
#include <charconv>
#include <cmath>

#include "analyzer/parse/program_channel.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc() && stop == text.data() + text.size() &&
                    std::isfinite(value) && value >= 0;
  return good ? std::optional(value) : std::nullopt;
}

class ProgramRun final : public EngineRun {
 public:
  ProgramRun(const ParsePayload& payload, std::unique_ptr<ProgramChannel> channel)
      : payload_(payload), channel_(std::move(channel)) {}

  std::optional<Error> begin();

  Result<double> time(Work work, std::uint64_t iterations) override {
    const Result<double> ns = figure(
        "time " + std::string(protocol_word(work)) + " " + std::to_string(iterations),
        "ns");
    return ns ? Result<double>(*ns * static_cast<double>(iterations)) : ns;
  }
  Result<std::vector<Buffer>> written(Work work) override;
  std::optional<std::vector<std::string>> digests(Work work) override;
  double quantum_ns() override {
    const Result<double> ns = figure("quantum", "ns");
    return ns ? *ns : 0;
  }
  std::optional<std::uint64_t> peak_bytes(Work work) override {
    const Result<double> bytes =
        figure("memory " + std::string(protocol_word(work)), "bytes");
    return bytes ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
  }
  std::string version() override { return version_; }

 private:
  /// An answer that is neither "unsupported" nor an error.
  Result<std::string> ask(const std::string& question);
  Result<double> figure(const std::string& question, std::string_view key);

  const ParsePayload& payload_;
  ScratchFolder folder_;
  std::unique_ptr<ProgramChannel> channel_;
  std::string version_;
};

Result<std::string> ProgramRun::ask(const std::string& question) {
  Result<std::string> answer = channel_->ask(question);
  if (!answer) {
    return answer;
  }
  if (*answer == "unsupported") {
    return Error{ErrorCode::unsupported, 0, "does not do that"};
  }
  if (const auto text = answer_value(*answer, "error")) {
    return Error{ErrorCode::malformed, 0, *text};
  }
  return answer;
}

Result<double> ProgramRun::figure(const std::string& question, std::string_view key) {
  const Result<std::string> answer = ask(question);
  if (!answer) {
    return answer.error();
  }
  const auto value = answer_value(*answer, key);
  const std::optional<double> read = value ? number(*value) : std::nullopt;
  if (!read) {
    return Error{ErrorCode::malformed, 0,
                 "answers '" + answer->substr(0, 80) + "' to '" + question + "'"};
  }
  return *read;
}

std::optional<Error> ProgramRun::begin() {
  const Result<std::string> hello = ask("hello 1");
  if (!hello) {
    return hello.error();
  }
  if (const auto name = answer_value(*hello, "hello")) {
    const std::size_t space = name->find(' ');
    version_ = space == std::string::npos ? "" : name->substr(space + 1);
  } else {
    return Error{ErrorCode::malformed, 0, "does not answer to hello"};
  }
  std::string load = "load " + std::string(to_string(payload_.kind));
  for (std::size_t i = 0; i < payload_.documents.size(); ++i) {
    const std::string name = "body-" + std::to_string(i + 1);
    if (!folder_.write(name, payload_.documents[i].content)) {
      return Error{ErrorCode::io, 0, "the payload cannot be written to a file"};
    }
    load += " " + folder_.path() + "/" + name;
  }
  const Result<std::string> loaded = ask(load);
  return loaded ? std::nullopt : std::optional(loaded.error());
}

std::optional<std::vector<std::string>> ProgramRun::digests(Work work) {
  const Result<std::string> answer =
      ask("write " + std::string(protocol_word(work)) + " " + folder_.path());
  const auto list = answer ? answer_value(*answer, "digest") : std::nullopt;
  return list ? std::optional(split_command(*list)) : std::nullopt;
}

Result<std::vector<Buffer>> ProgramRun::written(Work work) {
  const Result<std::string> answer =
      ask("write " + std::string(protocol_word(work)) + " " + folder_.path());
  if (!answer) {
    return answer.error();
  }
  std::vector<Buffer> out;
  for (std::size_t i = 0; i < payload_.documents.size(); ++i) {
    Result<Buffer> content = folder_.read(std::to_string(i + 1));
    if (!content) {
      return content.error();
    }
    out.push_back(std::move(*content));
  }
  return out;
}

}  // namespace

std::optional<std::string> answer_value(std::string_view answer, std::string_view key) {
  if (!answer.starts_with(key) || answer.size() <= key.size() ||
      answer[key.size()] != ' ') {
    return std::nullopt;
  }
  return std::string(answer.substr(key.size() + 1));
}

std::string_view protocol_word(Work work) {
  switch (work) {
  case Work::parse_bytes:
    return "bytes";
  case Work::parse_text:
    return "text";
  case Work::generate:
    return "generate";
  }
  return "";
}

Result<std::unique_ptr<EngineRun>> open_program(const ParsePayload& payload,
                                                const std::vector<std::string>& command,
                                                std::chrono::milliseconds time_out,
                                                bool show_errors) {
  ChannelForm form;
  form.show_errors = show_errors;
  Result<std::unique_ptr<ProgramChannel>> channel =
      ProgramChannel::start(command, form, time_out);
  if (!channel) {
    return channel.error();
  }
  auto run = std::make_unique<ProgramRun>(payload, std::move(*channel));
  if (const std::optional<Error> failed = run->begin()) {
    return *failed;
  }
  return std::unique_ptr<EngineRun>(std::move(run));
}

}  // namespace capaudit
