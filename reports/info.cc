// SPDX-License-Identifier: Apache-2.0
#include "reports/info.h"

#include <array>
#include <string>

#include "reports/connection_ledgers.h"
#include "reports/har_text.h"
#include "reports/json_writer.h"
#include "reports/ledger_text.h"
#include "reports/numbers.h"
#include "reports/operation_record.h"
#include "reports/record.h"
#include "reports/text.h"

namespace capaudit {
namespace {

using States = std::array<std::uint64_t, 7>;

States states_of(const Analysis& analysis, std::size_t capture) {
  States states{};
  for (const Exchange& exchange : analysis.exchanges) {
    if (exchange.capture == capture) {
      ++states[static_cast<std::size_t>(exchange.state)];
    }
  }
  return states;
}

/// "a, b, c" of the parts that are not 0.
class Parts {
 public:
  void add(std::uint64_t count, std::string_view what) {
    if (count != 0) {
      text_ += (text_.empty() ? "" : ", ") + grouped(count) + " " + std::string(what);
    }
  }
  std::string text() const { return text_.empty() ? "none" : text_; }

 private:
  std::string text_;
};

/// Lines of a name and a value.
class Writer {
 public:
  Writer(const Terminal& terminal, Output& out) : color_(terminal.color), out_(out) {}

  void heading(const std::string& text, std::string_view color = "\x1b[1m") {
    out_.write(color_ ? color : std::string_view());
    out_.write(text);
    out_.write(color_ ? "\x1b[0m\n" : "\n");
  }
  void line(std::string_view name, const std::string& value) {
    std::string text = "  " + std::string(name);
    text.append(text.size() < 17 ? 17 - text.size() : 1, ' ');
    out_.write(text + visible(value) + "\n");
  }
  void plain(const std::string& text) { out_.write(text + "\n"); }

 private:
  bool color_;
  Output& out_;
};

void write_interfaces(const SourceInfo& source, Writer& writer) {
  constexpr std::size_t kMost = 16;
  for (std::size_t i = 0; i < source.interfaces.size(); ++i) {
    const CaptureInterface& interface = source.interfaces[i];
    if (i == kMost) {
      writer.line("", "and " + grouped(source.interfaces.size() - kMost) + " more");
      break;
    }
    std::string text = link_type_name(interface.link_type);
    text += interface.name.empty() ? "" : ", " + cut_end(interface.name, 80);
    text += interface.snaplen == 0
                ? ""
                : ", at most " + counted(interface.snaplen, "byte") + " of a packet";
    if (interface.ticks_per_second > 0) {
      text += ", clock ticks " +
              tick_text(1000.0 / static_cast<double>(interface.ticks_per_second), "ms");
    }
    text += ", " + counted(interface.packets, "packet");
    if (interface.dropped || interface.os_dropped) {
      text += ", " +
              grouped(interface.dropped.value_or(0) + interface.os_dropped.value_or(0)) +
              " dropped";
    } else {
      text += ", drops not recorded";
    }
    text += interface.filter.empty() ? "" : ", filter: " + cut_end(interface.filter, 200);
    writer.line(i == 0 ? "interfaces" : "", text);
  }
}

void write_source(const Capture& capture, Writer& writer) {
  const SourceInfo& source = capture.source;
  writer.line("container", source.container + (source.compression.empty()
                                                   ? std::string()
                                                   : ", in " + source.compression));
  writer.line("size", full_bytes(source.file_bytes) +
                          (source.compression.empty()
                               ? std::string()
                               : ", decompressed " + full_bytes(source.content_bytes)));
  writer.line("sha256", source.sha256.empty() ? std::string(kUnknown) : source.sha256);
  if (source.attached_files > 0) {
    writer.line("attached", counted(source.attached_files, "file") + ", " +
                                full_bytes(source.attached_bytes) +
                                (source.attached_sha256.empty()
                                     ? std::string(" in the zip")
                                     : ", sha256 of their sha256sum lines " +
                                           source.attached_sha256));
  }
  if (capture.har) {
    writer.line("written by", cut_end(har_writer(*capture.har), 200));
    writer.line("packets", "none: a HAR tells of messages only");
    return;
  }
  std::string origin;
  for (const std::string& part : {source.application, source.os, source.hardware}) {
    if (!part.empty()) {
      origin += (origin.empty() ? "" : "; ") + cut_end(part, 200);
    }
  }
  if (!origin.empty()) {
    writer.line("recorded with", origin);
  }
  write_interfaces(source, writer);
  writer.line("packets", counted(source.packets, "packet") + ", " +
                             full_bytes(source.captured_bytes) + " captured of " +
                             full_bytes(source.wire_bytes) + " on the wire");
}

void write_times(const Capture& capture, const TimeZone& zone, Writer& writer) {
  if (!capture.first_ns || !capture.last_ns) {
    writer.line("time", std::string(kUnknown));
    return;
  }
  const bool har = capture.har.has_value();
  writer.line(har ? "first request" : "first packet", zone.time(*capture.first_ns));
  writer.line(har ? "last answer" : "last packet", zone.time(*capture.last_ns));
  writer.line("duration",
              short_ms(static_cast<double>(*capture.last_ns - *capture.first_ns) / 1e6));
}

void write_layers(const LayerCounts& layers, Writer& writer) {
  Parts kinds;
  kinds.add(layers.tcp, "TCP");
  kinds.add(layers.udp, "UDP");
  kinds.add(layers.other_transport, "other transports");
  kinds.add(layers.arp, "ARP");
  kinds.add(layers.other_network, "other network layers");
  kinds.add(layers.unsupported, "not known here");
  kinds.add(layers.malformed, "malformed");
  writer.line("frames", kinds.text());
  Parts marks;
  marks.add(layers.tunnelled, "in tunnels");
  marks.add(layers.fragments, "IP fragments");
  marks.add(layers.snaplen_cut, "cut by snaplen");
  marks.add(layers.length_estimated, "without IP length (offload)");
  marks.add(layers.checksum_wrong, "with a wrong checksum");
  if (marks.text() != "none") {
    writer.line("of them", marks.text());
  }
}

void write_connections(const Capture& capture, Writer& writer) {
  std::uint64_t handshakes = 0;
  std::uint64_t with_http = 0;
  std::uint64_t missing = 0;
  std::uint64_t retransmitted = 0;
  for (const Connection& connection : capture.connections) {
    handshakes += connection.handshake ? 1u : 0u;
    with_http += connection.exchanges != 0 ? 1u : 0u;
    missing += connection.missing_bytes;
    retransmitted += connection.retransmitted_bytes;
  }
  writer.line("connections", grouped(capture.connections.size()) + " TCP, " +
                                 grouped(with_http) + " with HTTP, " +
                                 grouped(handshakes) + " with handshake");
  writer.line("streams", full_bytes(missing) + " missing, " + full_bytes(retransmitted) +
                             " retransmitted");
}

void write_har_lines(const HarInfo& har, Writer& writer) {
  writer.line("read as", har.dialect.empty() ? std::string("the standard says")
                                             : std::string(har.dialect));
  writer.line("entries", har_entries(har));
  writer.line("requests", har_requests(har));
  std::string_view name = "sums";
  for (const HarCheck& check : har.checks) {
    if (const std::string text = har_check(check); !text.empty()) {
      writer.line(name, text);
      name = "";
    }
  }
}

void write_states(const Analysis& analysis, std::size_t index, Writer& writer) {
  const States states = states_of(analysis, index);
  Parts parts;
  for (std::size_t i = 0; i < states.size(); ++i) {
    parts.add(states[i], to_string(static_cast<State>(i)));
  }
  writer.line("exchanges", parts.text());
  writer.line("operations", kinds_text(analysis, index));
}

void write_ledger_text(const Ledger& ledger, Writer& writer) {
  writer.plain("  byte ledger");
  const auto line = [&writer](std::string_view name, const std::string& value,
                              std::string_view note) {
    std::string text = "    " + std::string(name);
    text.append(text.size() < 22 ? 22 - text.size() : 1, ' ');
    text.append(value.size() < 18 ? 18 - value.size() : 0, ' ');
    text += value;
    writer.plain(note.empty() ? text : text + "  " + std::string(note));
  };
  for (std::size_t i = 0; i < kFates; ++i) {
    const Fate fate = static_cast<Fate>(i);
    if (ledger.of(fate) != 0) {
      line(to_string(fate), grouped(ledger.of(fate)), describe(fate));
    }
  }
  line("sum", grouped(ledger.sum()), "");
  line("frames", grouped(ledger.wire_bytes), "their original lengths");
  line("residual", grouped(ledger.residual()),
       ledger.residual() == 0 ? "" : "a fault in capaudit: please report it");
}

void write_findings(const Analysis& analysis, std::size_t index, const Redactor& redactor,
                    Writer& writer) {
  bool any = false;
  for (const Finding& finding : analysis.findings) {
    if (finding.capture != index) {
      continue;
    }
    if (!any) {
      writer.plain("  findings");
    }
    any = true;
    std::string head = "    " + std::string(to_string(finding.severity)) + " " +
                       std::string(finding.code);
    head += finding.count > 1 ? " ×" + grouped(finding.count) : "";
    head +=
        finding.connection ? ", connection " + std::to_string(*finding.connection) : "";
    head += finding.frame ? ", frame " + std::to_string(*finding.frame) : "";
    writer.heading(head, finding.severity == Severity::damage    ? "\x1b[31m"
                         : finding.severity == Severity::warning ? "\x1b[33m"
                                                                 : "\x1b[1m");
    writer.plain("      " + visible(redactor.text(finding.text)));
    if (!finding.remedy.empty()) {
      writer.plain("      what to do: " + visible(finding.remedy));
    }
  }
  if (!any) {
    writer.line("findings", "none");
  }
}

}  // namespace

void write_info_text(const Analysis& analysis, const Redactor& redactor,
                     const TimeZone& zone, const Terminal& terminal, LedgerDetail detail,
                     Output& out) {
  Writer writer(terminal, out);
  for (std::size_t i = 0; i < analysis.captures.size(); ++i) {
    const Capture& capture = analysis.captures[i];
    out.write(i == 0 ? "" : "\n");
    writer.heading(visible(capture.source.name));
    write_source(capture, writer);
    write_times(capture, zone, writer);
    if (capture.har) {
      write_har_lines(*capture.har, writer);
    } else {
      write_layers(capture.layers, writer);
      write_connections(capture, writer);
    }
    write_states(analysis, i, writer);
    if (!capture.har) {
      write_ledger_text(capture.ledger, writer);
    }
    if (!capture.har && detail == LedgerDetail::connections) {
      write_connection_ledgers_text(capture, out);
    }
    write_findings(analysis, i, redactor, writer);
  }
}

void write_info_json(const Analysis& analysis, const Redactor& redactor,
                     LedgerDetail detail, Output& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("captures");
  json.begin_array();
  for (const Capture& capture : analysis.captures) {
    write_capture(capture, detail, json);
  }
  json.end_array();
  States states{};
  for (const Exchange& exchange : analysis.exchanges) {
    ++states[static_cast<std::size_t>(exchange.state)];
  }
  json.key("exchanges");
  json.number(std::uint64_t{analysis.exchanges.size()});
  json.key("states");
  json.begin_object();
  for (std::size_t i = 0; i < states.size(); ++i) {
    json.key(to_string(static_cast<State>(i)));
    json.number(states[i]);
  }
  json.end_object();
  write_operations(analysis, redactor, json);
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : analysis.findings) {
    write_finding(analysis, finding, redactor, json);
  }
  json.end_array();
  json.end_object();
  json.new_line();
}

}  // namespace capaudit
