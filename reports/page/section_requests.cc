// SPDX-License-Identifier: Apache-2.0
// The requests table: one row per exchange, unfolding into everything known about it.
#include <algorithm>

#include "analyzer/select.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostHeadBytes = 4096;
constexpr std::size_t kMostNames = 4;
/// Of all rows, and of all that unfolds from them: a page stays below 5 MB, and hostile
/// captures do not blow it up.
constexpr std::size_t kMostRowBytes = std::size_t{1400} << 10;
constexpr std::size_t kMostDetailBytes = std::size_t{1400} << 10;
/// Tags and the like around a cell or a fact.
constexpr std::size_t kMarkup = 26;

using FactList = std::vector<std::pair<std::string, std::string>>;

/// "head 425"; the unit stands once, at the end.
std::string part(std::string_view name, const std::optional<std::uint64_t>& bytes) {
  return std::string(name) + " " + (bytes ? grouped(*bytes) : std::string(kUnknown));
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string out;
  for (const std::string& text : texts) {
    out += out.empty() ? std::string_view() : separator;
    out += text;
  }
  return out;
}

void add_rows(const Facts& facts, FactList& out) {
  if (facts.messages && *facts.messages > 1) {
    out.emplace_back("messages", grouped(*facts.messages));
  }
  if (facts.rows) {
    out.emplace_back("rows × columns",
                     grouped(*facts.rows) + " × " + grouped(facts.columns));
  }
  if (!facts.digest.empty()) {
    out.emplace_back("digest of the rows", facts.digest);
  }
}

Detail half_detail(std::string title, const std::optional<Half>& side,
                   const Redactor& redactor) {
  Detail detail;
  detail.title = std::move(title);
  if (!side) {
    detail.facts.emplace_back("state", "not in the capture");
    return detail;
  }
  const Half& half = *side;
  FactList& facts = detail.facts;
  // No framing, and nothing decoded: not worth a word.
  std::string bytes = part("head", half.head_bytes);
  if (half.framing_bytes != 0) {
    bytes += ", " + part("framing", half.framing_bytes);
  }
  bytes += ", " + part("body", half.encoded_bytes);
  if (half.encoded_bytes != half.facts.content_bytes || !half.codings.empty()) {
    bytes += ", " + part("decoded", half.facts.content_bytes);
  }
  facts.emplace_back("bytes", std::move(bytes));
  if (half.missing_bytes != 0) {
    facts.emplace_back("missing", full_bytes(half.missing_bytes));
  }
  // The head below has it, as a rule.
  if (half.content_type && half.head.empty()) {
    facts.emplace_back("Content-Type", redactor.text(*half.content_type));
  }
  const bool empty = half.encoded_bytes && *half.encoded_bytes == 0;
  std::string format = half.facts.format ? std::string(to_string(*half.facts.format))
                                         : std::string(kUnknown);
  if (!half.codings.empty()) {
    format += ", " + redactor.text(joined(half.codings, ", "));
  }
  if (!empty || !half.codings.empty()) {
    facts.emplace_back("format", std::move(format));
  }
  if (!half.facts.names.empty()) {
    facts.emplace_back("names", redactor.text(joined(half.facts.names, ", ")));
  }
  add_rows(half.facts, facts);
  facts.emplace_back("frames", frames_text(half.first_frame, half.last_frame));
  if (half.head.empty() && half.head_bytes.value_or(0) != 0) {
    detail.preformatted = "… the head was not kept";
    return detail;
  }
  detail.preformatted =
      redactor.head(std::string_view(half.head).substr(0, kMostHeadBytes));
  if (half.head.size() > kMostHeadBytes ||
      (half.head_bytes && !half.head.empty() && *half.head_bytes > half.head.size())) {
    detail.preformatted += "\n… the head goes on";
  }
  return detail;
}

void add_wire(const Exchange& exchange, Detail& detail) {
  const auto endpoint = [](const std::string& text) {
    return text.empty() ? std::string(kUnknown) : text;
  };
  std::string connection =
      exchange.connection ? grouped(std::uint64_t{*exchange.connection}) : "";
  if (exchange.stream) {
    connection += ", stream " + grouped(std::uint64_t{*exchange.stream});
  }
  detail.facts.emplace_back("connection", connection + (connection.empty() ? "" : ": ") +
                                              endpoint(exchange.client) + " to " +
                                              endpoint(exchange.server));
  if (exchange.wire.packets != 0) {
    std::string packets = grouped(exchange.wire.packets) + " of " +
                          grouped(exchange.wire.frame_bytes) + " B";
    if (exchange.wire.retransmitted_bytes != 0) {
      packets += ", retransmitted " + grouped(exchange.wire.retransmitted_bytes) + " B";
    }
    detail.facts.emplace_back("packets", std::move(packets));
  }
  std::string findings;
  for (const std::string_view code : exchange.findings) {
    findings += findings.empty() ? "" : ", ";
    findings += code;
  }
  if (!findings.empty()) {
    detail.facts.emplace_back("findings", findings);
  }
}

std::string part_ms(std::string_view name, const std::optional<double>& ms) {
  return std::string(name) + " " + (ms ? exact_ms(*ms) : std::string(kUnknown));
}

Detail time_detail(const Exchange& exchange, const TimeZone& zone) {
  Detail detail;
  detail.title = "Time and wire";
  const Timings& time = exchange.time;
  detail.facts.emplace_back(
      "start", time.start_ns ? zone.time(*time.start_ns) : std::string(kUnknown));
  std::string parts;
  const auto add = [&parts](std::string_view name, const std::optional<double>& ms) {
    parts += (parts.empty() ? "" : ", ") + part_ms(name, ms);
  };
  const auto add_if_known = [&add](std::string_view name,
                                   const std::optional<double>& ms) {
    if (ms) {
      add(name, ms);
    }
  };
  add_if_known("blocked", time.blocked);
  add_if_known("dns", time.dns);
  add_if_known("connect", time.connect);
  add_if_known("ssl", time.ssl);
  add("send", time.send);
  add("wait", time.wait);
  parts += " (" + part_ms("server", time.server) + ", " +
           part_ms("round trip", time.rtt) + ")";
  add("receive", time.receive);
  add("total", time.total);
  detail.facts.emplace_back("ms", parts);
  add_wire(exchange, detail);
  return detail;
}

std::size_t size_of(const std::vector<Detail>& details) {
  std::size_t bytes = 0;
  for (const Detail& detail : details) {
    bytes += detail.preformatted.size() + 2 * kMarkup;
    for (const auto& [name, value] : detail.facts) {
      bytes += name.size() + value.size() + kMarkup;
    }
  }
  return bytes;
}

std::size_t size_of(const PageRow& row) {
  std::size_t bytes = 0;
  for (const PageCell& cell : row.cells) {
    bytes += cell.text.size() + cell.title.size() + cell.note.size() + kMarkup;
  }
  return bytes;
}

PageCell status_cell(const Exchange& exchange) {
  PageCell cell = text_cell(exchange.status ? std::to_string(*exchange.status) : "none");
  cell.order = exchange.status.value_or(0);
  const int hundred = exchange.status.value_or(0) / 100;
  cell.tone = hundred >= 5 ? Tone::bad : hundred == 4 ? Tone::warning : Tone::plain;
  return cell;
}

PageCell state_cell(const Exchange& exchange) {
  PageCell cell = text_cell(std::string(to_string(exchange.state)));
  cell.tone = exchange.state == State::complete ? Tone::plain : Tone::warning;
  return cell;
}

/// The path of a URL: its host stands below.
std::string without_host(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t path =
      scheme == std::string::npos ? std::string::npos : url.find('/', scheme + 3);
  return path == std::string::npos ? url : url.substr(path);
}

/// "a, b ×3": each name once, in the order of their first.
std::string counted_names(const std::vector<std::string>& names) {
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  for (const std::string& name : names) {
    const auto same = [&name](const auto& one) { return one.first == name; };
    const auto found = std::find_if(counts.begin(), counts.end(), same);
    if (found != counts.end()) {
      ++found->second;
    } else if (counts.size() < kMostNames) {
      counts.emplace_back(name, 1);
    }
  }
  std::string out;
  for (const auto& [name, count] : counts) {
    out += out.empty() ? "" : ", ";
    out += name;
    out += count > 1 ? " ×" + grouped(count) : "";
  }
  return out;
}

/// The operations found in the bodies, and the host where there are several.
std::string note_of(const Exchange& exchange, const std::string& url,
                    const Redactor& redactor, bool one_host) {
  const auto& half = exchange.request && !exchange.request->facts.names.empty()
                         ? exchange.request
                         : exchange.response;
  std::string note =
      half ? redactor.text(counted_names(half->facts.names)) : std::string();
  if (one_host) {
    return note;
  }
  note += note.empty() ? "" : " at ";
  return note + std::string(authority_of(url));
}

PageRow row_of(const ReportInput& input, const Exchange& exchange, bool one_host) {
  const Redactor& redactor = input.options.redactor;
  PageRow row;
  row.id = exchange_anchor(exchange);
  PageCell id = text_cell("#" + std::to_string(exchange.number));
  if (input.analysis.captures.size() > 1) {
    id = cut_cell(exchange_id(input.analysis, exchange), 24);
  }
  const auto& response = exchange.response;
  PageCell url = text_cell(std::string(kUnknown));
  if (!exchange.url.empty()) {
    const std::string whole = redactor.url(exchange.url);
    url = cut_cell(without_host(whole), 96);
    url.note = cut_middle(visible(note_of(exchange, whole, redactor, one_host)), 80);
  }
  row.cells = {
      id,
      exchange.method.empty() ? text_cell(std::string(kUnknown))
                              : cut_cell(exchange.method, 12),
      std::move(url),
      status_cell(exchange),
      state_cell(exchange),
      text_cell(response && response->facts.format
                    ? std::string(to_string(*response->facts.format))
                    : std::string(response ? kUnknown : "none")),
      response ? exact_bytes_cell(response->encoded_bytes) : text_cell("none"),
      response ? exact_bytes_cell(response->facts.content_bytes) : text_cell("none"),
      ms_cell(exchange.time.wait),
      ms_cell(exchange.time.server),
      ms_cell(exchange.time.total),
  };
  return row;
}

}  // namespace

Section requests_section(const ReportInput& input) {
  Section section{"requests", "Requests", {}};
  PageTable table;
  table.id = "requests-table";
  table.caption = "Every exchange: a request and its final response";
  table.sortable = true;
  table.filterable = true;
  table.of_exchanges = true;
  table.unfolds = 2;  // the URL
  table.columns = {{"Exchange", false},  {"Method", false},    {"URL", false},
                   {"Status", true},     {"State", false},     {"Format", false},
                   {"Encoded, B", true}, {"Decoded, B", true}, {"Wait, ms", true},
                   {"Server, ms", true}, {"Total, ms", true}};
  const std::size_t most = std::min(input.exchanges.size(), kMostRows);
  const bool one_host = std::all_of(
      input.exchanges.begin(), input.exchanges.end(), [&input](const Exchange* one) {
        return authority_of(one->url) == authority_of(input.exchanges.front()->url);
      });
  std::size_t row_bytes = 0;
  std::size_t detail_bytes = 0;
  std::size_t unfolding = 0;
  for (std::size_t i = 0; i < most && row_bytes < kMostRowBytes; ++i) {
    const Exchange& exchange = *input.exchanges[i];
    PageRow row = row_of(input, exchange, one_host);
    row_bytes += size_of(row);
    if (detail_bytes < kMostDetailBytes) {
      row.details = {half_detail("Request", exchange.request, input.options.redactor),
                     half_detail("Response", exchange.response, input.options.redactor),
                     time_detail(exchange, input.options.zone)};
      detail_bytes += size_of(row.details);
      ++unfolding;
    }
    table.rows.push_back(std::move(row));
  }
  const std::size_t shown = table.rows.size();
  table.left_out = input.exchanges.size() - shown;
  table.left_out_hint =
      "capaudit list --format ndjson prints them all; --select narrows the report";
  if (table.rows.empty()) {
    section.blocks.push_back(Paragraph{"There is no exchange."});
    return section;
  }
  section.blocks.push_back(Paragraph{
      "Open a row for its heads, sizes at each level, times and the frames to look up in "
      "Wireshark. Secrets are replaced by as many * as they have bytes."});
  if (unfolding < shown) {
    section.blocks.push_back(Notice{
        Tone::warning, "only the first " + grouped(std::uint64_t{unfolding}) +
                           " rows unfold, so that the page stays small; capaudit show "
                           "prints any exchange, --select narrows the report"});
  }
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace capaudit
