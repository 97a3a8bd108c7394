// SPDX-License-Identifier: Apache-2.0
#include "tests/analyzer/har/har_files.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "decoders/core/bytes.h"
#include "tests/support/memory_source.h"

namespace capaudit {
namespace {

Result<HarPass> read(Buffer file, const AnalyzeOptions& options) {
  Intake intake("dir/some.har", memory_file(std::move(file), 1000), {});
  return read_har(intake, options, 1, {});
}

Buffer bytes_of(std::string_view har) {
  const Bytes bytes = as_bytes(har);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::string har_file(std::string_view entries, std::string_view creator,
                     std::string_view version) {
  std::string har = R"({"log": {"version": "1.2", "creator": {"name": ")";
  har.append(creator).append(R"(", "version": ")").append(version);
  return har.append(R"("}, "entries": [)").append(entries).append("]}}");
}

std::string har_entry(std::string_view path) {
  std::string entry = R"({"startedDateTime": "2026-01-02T03:04:05.678Z", "time": 30,
    "request": {"method": "GET", "url": "http://a.test/)";
  return entry.append(path).append(R"(", "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": [{"name": "Host", "value": "a.test"}], "queryString": [],
      "headersSize": 40, "bodySize": 0},
    "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
      "cookies": [], "headers": [{"name": "Content-Type", "value": "text/plain"},
                                 {"name": "Content-Length", "value": "5"}],
      "content": {"size": 5, "mimeType": "text/plain", "text": "hello"},
      "redirectURL": "", "headersSize": 50, "bodySize": 5},
    "cache": {}, "timings": {"blocked": 4, "dns": -1, "connect": -1, "send": 1,
      "wait": 20, "receive": 5, "ssl": -1}})");
}

HarPass read_har_text(std::string_view har, const AnalyzeOptions& options) {
  return read_har_bytes(bytes_of(har), options);
}

HarPass read_har_bytes(Buffer file, const AnalyzeOptions& options) {
  Result<HarPass> pass = read(std::move(file), options);
  if (!pass) {
    ADD_FAILURE() << pass.error().what;
    return {};
  }
  return *std::move(pass);
}

Error har_refusal(std::string_view har) {
  const Result<HarPass> pass = read(bytes_of(har), {});
  if (pass) {
    ADD_FAILURE() << pass->exchanges.size() << " exchanges";
    return {};
  }
  return pass.error();
}

std::uint64_t times_found(const HarPass& pass, std::string_view code) {
  const auto found =
      std::find_if(pass.findings.begin(), pass.findings.end(),
                   [code](const Finding& finding) { return finding.code == code; });
  return found == pass.findings.end() ? 0 : found->count;
}

bool has_finding(const Exchange& exchange, std::string_view code) {
  return std::find(exchange.findings.begin(), exchange.findings.end(), code) !=
         exchange.findings.end();
}

}  // namespace capaudit
