// SPDX-License-Identifier: Apache-2.0
#include "reports/page/data.h"

#include "reports/capture_record.h"
#include "reports/record.h"
#include "reports/version.h"

namespace capaudit {
namespace {

/// Counts what goes through, so that records can stop at a limit.
class Counter final : public Output {
 public:
  explicit Counter(Output& out) : out_(out) {}
  ~Counter() override { flush(); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  std::size_t bytes() {
    flush();
    return bytes_;
  }

 private:
  bool drain(std::string_view bytes) override {
    bytes_ += bytes.size();
    out_.write(bytes);
    return out_.ok();
  }
  Output& out_;
  std::size_t bytes_ = 0;
};

void write_command(const ReportOptions& options, JsonWriter& json) {
  json.key("command");
  json.begin_array();
  for (const std::string& word : options.words) {
    json.text(word);
  }
  json.end_array();
  if (!options.claims_sha256.empty()) {
    json.key("claims_sha256");
    json.text(options.claims_sha256);
  }
  json.key("source_date_epoch");
  json.known_number(options.made_ns
                        ? std::optional<std::uint64_t>(*options.made_ns / 1'000'000'000)
                        : std::nullopt);
}

void write_analysis(const Selected& selected, const ReportOptions& options,
                    JsonWriter& json) {
  json.key("captures");
  json.begin_array();
  for (const Capture& capture : selected.analysis.captures) {
    write_capture(capture, LedgerDetail::file, json);
  }
  json.end_array();
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : selected.analysis.findings) {
    write_finding(selected.analysis, finding, options.redactor, json);
  }
  json.end_array();
}

}  // namespace

void write_data(const Report& report, const Selected& selected,
                const ReportOptions& options, const DataLimits& limits, JsonPlace place,
                Output& out) {
  Counter counter(out);
  JsonWriter json(counter, place);
  json.begin_object();
  json.key("capaudit");
  json.text(version());
  write_command(options, json);
  json.key("report");
  write_model(report, json);
  write_analysis(selected, options, json);
  json.key("exchanges");
  json.begin_array();
  std::uint64_t written = 0;
  for (const Exchange* exchange : selected.exchanges) {
    if (written == limits.exchanges || counter.bytes() > limits.bytes) {
      break;
    }
    write_record(selected.analysis, *exchange, options.redactor, json);
    ++written;
  }
  json.end_array();
  json.key("exchanges_embedded");
  json.number(written);
  json.key("exchanges_selected");
  json.number(std::uint64_t{selected.exchanges.size()});
  json.end_object();
}

}  // namespace capaudit
