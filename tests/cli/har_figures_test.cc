// SPDX-License-Identifier: Apache-2.0
// `sizes`, `parse` and `show` on a HAR: its bodies are decoded already, whatever
// Content-Encoding says (HAR 1.2, content.text).
#include <gmock/gmock.h>

#include "tests/cli/program_folder.h"

namespace capaudit {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// 29 bytes of content, sent as 45.
constexpr const char* kHar = R"({"log":{"version":"1.2",
  "creator":{"name":"WebInspector","version":"537.36"},"entries":[{
  "startedDateTime":"2026-01-01T00:00:00.000Z","time":3,
  "request":{"method":"GET","url":"http://a.test/rows","httpVersion":"HTTP/1.1",
    "headers":[{"name":"Host","value":"a.test"}],"headersSize":-1,"bodySize":0},
  "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",
    "headers":[{"name":"Content-Type","value":"application/json"},
               {"name":"Content-Encoding","value":"CODING"},
               {"name":"Content-Length","value":"45"}],
    "headersSize":-1,"bodySize":45,
    "content":{"size":29,"mimeType":"application/json",
               "text":"[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]"}},
  "cache":{},"timings":{"blocked":-1,"dns":-1,"connect":-1,"send":0,"wait":2,
                         "receive":1}}]}})";

class HarFigures : public ProgramFolder {};

TEST_F(HarFigures, ADecodedBodyIsNotDecodedAgain) {
  for (const std::string coding : {"gzip", "br", "unheard-of"}) {
    SCOPED_TRACE(coding);
    std::string har = kHar;
    har.replace(har.find("CODING"), 6, coding);
    write("a.har", har);
    const ProgramOutcome sizes = run({"sizes", "a.har", "1", "--json"});
    EXPECT_EQ(sizes.code, 0) << sizes.err;
    EXPECT_THAT(sizes.out,
                AllOf(HasSubstr("\"rows\":2"), HasSubstr("\"encoding\":\"json\"")));
    const ProgramOutcome parse = run({"parse", "a.har", "1", "--engine", "capaudit",
                                      "--runs", "20", "--warmup", "0", "--json"});
    EXPECT_EQ(parse.code, 0) << parse.err;
    EXPECT_THAT(parse.out, AllOf(HasSubstr("\"bytes\":29"), HasSubstr("\"rows\":2"),
                                 HasSubstr("\"digest_ok\":true")));
    EXPECT_EQ(run({"show", "a.har", "1", "--body", "decoded"}).out,
              R"([{"a":1,"b":2},{"a":3,"b":4}])");
  }
}

}  // namespace
}  // namespace capaudit
