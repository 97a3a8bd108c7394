// SPDX-License-Identifier: Apache-2.0
// The table of containers. Another one is one file and one line here.
#include <optional>
#include <string>
#include <utility>

#include "analyzer/ingest/intake.h"
#include "analyzer/ingest/packet_source.h"
#include "analyzer/ingest/sniff.h"

namespace capaudit {
namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;

Result<std::unique_ptr<PacketSource>> refuse_har(std::unique_ptr<Intake> intake) {
  return Error{ErrorCode::unsupported, 0,
               intake->info().path + ": a HAR file holds no packets"};
}

constexpr Container kContainers[] = {
    {"pcap", is_pcap, open_pcap},
    {"pcapng", is_pcapng, open_pcapng},
    {"HAR", is_har, refuse_har},
};

}  // namespace

Result<std::unique_ptr<Intake>> open_intake(const std::string& path, OpenedFile file,
                                            const OpenOptions& options) {
  if (std::optional<Error> wrong = check_filter(options.filter)) {
    return *std::move(wrong);
  }
  auto intake = std::make_unique<Intake>(path, std::move(file), options);
  if (intake->content().peek(1).empty()) {
    if (const std::optional<Error>& failure = intake->content().failure()) {
      return Error{
          failure->code, failure->offset,
          failure->code == ErrorCode::io ? failure->what : path + ": " + failure->what};
    }
    return Error{ErrorCode::unsupported, 0, path + ": not a capture, the file is empty"};
  }
  return intake;
}

Result<std::unique_ptr<Intake>> open_intake(const std::string& path,
                                            const OpenOptions& options) {
  Result<OpenedFile> file = open_file(path);
  if (!file.ok()) {
    return file.error();
  }
  return open_intake(path, *std::move(file), options);
}

bool holds_har(Intake& intake) {
  const Bytes head = intake.content().peek(kHeadBytes);
  if (is_pcap(head) || is_pcapng(head)) {
    return false;
  }
  const std::optional<ByteOrder> order = utf16_order(head);
  if (order && is_har(as_bytes(utf8_of_utf16(head, *order)))) {
    intake.read_as_utf8(*order);
    return true;
  }
  return is_har(head);
}

Result<std::unique_ptr<PacketSource>> open_packets(std::unique_ptr<Intake> intake) {
  const Bytes head = intake->content().peek(kHeadBytes);
  for (const Container& container : kContainers) {
    if (container.is(head)) {
      return container.open(std::move(intake));
    }
  }
  return Error{ErrorCode::unsupported, 0,
               intake->info().path + ": not a capture but " + describe_content(head)};
}

Result<std::unique_ptr<PacketSource>> open_source(const std::string& path,
                                                  OpenedFile file,
                                                  const OpenOptions& options) {
  Result<std::unique_ptr<Intake>> intake = open_intake(path, std::move(file), options);
  if (!intake) {
    return intake.error();
  }
  return open_packets(*std::move(intake));
}

Result<std::unique_ptr<PacketSource>> open_capture(const std::string& path,
                                                   const OpenOptions& options) {
  Result<OpenedFile> file = open_file(path);
  if (!file.ok()) {
    return file.error();
  }
  return open_source(path, *std::move(file), options);
}

}  // namespace capaudit
