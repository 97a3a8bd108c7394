// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ingest/intake.h"

#include <filesystem>
#include <utility>

#include "analyzer/ingest/compression.h"
#include "analyzer/ingest/zip_archive.h"

namespace capaudit {
namespace {

constexpr std::size_t kMagicBytes = 8;

}  // namespace

Intake::Intake(const std::string& path, OpenedFile file, const OpenOptions& options)
    : options_(options),
      filter_(options.filter),
      stored_(std::move(file.source)),
      stored_window_(stored_),
      beside_(attachments_beside(path)),
      attachments_(beside_.get()),
      content_(&stored_window_) {
  info_.path = path;
  info_.name = std::filesystem::path(path).filename().string();
  info_.file_bytes = file.bytes;
  const Bytes magic = stored_window_.peek(kMagicBytes);
  const Compression* compression = find_compression(magic);
  if (is_zip(magic)) {
    info_.compression = "zip";
    auto archive = std::make_unique<ZipArchive>(stored_window_, file.bytes);
    attachments_ = archive.get();
    decompressed_ = std::move(archive);
    decompressed_window_ = std::make_unique<Window>(*decompressed_);
    content_ = decompressed_window_.get();
  } else if (compression != nullptr) {
    info_.compression = compression->name;
    decompressed_ = decompress(*compression, stored_window_);
    decompressed_window_ = std::make_unique<Window>(*decompressed_);
    content_ = decompressed_window_.get();
  }
}

void Intake::read_as_utf8(ByteOrder order) {
  utf8_ = utf16_source(*content_, order);
  utf8_window_ = std::make_unique<Window>(*utf8_);
  content_ = utf8_window_.get();
}

bool Intake::accept(const Packet& packet) {
  if (!filter_.matches(packet)) {
    ++info_.filtered_out;
    return false;
  }
  ++info_.packets;
  ++info_.interfaces[packet.interface].packets;
  info_.captured_bytes += packet.data.size();
  info_.wire_bytes += packet.wire_bytes;
  return true;
}

void Intake::find(Finding finding) {
  if (!findings_.told(finding.code)) {
    findings_.add(std::move(finding));
  }
}

void Intake::warn(std::string_view code, std::string text, std::string remedy,
                  std::optional<std::uint64_t> offset,
                  std::optional<std::uint64_t> frame) {
  Finding finding;
  finding.code = code;
  finding.severity = Severity::warning;
  finding.text = std::move(text);
  finding.remedy = std::move(remedy);
  finding.file_offset = offset;
  finding.frame = frame;
  find(std::move(finding));
}

void Intake::damage(std::string_view code, std::uint64_t offset, std::string text,
                    std::string remedy) {
  info_.damaged = true;
  Finding finding;
  finding.code = code;
  finding.severity = Severity::damage;
  finding.text = std::move(text);
  finding.remedy = std::move(remedy);
  finding.file_offset = offset;
  if (info_.packets + info_.filtered_out > 0) {
    finding.frame = info_.packets + info_.filtered_out;
  }
  find(std::move(finding));
}

void Intake::cut(std::uint64_t offset, const std::string& what) {
  if (content_->failure()) {
    source_failure();
    return;
  }
  const std::uint64_t end = content_->offset() + content_->available().size();
  damage("truncated_file", offset,
         "the file ends after " + std::to_string(end - offset) + " bytes of a " + what +
             " at offset " + std::to_string(offset),
         "the writer was killed or the disk was full: everything before is read; stop "
         "the capture with SIGINT and let it finish");
}

void Intake::source_failure() {
  const std::optional<Error>& failure = content_->failure();
  if (!failure || failure_told_) {
    return;
  }
  failure_told_ = true;
  if (failure->code == ErrorCode::io) {
    damage("read_error", failure->offset, failure->what, "read the file from elsewhere");
    return;
  }
  damage(
      "damaged_compression", failure->offset,
      failure->what + " after " + std::to_string(failure->offset) + " decompressed bytes",
      "get the file again from where it was made: everything before is read");
}

void Intake::finish() {
  if (finished_) {
    return;
  }
  finished_ = true;
  source_failure();
  info_.content_bytes = content_->offset() + content_->available().size();
  stored_.drain();
  info_.file_bytes = stored_.bytes_read();
  if (content_ == &stored_window_) {
    info_.content_bytes = info_.file_bytes;
  }
  info_.sha256 = stored_.sha256();
  if (filter_.inapplicable()) {
    warn("filter_not_applicable",
         "the filter has no meaning for link type " +
             std::to_string(*filter_.inapplicable()) + ": its packets are left out",
         "leave the filter out or choose one that suits the link type", std::nullopt,
         std::nullopt);
  }
  info_.findings = findings_.all();
}

}  // namespace capaudit
