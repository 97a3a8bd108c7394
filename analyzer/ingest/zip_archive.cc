// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/zip_archive.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <zip.h>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kLocalHeader = "PK\3\4"sv;
constexpr std::string_view kCentralHeader = "PK\1\2"sv;
constexpr std::string_view kEndRecord = "PK\5\6"sv;
constexpr std::string_view kZip64Locator = "PK\6\7"sv;
constexpr std::size_t kZip64LocatorBytes = 20;
constexpr std::size_t kLongestEnd = 22 + 65535;  // with the archive's comment
// libzip sets up its table by the number that the archive declares: it may be no larger
// than the headers that are there, nor than a session has bodies.
constexpr std::size_t kMaxMembers = 65535;
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Member = std::unique_ptr<zip_file_t, CloseMember>;

std::size_t count_of(std::string_view text, std::string_view what, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos && count <= most;
       at = text.find(what, at + what.size())) {
    ++count;
  }
  return count;
}

bool has_zip64_end(std::string_view text) {
  const std::size_t reach = kLongestEnd + kZip64LocatorBytes;
  const std::string_view tail = text.substr(text.size() - std::min(text.size(), reach));
  for (std::size_t at = tail.find(kEndRecord); at != std::string_view::npos;
       at = tail.find(kEndRecord, at + 1)) {
    if (at >= kZip64LocatorBytes &&
        tail.substr(at - kZip64LocatorBytes).starts_with(kZip64Locator)) {
      return true;
    }
  }
  return false;
}

Error malformed(std::string_view what, std::string_view why) {
  return {ErrorCode::malformed, 0, std::string(what) + ": " + std::string(why)};
}

}  // namespace

struct ZipArchive::State {
  Window& stored;
  std::uint64_t expected_bytes;
  Buffer bytes;
  std::unique_ptr<zip_t, CloseArchive> archive;
  Member har;
  bool opened = false;
  std::uint64_t har_bytes = 0;
  std::optional<Error> failure;

  std::optional<Error> load() {
    bytes.reserve(static_cast<std::size_t>(std::min(expected_bytes, kMaxZipBytes)));
    for (Bytes some = stored.available(); !some.empty(); some = stored.available()) {
      if (bytes.size() + some.size() > kMaxZipBytes) {
        return Error{ErrorCode::limit, 0,
                     "a zip archive of more than " + std::to_string(kMaxZipBytes) +
                         " bytes: unpack it first"};
      }
      bytes.insert(bytes.end(), some.begin(), some.end());
      stored.skip(some.size());
    }
    return stored.failure();
  }

  std::optional<Error> open() {
    if (std::optional<Error> unread = load()) {
      return unread;
    }
    const std::string_view text = as_text(bytes);
    if (has_zip64_end(text) ||
        count_of(text, kCentralHeader, kMaxMembers) > kMaxMembers) {
      return Error{ErrorCode::limit, 0,
                   "a zip archive of more than " + std::to_string(kMaxMembers) +
                       " members or in the zip64 format: unpack it first"};
    }
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t* const source =
        zip_source_buffer_create(bytes.data(), bytes.size(), 0, &why);
    if (source != nullptr) {
      archive.reset(zip_open_from_source(source, ZIP_RDONLY, &why));
      if (archive == nullptr) {
        zip_source_free(source);
      }
    }
    std::optional<Error> error;
    if (archive == nullptr) {
      error = malformed("the zip archive is damaged", zip_error_strerror(&why));
    }
    zip_error_fini(&why);
    return error ? error : find_har();
  }

  std::optional<Error> find_har() {
    const zip_int64_t members = zip_get_num_entries(archive.get(), 0);
    std::optional<zip_uint64_t> found;
    for (zip_int64_t i = 0; i < members; ++i) {
      const auto index = static_cast<zip_uint64_t>(i);
      const char* const name = zip_get_name(archive.get(), index, 0);
      if (name == nullptr || !to_lower(name).ends_with(".har")) {
        continue;
      }
      if (found) {
        return Error{ErrorCode::unsupported, 0,
                     "a zip archive with several HAR files: unpack it first"};
      }
      found = index;
    }
    if (!found) {
      return Error{ErrorCode::unsupported, 0,
                   "a zip archive without a HAR in it: unpack it first"};
    }
    har.reset(zip_fopen_index(archive.get(), *found, 0));
    if (har == nullptr) {
      return malformed("the HAR in the zip archive", zip_strerror(archive.get()));
    }
    return std::nullopt;
  }
};

bool is_zip(Bytes head) {
  return as_text(head).starts_with(kLocalHeader);
}

ZipArchive::ZipArchive(Window& stored, std::uint64_t expected_bytes)
    : state_(new State{stored, expected_bytes, {}, {}, {}, false, 0, {}}) {}
ZipArchive::~ZipArchive() = default;

Result<std::size_t> ZipArchive::read(std::span<std::uint8_t> into) {
  State& state = *state_;
  if (!state.opened) {
    state.opened = true;
    state.failure = state.open();
  }
  if (state.failure) {
    return *state.failure;
  }
  const zip_int64_t count = zip_fread(state.har.get(), into.data(), into.size());
  if (count < 0) {
    state.failure = malformed("the HAR in the zip archive is damaged",
                              zip_file_strerror(state.har.get()));
    state.failure->offset = state.har_bytes;
    return *state.failure;
  }
  state.har_bytes += static_cast<std::uint64_t>(count);
  return static_cast<std::size_t>(count);
}

Result<Buffer> ZipArchive::read(const std::string& name, std::uint64_t most) {
  if (!is_plain_file_name(name)) {
    return Error{ErrorCode::unsupported, 0, "it is no plain file name"};
  }
  const Member member(state_->archive == nullptr
                          ? nullptr
                          : zip_fopen(state_->archive.get(), name.c_str(), 0));
  if (member == nullptr) {
    const bool absent = state_->archive == nullptr ||
                        zip_name_locate(state_->archive.get(), name.c_str(), 0) < 0;
    return absent
               ? Error{ErrorCode::io, 0, "it is not in the zip archive"}
               : malformed("it cannot be unpacked", zip_strerror(state_->archive.get()));
  }
  Buffer bytes;
  while (true) {
    const std::size_t had = bytes.size();
    bytes.resize(had + kBlockBytes);
    const zip_int64_t count = zip_fread(member.get(), bytes.data() + had, kBlockBytes);
    if (count < 0) {
      Error error = malformed("it is damaged", zip_file_strerror(member.get()));
      error.offset = had;
      return error;
    }
    bytes.resize(had + static_cast<std::size_t>(count));
    if (bytes.size() > most) {
      return Error{ErrorCode::limit, had, "more than " + std::to_string(most) + " bytes"};
    }
    if (count == 0) {
      return bytes;
    }
  }
}

}  // namespace capaudit
