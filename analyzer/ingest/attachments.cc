// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/attachments.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace capaudit {
namespace {

constexpr std::size_t kLongestName = 255;

Error system_error(int number) {
  return {ErrorCode::io, 0, std::generic_category().message(number)};
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Result<Buffer> read_all(const Descriptor& file, std::uint64_t expected) {
  Buffer bytes(static_cast<std::size_t>(expected));
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t count = ::read(file.number(), bytes.data() + have, bytes.size() - have);
    if (count < 0 && errno != EINTR) {
      return system_error(errno);
    }
    if (count == 0) {
      break;  // cut short meanwhile
    }
    have += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  bytes.resize(have);
  return bytes;
}

class FilesBeside final : public Attachments {
 public:
  explicit FilesBeside(const std::string& path)
      : folder_(std::filesystem::path(path).parent_path()), there_are_(path != "-") {}

  Result<Buffer> read(const std::string& name, std::uint64_t most) override {
    if (!is_plain_file_name(name)) {
      return Error{ErrorCode::unsupported, 0, "it is no plain file name"};
    }
    if (!there_are_) {
      return Error{ErrorCode::io, 0, "standard input has no folder"};
    }
    const Descriptor file(::open((folder_ / name).c_str(), O_RDONLY | O_CLOEXEC |
                                                               O_NOCTTY | O_NOFOLLOW |
                                                               O_NONBLOCK));
    if (file.number() < 0) {
      return system_error(errno);
    }
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) {
      return system_error(errno);
    }
    if (!S_ISREG(status.st_mode)) {
      return Error{ErrorCode::unsupported, 0, "it is no file"};
    }
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    if (bytes > most) {
      return Error{ErrorCode::limit, 0, std::to_string(bytes) + " bytes"};
    }
    return read_all(file, bytes);
  }

  bool hashed_with_input() const override { return false; }

 private:
  std::filesystem::path folder_;
  bool there_are_;
};

}  // namespace

bool is_plain_file_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(), [](char c) {
           return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' ';
         });
}

std::unique_ptr<Attachments> attachments_beside(const std::string& path) {
  return std::make_unique<FilesBeside>(path);
}

}  // namespace capaudit
