// SPDX-License-Identifier: Apache-2.0
// Reads with read(2) rather than from a mapping: a file that another process cuts short
// meanwhile ends early here, where a mapping would end the program with SIGBUS.
#include "analyzer/ingest/byte_source.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace capaudit {
namespace {

Error system_error(const std::string& path, int number) {
  return {ErrorCode::io, 0, path + ": " + std::generic_category().message(number)};
}

class FileSource final : public ByteSource {
 public:
  FileSource(std::string path, int descriptor, bool owned)
      : path_(std::move(path)), descriptor_(descriptor), owned_(owned) {}
  ~FileSource() override {
    if (owned_) {
      ::close(descriptor_);
    }
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  Result<std::size_t> read(std::span<std::uint8_t> into) override {
    if (failure_ != 0) {
      return system_error(path_, failure_);
    }
    while (true) {
      const ssize_t count = ::read(descriptor_, into.data(), into.size());
      if (count >= 0) {
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR) {
        failure_ = errno;
        return system_error(path_, failure_);
      }
    }
  }

 private:
  std::string path_;
  int descriptor_;
  bool owned_;
  int failure_ = 0;
};

}  // namespace

Result<OpenedFile> open_file(const std::string& path) {
  const bool standard_input = path == "-";
  const int descriptor = standard_input
                             ? STDIN_FILENO
                             : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    return system_error(path, errno);
  }
  OpenedFile file;
  file.source = std::make_unique<FileSource>(path, descriptor, !standard_input);
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) {
    return system_error(path, errno);
  }
  if (S_ISDIR(status.st_mode)) {
    return Error{ErrorCode::unsupported, 0, path + ": is a directory, not a capture"};
  }
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    file.bytes = static_cast<std::uint64_t>(status.st_size);
  }
  return file;
}

}  // namespace capaudit
