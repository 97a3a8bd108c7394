// SPDX-License-Identifier: Apache-2.0
#include "reports/show.h"

#include <algorithm>
#include <string>

#include "decoders/formats/decode.h"
#include "reports/numbers.h"
#include "reports/text.h"
#include "reports/tree_json.h"
#include "reports/tree_text.h"
#include "reports/tree_xml.h"

namespace capaudit {
namespace {

/// Three columns: what, of the request, of the response.
class Writer {
 public:
  Writer(const Terminal& terminal, Output& out) : color_(terminal.color), out_(out) {}

  void heading(const std::string& text) {
    out_.write(color_ ? "\x1b[1m" : "");
    out_.write(text);
    out_.write(color_ ? "\x1b[0m\n" : "\n");
  }
  void row(std::string_view name, const std::string& request,
           const std::string& response) {
    std::string line = "  " + std::string(name);
    pad(line, 20);
    line += visible(request);
    pad(line, 46);
    out_.write(line + visible(response) + "\n");
  }
  void line(std::string_view name, const std::string& value) {
    std::string line = "  " + std::string(name);
    pad(line, 20);
    out_.write(line + visible(value) + "\n");
  }
  void space() { out_.put('\n'); }

 private:
  static void pad(std::string& line, std::size_t width) {
    const std::size_t used = display_width(line);
    line.append(used < width ? width - used : 1, ' ');
  }
  bool color_;
  Output& out_;
};

std::string bytes_of(const std::optional<std::uint64_t>& bytes) {
  return bytes ? full_bytes(*bytes) : std::string(kUnknown);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ", ") + text;
  }
  return out.empty() ? "none" : out;
}

std::string rows_of(const Facts& facts) {
  return facts.rows ? grouped(*facts.rows) + " × " + grouped(facts.columns) : "none";
}

template <class Get>
void row(Writer& writer, std::string_view name, const Exchange& exchange, Get get) {
  writer.row(name, exchange.request ? get(*exchange.request) : "-",
             exchange.response ? get(*exchange.response) : "-");
}

void write_sizes(const Exchange& exchange, const Redactor& redactor, Writer& writer) {
  writer.row("", "request", "response");
  row(writer, "head", exchange, [](const Half& h) { return bytes_of(h.head_bytes); });
  row(writer, "framing", exchange,
      [](const Half& h) { return bytes_of(h.framing_bytes); });
  row(writer, "body, encoded", exchange,
      [](const Half& h) { return bytes_of(h.encoded_bytes); });
  row(writer, "body, decoded", exchange,
      [](const Half& h) { return bytes_of(h.facts.content_bytes); });
  row(writer, "missing", exchange,
      [](const Half& h) { return full_bytes(h.missing_bytes); });
  row(writer, "codings", exchange, [](const Half& h) { return joined(h.codings); });
  row(writer, "Content-Type", exchange, [&redactor](const Half& h) {
    return h.content_type ? cut_end(visible(redactor.text(*h.content_type)), 200)
                          : std::string("none");
  });
  row(writer, "format", exchange, [](const Half& h) {
    return std::string(h.facts.format ? to_string(*h.facts.format) : kUnknown);
  });
  row(writer, "messages", exchange,
      [](const Half& h) { return grouped(h.facts.messages); });
  row(writer, "names", exchange, [&redactor](const Half& h) {
    return cut_end(visible(redactor.text(joined(h.facts.names))), 400);
  });
  row(writer, "rows × columns", exchange, [](const Half& h) { return rows_of(h.facts); });
  row(writer, "frames", exchange, [](const Half& h) {
    return h.first_frame == 0 ? std::string(kUnknown)
                              : grouped(h.first_frame) + " to " + grouped(h.last_frame);
  });
}

void write_times(const Timings& time, const TimeZone& zone, Writer& writer) {
  writer.line("start", time.start_ns ? zone.time(*time.start_ns) : std::string(kUnknown));
  const auto ms = [&writer](std::string_view name, const std::optional<double>& value) {
    writer.line(name, value ? exact_ms(*value) + " ms" : std::string(kUnknown));
  };
  if (time.connect) {
    ms("connect", time.connect);
  }
  if (time.ssl) {
    ms("ssl", time.ssl);
  }
  ms("send", time.send);
  ms("wait", time.wait);
  ms("server", time.server);
  ms("receive", time.receive);
  ms("total", time.total);
  ms("round trip", time.rtt);
}

void write_head(std::string_view name, const std::optional<Half>& half,
                const Redactor& redactor, Writer& writer, Output& out) {
  if (!half || half->head.empty()) {
    return;
  }
  writer.space();
  writer.heading(std::string(name));
  const std::string head = redactor.head(half->head);
  for (std::string_view rest = head; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    line.remove_suffix(line.ends_with('\r') ? 1 : 0);
    out.write("  " + visible(line) + "\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

bool is_text(Bytes body) {
  std::string_view rest = as_text(body);
  while (!rest.empty()) {
    const CodePoint point = first_code_point(rest);
    const bool control = point.value < 0x20 && point.value != '\n' &&
                         point.value != '\r' && point.value != '\t';
    if (!point.valid || control) {
      return false;
    }
    rest.remove_prefix(point.size);
  }
  return true;
}

/// Line ends and tabs stay, everything else that steers is made visible.
void write_visible_lines(std::string_view text, Output& out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    std::string_view line = text.substr(0, end);
    const bool crlf = end < text.size() && text[end] == '\n' && line.ends_with('\r');
    line.remove_suffix(crlf ? 1 : 0);
    out.write(visible(line));
    if (end < text.size()) {
      out.put(text[end]);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out.put('\n');
}

void write_dump(Bytes body, Output& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (std::size_t at = 0; at < body.size(); at += 16) {
    std::string line;
    for (int shift = 28; shift >= 0; shift -= 4) {
      line += kDigits[at >> static_cast<unsigned>(shift) & 0xf];
    }
    line += "  ";
    std::string text;
    for (std::size_t i = 0; i < 16; ++i) {
      if (at + i >= body.size()) {
        line += i == 7 ? "    " : "   ";
        continue;
      }
      const std::uint8_t byte = body[at + i];
      line += kDigits[byte >> 4];
      line += kDigits[byte & 0xf];
      line += i == 7 ? "  " : " ";
      text += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
    }
    out.write(line + " |" + text + "|\n");
  }
}

Hints hints_of(const BodyInput& input) {
  Hints hints;
  hints.content_type = input.content_type;
  hints.soap_action = input.soap_action;
  hints.target = input.target;
  hints.is_request = input.is_request;
  hints.complete = input.complete;
  return hints;
}

}  // namespace

void write_exchange_text(const Analysis& analysis, const Exchange& exchange,
                         const Redactor& redactor, const TimeZone& zone,
                         const Terminal& terminal, Output& out) {
  Writer writer(terminal, out);
  std::string title = visible(exchange_id(analysis, exchange)) + "  ";
  title += exchange.method.empty() ? "(no request)" : visible(exchange.method);
  title += " " + (exchange.url.empty() ? std::string("(no URL)")
                                       : visible(redactor.url(exchange.url)));
  writer.heading(title);
  std::string answer = exchange.status ? std::to_string(*exchange.status) : "no response";
  answer += exchange.reason.empty() ? "" : " " + redactor.text(exchange.reason);
  writer.line("answer", answer);
  writer.line("state", std::string(to_string(exchange.state)));
  writer.line("protocol", exchange.protocol);
  if (exchange.connection) {
    writer.line("connection", std::to_string(*exchange.connection) + ", " +
                                  exchange.client + " to " + exchange.server);
  }
  if (exchange.wire.packets != 0) {
    writer.line("wire", grouped(exchange.wire.packets) + " packets, " +
                            full_bytes(exchange.wire.frame_bytes) + ", " +
                            full_bytes(exchange.wire.retransmitted_bytes) +
                            " retransmitted");
  }
  std::vector<std::string> findings(exchange.findings.begin(), exchange.findings.end());
  writer.line("findings", joined(findings));
  writer.space();
  write_sizes(exchange, redactor, writer);
  writer.space();
  write_times(exchange.time, zone, writer);
  write_head("Request head", exchange.request, redactor, writer, out);
  write_head("Response head", exchange.response, redactor, writer, out);
}

void write_body(Bytes body, bool for_terminal, Output& out) {
  if (!for_terminal) {
    out.write(as_text(body));
  } else if (is_text(body)) {
    write_visible_lines(as_text(body), out);
  } else {
    write_dump(body, out);
  }
}

void write_body_tree(Bytes content, const BodyInput& input, const Redactor& redactor,
                     Output& out) {
  const Decoded decoded = decode(content, hints_of(input), Limits());
  if (!decoded.tree.empty()) {
    write_tree(decoded.tree, redactor, out);
  } else if (is_text(content)) {
    write_visible_lines(redactor.text(as_text(content)), out);
  } else {
    write_dump(content, out);
  }
}

void write_body_json(Bytes content, const BodyInput& input, const Redactor& redactor,
                     Output& out) {
  write_tree_json(decode(content, hints_of(input), Limits()), content, redactor, out);
}

bool write_body_xml(Bytes content, const BodyInput& input, const Redactor& redactor,
                    Output& out) {
  const Decoded decoded = decode(content, hints_of(input), Limits());
  const NodeId document = xml_document(decoded);
  if (document == kNoNode) {
    return false;
  }
  write_tree_xml(decoded.tree, document, redactor, out);
  return true;
}

}  // namespace capaudit
