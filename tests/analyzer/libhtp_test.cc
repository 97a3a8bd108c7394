// SPDX-License-Identifier: Apache-2.0
// The conversations that libhtp's authors collected, with the exchanges that RFC 9112,
// 9110 and 1945 make of them. The streams are found in the corpus
// (tests/support/corpus.h) and are no part of the project; sizes were counted on them
// with another program.
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/bundle.h"
#include "tests/support/conversation.h"
#include "tests/support/expectation.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

struct Case {
  const char* name;
  const char* reason;    ///< where it is more than a request and its answer
  const char* expected;  ///< lines of tests/support/expectation.h
};

#define IVAN                                                                       \
  "Ivan+Risti%C4%87_Ivan+Risti%C4%87_Ivan+Risti%C4%87_Ivan+Risti%C4%87_Ivan+Risti" \
  "%C4%87_Ivan+Risti%C4%87_"

constexpr Case kCases[] = {
    {"00-adhoc.t", "lines end in LF alone, RFC 9112 2.2",
     "GET http://192.0.2.2/?p=%20 200 complete request=42+0+0 response=129+0+12\n"},
    {"01-get.t", "",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=136+0+12\n"},
    {"03-post-urlencoded.t",
     "chunked in an HTTP/1.0 answer is faulty (RFC 9112 6.1), but its chunks are whole",
     "POST http://192.0.2.2/?qsp1=1&%20p%20q=2&u=" IVAN
     " 200 complete request=232+0+12 response=136+0+12\n"
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=144+15+10\n"},
    {"05-expect.t",
     "210 of 216 body bytes are sent, so the request never ends (RFC 9112 8)",
     "POST http://192.0.2.2/ 200 closed_early request=266+0+210 response=231+0+45\n"},
    {"07-pipelined-connection.t", "an empty line stands between the answers",
     "GET http://192.0.2.2/first 200 complete request=23+0+0 response=39+0+12 "
     "protocol=HTTP/1.1\n"
     "GET http://192.0.2.2/second 200 complete request=24+0+0 response=39+0+12\n"
     "ledger junk=2\n"},
    {"08-not-pipelined-connection.t", "",
     "GET http://192.0.2.2/first 200 complete request=23+0+0 response=39+0+12\n"
     "GET http://192.0.2.2/second 200 complete request=24+0+0 response=39+0+12\n"},
    {"09-multi-packet-request-head.t", "",
     "GET http://www.example.com/ 200 complete request=41+0+0 response=39+0+12\n"},
    {"10-host-in-headers.t",
     "the second answer's head goes on to the end, for no empty line ends it",
     "GET http://www.example.com/ 200 complete request=41+0+0 response=39+0+12\n"
     "GET http://www.example.com./ 200 closed_early request=42+0+0\n"
     "GET http://WwW.ExamPle.cOm/ - unanswered request=41+0+0\n"
     "GET http://www.example.com:80/ - unanswered request=44+0+0\n"},
    {"100-response-body-data.t", "nothing in it is HTTP", "ledger not_http=6\n"},
    {"12-connect-request.t", "CONNECT refused: an ordinary answer, RFC 9110 9.3.6",
     "CONNECT http://www.ssllabs.com:443 405 complete request=40+0+0 "
     "response=286+0+230\n"},
    {"14-compressed-response-gzip-chunked.t", "gzip says 159,590 bytes",
     "GET http://www.engadget.com/ 200 complete request=391+0+0 response=252+13+28250 "
     "codings=gzip content=159590\n"},
    {"20-ambiguous-host.t", "an absolute target overrides Host, RFC 9112 3.2.2",
     "GET http://example.com/1 200 complete request=56+0+0 response=75+0+8\n"
     "GET http://example.com/2 200 complete request=52+0+0 response=75+0+8\n"
     "POST http://www.example.com:8001/3 200 complete request=94+0+8 response=75+0+8\n"
     "POST http://www.example.com:8002/4 200 complete request=94+0+8 response=75+0+8\n"
     "POST http://www.example.com:80/5 200 complete request=87+0+8 response=75+0+8\n"},
    {"21-http09.t", "a simple request and its answer, RFC 1945 4.1",
     "GET http://192.0.2.2/?foo=bar - complete request=15+0+0 response=0+0+195 "
     "protocol=HTTP/0.9\n"},
    {"22-http_1_1-host_missing", "",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=136+0+12\n"},
    {"22-php-param-processing.t", "",
     "GET http://192.0.2.2/?%20p%20q%20=1&q=2&z%20w=3 200 complete request=65+0+0 "
     "response=136+0+12\n"},
    {"23-http09-multiple.t", "a connection carries one simple request, RFC 1945 1.3",
     "GET http://192.0.2.2/?foo=bar - complete request=15+0+0 response=0+0+195\n"},
    {"24-http09-explicit.t", "with a version it is a request like any other",
     "GET http://192.0.2.2/?foo=bar 200 complete request=26+0+0 response=136+0+12\n"},
    {"28-response-headers-raw.t", "trailer fields are framing, RFC 9112 7.1.2",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=144+69+12\n"},
    {"33-invalid-hostname.t", "targets are listed as sent",
     "GET http://www.example.com:XXX/?p=%20 200 complete request=94+0+0 "
     "response=136+0+12\n"},
    {"34-invalid-hostname.t", "",
     "GET ? 200 complete request=69+0+0 response=136+0+12\n"},
    {"36-invalid-request-1-invalid-c-l.t",
     "a length that is no number: the request has no end, RFC 9112 6.3 rule 5",
     "POST http://www.example.com/ 200 cut_short request=133+-+- response=136+0+12 "
     "request_whole=no\n"},
    {"38-invalid-request-3-invalid-t-e.t",
     "the last coding is not chunked: the request has no end, RFC 9112 6.3 rule 4",
     "POST http://www.example.com/ 200 cut_short request=147+-+- response=136+0+12 "
     "request_whole=no\n"},
    {"42-unknown-method_only.t", "only GET has a simple request, RFC 1945 5.1", ""},
    {"45-auth-digest-unquoted-username.t", "folded fields, RFC 9112 5.2",
     "GET http://www.example.com/ - unanswered request=294+0+0\n"},
    {"46-auth-digest-invalid-username.t", "",
     "GET http://www.example.com/ - unanswered request=296+0+0\n"},
    {"47-auth-unrecognized.t", "",
     "GET http://www.example.com/ - unanswered request=82+0+0\n"},
    {"48-invalid-response-headers-1.t",
     "field lines that are none do no harm to the others",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=195+0+12\n"},
    {"49-invalid-response-headers-2.t", "",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=150+0+12\n"},
    {"52-invalid-path.t", "", "GET ? 200 complete request=74+0+0 response=136+0+12\n"},
    {"53-path-utf8-none.t", "",
     "GET http://www.example.com/Ristic.txt 200 complete request=72+0+0 "
     "response=136+0+12\n"},
    {"57-path-utf8-overlong-4.t", "",
     "GET http://www.example.com/%f0%80%80%a6.txt 200 complete request=78+0+0 "
     "response=136+0+12\n"},
    {"59-path-utf8-fullwidth.t", "",
     "GET http://www.example.com/%EF%BC%86.txt 200 complete request=75+0+0 "
     "response=136+0+12\n"},
    {"62-post-no-body.t", "",
     "POST http://192.0.2.2/ 200 complete request=108+0+0 response=136+0+12\n"
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=144+15+10\n"},
    {"64-post-chunked-invalid-2.t", "-1 is no chunk size, RFC 9112 7.1",
     "POST http://192.0.2.2/ 200 cut_short response=136+0+12 request_whole=no\n"},
    {"67-long-request-line.t", "",
     "GET http://192.0.2.2/0123456789/0123456789/ 200 complete request=61+0+0 "
     "response=136+0+12\n"},
    {"68-invalid-request-header.t", "",
     "GET http://www.example.com/ 200 complete request=107+0+0 response=136+0+12\n"},
    {"71-response-split-chunk.t", "",
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=144+15+10\n"},
    {"72-response-split-body.t", "",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=136+0+12\n"},
    {"73-response-te-and-cl.t",
     "Transfer-Encoding overrides Content-Length, RFC 9112 6.3 rule 3",
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=164+15+10\n"},
    {"74-response-multiple-cl.t", "equal lengths are one, RFC 9110 8.6",
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=156+0+12\n"},
    {"75-response-invalid-cl.t",
     "-1 is no length: what follows to the close, RFC 9112 6.3 rule 5",
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=136+0+12\n"},
    {"76-response-no-body.t", "",
     "POST http://192.0.2.2/?qsp1=1&%20p%20q=2&u=" IVAN
     " 200 complete request=232+0+12 response=135+0+0\n"
     "GET http://192.0.2.2/ 200 complete request=18+0+0 response=144+15+10\n"},
    {"78-response-no-status-headers.t",
     "no status line, and the request had a version: no answer",
     "GET http://192.0.2.2/ - unanswered request=39+0+0\n"},
    {"79-connect-invalid-hostport.t",
     "CONNECT refused, so its answer has a body of its length (RFC 9110 9.3.6); 9 bytes "
     "follow that belong to nothing, and what stands behind them proves no beginning",
     "CONNECT http://[:80 301 complete request=51+0+0 response=215+0+235\n"
     "HEAD http://192.0.2.2/ - unanswered request=19+0+0\n"},
    {"80-hostname-invalid-1.t", "",
     "GET http://www.example.com/?p=%20 200 complete request=79+0+0 response=136+0+12\n"},
    {"81-hostname-invalid-2.t", "",
     "GET http://[:80/?p=%20 200 complete request=79+0+0 response=136+0+12\n"},
    {"83-auth-digest-invalid-username-2.t", "",
     "GET http://www.example.com/ - unanswered request=80+0+0\n"},
    {"84-response-no-status-headers-2.t", "as 78",
     "GET http://192.0.2.2/ - unanswered request=39+0+0\n"},
    {"85-zero-byte-request-timeout.t", "the server speaks first",
     "- - 408 response_only response=188+0+218\n"},
    {"86-partial-request-timeout.t", "a start line that is cut off makes no request",
     "- - 408 response_only response=188+0+218\n"},
    {"89-get-whitespace.t", "whitespace before a start line is ignored, RFC 9112 3",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=136+0+12\n"
     "ledger junk=1\n"},
    {"90-request-uri-too-large.t", "as 86", "- - 414 response_only response=196+0+139\n"},
    {"92-http_0_9-method_only.t", "a simple request; the empty line is no part of it",
     "GET http://192.0.2.2/ - unanswered request=7+0+0 protocol=HTTP/0.9\n"},
    {"94-compressed-response-multiple.t", "200ok is no status (RFC 9112 4): no answer",
     "GET http://www.openinfosecfoundation.org/index.html - unanswered "
     "request=159+0+0\n"},
    {"95-compressed-response-gzipasdeflate.t", "",
     "GET ? 302 complete request=837+0+0 response=429+0+187 codings=deflate\n"},
    {"97-requests-cut.t", "",
     "GET http://192.0.2.2/?p=%20 - unanswered request=45+0+0\n"
     "GET http://192.0.2.2/?p=%21 - unanswered request=43+0+0\n"},
    {"98-responses-cut.t",
     "no empty line ends the second request, which might still name a host",
     "GET http://192.0.2.2/?p=%20 200 complete request=45+0+0 response=136+0+14\n"
     "GET ? 200 closed_early response=136+0+13\n"},
    {"99-expect-100.t",
     "refused or not, the content is still to come (RFC 9112 6.3): the next 14 bytes are "
     "it, "
     "and behind them no line begins a message",
     "PUT http://192.0.2.2/forbidden 401 complete request=65+0+14 response=42+0+0\n"
     "- - 200 response_only\n"},
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

std::vector<std::string> expected_lines(const Case& c) {
  std::vector<std::string> out;
  std::istringstream lines(c.expected);
  for (std::string line; std::getline(lines, line);) {
    out.push_back(line);
  }
  return out;
}

class Libhtp : public testing::TestWithParam<Case> {};

TEST_P(Libhtp, GivesItsExchangesHoweverItIsCut) {
  static const std::map<std::string, std::string> kMembers =
      bundle_members("libhtp-streams-share");
  if (kMembers.empty()) {
    GTEST_SKIP() << "skipped: no corpus";
  }
  const auto member =
      kMembers.find(std::string("libhtp-streams/libhtp/") + GetParam().name);
  ASSERT_NE(member, kMembers.end());
  const Conversation conversation = parse_libhtp(member->second);
  Shape cut;
  cut.random_cuts = true;
  for (const Shape& shape : {Shape(), cut}) {
    Random random(1);
    const Analysis analysis = analyzed(capture_of(conversation, shape, random));
    for (const std::string& difference :
         differences(expected_lines(GetParam()), analysis)) {
      ADD_FAILURE() << difference << "\nbecause: " << GetParam().reason;
    }
  }
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const std::string name = info.param.name;
  std::string out;
  for (const char c : name.substr(0, name.rfind(".t"))) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    out += plain ? c : '_';
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Streams, Libhtp, testing::ValuesIn(kCases), name_of);

}  // namespace
}  // namespace capaudit
