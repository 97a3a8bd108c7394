// SPDX-License-Identifier: Apache-2.0
// How the figures come about, from what, and how to get them again.
#include "reports/capture_record.h"
#include "reports/numbers.h"
#include "reports/page/build.h"
#include "reports/text.h"
#include "reports/version.h"

namespace capaudit {
namespace {

Definitions time_formulas() {
  return Definitions{{
      {"Clock readings",
       "packet times where the capture was recorded. q0, q1: first and last byte of the "
       "request; r0, r1: of the response; s1, s2, s3: SYN, SYN-ACK and the client's "
       "first "
       "segment that acknowledges it"},
      {"connect", "s3 − s1, on the first exchange of a connection"},
      {"round trip", "s3 − s1; s2 − s1 is the way from here to the server and back"},
      {"send", "q1 − q0"},
      {"wait", "r0 − q1, never below 0"},
      {"server", "wait − (s2 − s1), never below 0; unknown without the handshake"},
      {"network, in the charts", "wait − server"},
      {"receive", "r1 − r0"},
      {"total", "r1 − q0, plus connect where the connection was opened for the exchange"},
      {"Median, p95",
       "the middle value, of an even number the mean of the two in the middle; the "
       "nearest-rank 95th percentile, from 20 values on"},
  }};
}

Definitions size_formulas() {
  return Definitions{{
      {"head", "from the first byte of the start line to the empty line, both included"},
      {"framing", "chunk sizes, ends of chunks, trailers"},
      {"encoded", "the body as it was sent, without framing"},
      {"decoded",
       "the body without its content and transfer codings; unknown where it is "
       "damaged, never a part of it"},
      {"on the wire", "the original length of every frame, with all headers"},
      {"unknown",
       "what a capture does not show is never taken for 0; a sum that leaves "
       "something out is marked ≥ and says how much it leaves out"},
  }};
}

// The files beside a HAR that hold its bodies: one hash for all of them.
PageRow attached_row(const SourceInfo& source) {
  PageRow row;
  row.cells = {cut_cell("bodies beside " + source.path, 60),
               bytes_cell(source.attached_bytes),
               text_cell(counted(source.attached_files, "file") +
                         ", SHA-256 of their sha256sum lines by name")};
  row.cells.resize(7, text_cell(std::string(kUnknown)));
  row.cells.push_back(text_cell(source.attached_sha256));
  return row;
}

PageTable inputs_table(const ReportInput& input) {
  PageTable table;
  table.id = "inputs-table";
  table.caption = "Capture files";
  table.columns = {{"Capture", false},       {"File, B", true},
                   {"Container", false},     {"Packets", true},
                   {"First packet", false},  {"Last packet", false},
                   {"Recorded with", false}, {"SHA-256 of the file", false}};
  for (const Capture& capture : input.analysis.captures) {
    const SourceInfo& source = capture.source;
    const auto time = [&input](const std::optional<std::int64_t>& ns) {
      return text_cell(ns ? input.options.zone.time(*ns) : std::string(kUnknown));
    };
    std::string interfaces;
    for (const CaptureInterface& interface : source.interfaces) {
      const std::string name = link_type_name(interface.link_type);
      if (interfaces.find(name) == std::string::npos && interfaces.size() < 100) {
        interfaces += (interfaces.empty() ? "" : ", ") + name;
      }
    }
    std::string container = source.container;
    container += source.compression.empty() ? "" : " in " + source.compression;
    container += interfaces.empty() ? "" : "; " + interfaces;
    PageRow row;
    row.cells = {
        cut_cell(source.path, 60),
        bytes_cell(source.file_bytes),
        text_cell(container),
        capture.har ? text_cell(std::string(kUnknown)) : number_cell(source.packets),
        time(capture.first_ns),
        time(capture.last_ns),
        source.application.empty() ? text_cell(std::string(kUnknown))
                                   : cut_cell(source.application, 40),
        source.sha256.empty() ? text_cell(std::string(kUnknown))
                              : text_cell(source.sha256)};
    table.rows.push_back(std::move(row));
    if (!source.attached_sha256.empty()) {
      table.rows.push_back(attached_row(source));
    }
  }
  return table;
}

}  // namespace

Section method_section(const ReportInput& /*input*/) {
  Section section{"method", "Method", {}};
  section.blocks.push_back(Paragraph{
      "Packets are put in order into TCP streams, streams are read as HTTP, bodies are "
      "decoded. A request and its final response are one exchange. Nothing is guessed: "
      "what the bytes do not prove stays unknown."});
  section.blocks.push_back(Paragraph{"Times:"});
  section.blocks.push_back(time_formulas());
  section.blocks.push_back(Paragraph{"Sizes:"});
  section.blocks.push_back(size_formulas());
  section.blocks.push_back(Paragraph{
      "A capture cannot show what happens inside client and server: processor time, "
      "rendering and memory are in no figure here."});
  return section;
}

Section inputs_section(const ReportInput& input) {
  Section section{"inputs", "Inputs", {}};
  section.blocks.push_back(inputs_table(input));
  if (!input.options.claims_sha256.empty()) {
    section.blocks.push_back(
        Paragraph{"SHA-256 of the claims file: " + input.options.claims_sha256});
  }
  section.blocks.push_back(Paragraph{"This command makes the report again:"});
  section.blocks.push_back(Preformatted{input.options.command});
  std::string made = "Made by capaudit " + std::string(version());
  if (input.options.made_ns) {
    made += " on " + input.options.zone.time(*input.options.made_ns);
  }
  made += ". The same captures and options give the same report, byte for byte.";
  section.blocks.push_back(Paragraph{made});
  return section;
}

Section data_section(const ReportInput& input) {
  Section section{"raw-data", "Data", {}};
  switch (input.options.data) {
  case DataPlace::embed:
    section.blocks.push_back(Paragraph{
        "This page holds its data as JSON, in the script element with the id data: every "
        "table and chart with the exact values, the captures, the findings, and a record "
        "per exchange, of the first " +
        grouped(std::uint64_t{kMostRows}) +
        " at most. With --data side all of them go "
        "into a file beside the page."});
    break;
  case DataPlace::side:
    section.blocks.push_back(Paragraph{
        "The data of this page, with a record for every exchange, stand in the file " +
        visible(input.options.side_file) + " beside it."});
    break;
  case DataPlace::none:
    section.blocks.push_back(
        Paragraph{"This page was made without its data (--data none)."});
    break;
  }
  return section;
}

}  // namespace capaudit
