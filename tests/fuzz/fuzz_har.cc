// SPDX-License-Identifier: Apache-2.0
// Fuzzes HAR files (analyzer/har): read whole and in small pieces they give the same
// exchanges, and no number that a HAR cannot know but ours.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "analyzer/har/read_har.h"
#include "tests/support/memory_source.h"

namespace {

using namespace capaudit;

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_times(const Timings& time, bool own) {
  for (const auto& ms :
       {time.blocked, time.dns, time.connect, time.ssl, time.send, time.wait,
        time.receive, time.total, time.server, time.rtt, time.continue_pause}) {
    require(!ms || (*ms >= 0 && *ms < 1e14));
  }
  require(own || (!time.rtt && !time.server));
}

std::string in_words(const Result<HarPass>& pass) {
  if (!pass) {
    return pass.error().what;
  }
  std::string words;
  std::uint32_t number = 0;
  for (const Exchange& exchange : pass->exchanges) {
    require(exchange.number == ++number);
    require(exchange.wire.packets == 0);
    require(exchange.request || exchange.response);
    require(std::is_sorted(exchange.findings.begin(), exchange.findings.end()));
    check_times(exchange.time, pass->capture.har->dialect == "capaudit");
    words += exchange.method + exchange.url + "|";
    for (const std::string_view code : exchange.findings) {
      words += code;
    }
  }
  for (const Finding& finding : pass->findings) {
    words += finding.text;
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  AnalyzeOptions options;
  options.max_body = std::uint64_t{1} << 20;
  options.keep_heads = 4096;
  std::string whole;
  for (const std::size_t at_most : {SIZE_MAX, std::size_t{13}}) {
    Intake intake("fuzz.har", memory_file(Buffer(data, data + size), at_most), {});
    const std::string words = in_words(read_har(intake, options, 1, {}));
    require(at_most == SIZE_MAX || words == whole);
    whole = words;
  }
  return 0;
}
