// SPDX-License-Identifier: Apache-2.0
#include "reports/capture_record.h"

#include <algorithm>
#include <array>
#include <string>

#include "reports/connection_ledgers.h"
#include "reports/har_text.h"
#include "reports/record.h"
#include "reports/times.h"

namespace capaudit {
namespace {

struct LinkType {
  std::uint32_t value;
  std::string_view name;
};

// https://www.tcpdump.org/linktypes.html, those that carry IP in practice.
constexpr std::array<LinkType, 22> kLinkTypes = {{
    {0, "BSD loopback"},
    {1, "Ethernet"},
    {6, "IEEE 802.5"},
    {7, "ARCNET"},
    {8, "SLIP"},
    {9, "PPP"},
    {10, "FDDI"},
    {50, "PPP with HDLC framing"},
    {51, "PPPoE"},
    {100, "ATM RFC 1483"},
    {101, "raw IP"},
    {104, "Cisco HDLC"},
    {105, "IEEE 802.11"},
    {107, "Frame Relay"},
    {108, "OpenBSD loopback"},
    {113, "Linux cooked"},
    {119, "IEEE 802.11 with Prism header"},
    {127, "IEEE 802.11 with radiotap"},
    {192, "PPI"},
    {228, "raw IPv4"},
    {229, "raw IPv6"},
    {276, "Linux cooked v2"},
}};

void write_time(const std::optional<std::int64_t>& ns, std::string_view key,
                JsonWriter& json) {
  json.key(key);
  json.known_text(ns ? utc_time(*ns) : std::string());
}

void write_interface(const CaptureInterface& interface, JsonWriter& json) {
  json.begin_object();
  json.key("link_type");
  json.number(std::uint64_t{interface.link_type});
  json.key("link_type_name");
  json.text(link_type_name(interface.link_type));
  json.key("snaplen");
  json.number(std::uint64_t{interface.snaplen});
  json.key("name");
  json.known_text(interface.name);
  json.key("filter");
  json.known_text(interface.filter);
  json.key("ticks_per_second");
  json.number(interface.ticks_per_second);
  json.key("packets");
  json.number(interface.packets);
  json.key("received");
  json.known_number(interface.received);
  json.key("dropped");
  json.known_number(interface.dropped);
  json.key("os_dropped");
  json.known_number(interface.os_dropped);
  json.end_object();
}

void write_layers(const LayerCounts& layers, JsonWriter& json) {
  const auto count = [&json](std::string_view key, std::uint64_t value) {
    json.key(key);
    json.number(value);
  };
  json.begin_object();
  count("frames", layers.frames);
  count("tcp", layers.tcp);
  count("udp", layers.udp);
  count("other_transport", layers.other_transport);
  count("arp", layers.arp);
  count("other_network", layers.other_network);
  count("fragments", layers.fragments);
  count("unsupported", layers.unsupported);
  count("malformed", layers.malformed);
  count("snaplen_cut", layers.snaplen_cut);
  count("length_estimated", layers.length_estimated);
  count("checksum_wrong", layers.checksum_wrong);
  count("tunnelled", layers.tunnelled);
  json.end_object();
}

// A HAR has no packets: their counts are unknown, not 0.
void write_source(const Capture& capture, JsonWriter& json) {
  const SourceInfo& source = capture.source;
  const auto of_packets = [&](std::uint64_t count) {
    json.known_number(capture.har ? std::nullopt : std::optional(count));
  };
  json.key("capture");
  json.text(source.name);
  json.key("path");
  json.text(source.path);
  json.key("container");
  json.text(source.container);
  json.key("compression");
  json.known_text(source.compression);
  json.key("file_bytes");
  json.number(source.file_bytes);
  json.key("content_bytes");
  json.number(source.content_bytes);
  json.key("sha256");
  json.known_text(source.sha256);
  json.key("attached_files");
  json.number(source.attached_files);
  json.key("attached_bytes");
  json.number(source.attached_bytes);
  json.key("attached_sha256");
  json.known_text(source.attached_sha256);
  json.key("damaged");
  json.boolean(source.damaged);
  json.key("hardware");
  json.known_text(source.hardware);
  json.key("os");
  json.known_text(source.os);
  json.key("application");
  json.known_text(source.application);
  json.key("interfaces");
  json.begin_array();
  for (const CaptureInterface& interface : source.interfaces) {
    write_interface(interface, json);
  }
  json.end_array();
  json.key("packets");
  of_packets(source.packets);
  json.key("captured_bytes");
  of_packets(source.captured_bytes);
  json.key("wire_bytes");
  of_packets(source.wire_bytes);
}

}  // namespace

std::string link_type_name(std::uint32_t link_type) {
  const auto* const it =
      std::find_if(kLinkTypes.begin(), kLinkTypes.end(),
                   [link_type](const LinkType& t) { return t.value == link_type; });
  return it != kLinkTypes.end() ? std::string(it->name)
                                : "link type " + std::to_string(link_type);
}

void write_capture(const Capture& capture, LedgerDetail detail, JsonWriter& json) {
  json.begin_object();
  write_source(capture, json);
  write_time(capture.first_ns, "first", json);
  write_time(capture.last_ns, "last", json);
  if (capture.har) {
    for (const std::string_view key : {"layers", "connections", "ledger"}) {
      json.key(key);
      json.null();
    }
    json.key("har");
    write_har_record(*capture.har, json);
    json.end_object();
    return;
  }
  json.key("layers");
  write_layers(capture.layers, json);
  json.key("connections");
  json.number(std::uint64_t{capture.connections.size()});
  json.key("ledger");
  write_ledger(capture.ledger, json);
  if (detail == LedgerDetail::connections) {
    json.key("connection_ledgers");
    write_connection_ledgers(capture, json);
  }
  json.key("har");
  json.null();
  json.end_object();
}

}  // namespace capaudit
