// SPDX-License-Identifier: Apache-2.0
#include "tests/analyzer/audit/made_audit.h"

#include <fstream>

#include <stdlib.h>

#include "analyzer/audit/claims_reader.h"

namespace capaudit {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "\"";
}

std::string member(const std::string& name, double value) {
  return quoted(name) + ":" + std::to_string(value);
}

std::string member(const std::string& name, const std::string& json) {
  return quoted(name) + ":" + json;
}

std::string header(const std::string& name, const std::string& value) {
  return "{\"name\":" + quoted(name) + ",\"value\":" + quoted(value) + "}";
}

/// A packet of AMF0 with one call of S.m, in base64: version 0, no headers, one message
/// (AMF0 4.1): target "S.m", response "/1", length 5, an empty strict array.
constexpr const char* kAmfCall = "AAAAAAABAANTLm0AAi8xAAAABQoAAAAA";

std::string request_of(const Entry& one) {
  const bool posts = one.amf_call || !one.request_body.empty();
  std::string headers;
  for (const auto& [name, value] : one.request_headers) {
    headers += (headers.empty() ? "" : ",") + header(name, value);
  }
  std::string out = "{\"method\":" + std::string(posts ? "\"POST\"" : "\"GET\"") +
                    ",\"url\":" + quoted(one.url) +
                    ",\"httpVersion\":\"HTTP/1.1\",\"headers\":[" + headers +
                    "],\"queryString\":[],\"cookies\":[],\"headersSize\":100,"
                    "\"bodySize\":" +
                    std::to_string(one.amf_call ? 24 : one.request_body.size());
  if (one.amf_call) {
    out +=
        ",\"postData\":{\"mimeType\":\"application/x-amf\",\"encoding\":\"base64\","
        "\"text\":" +
        quoted(kAmfCall) + "}";
  } else if (posts) {
    out += ",\"postData\":{\"mimeType\":\"application/json\",\"text\":" +
           quoted(one.request_body) + "}";
  }
  return out + "}";
}

std::string response_of(const Entry& one) {
  std::string headers = header("Content-Type", one.type);
  if (!one.coding.empty()) {
    headers += "," + header("Content-Encoding", one.coding);
  }
  // As if compressed to half.
  const std::size_t sent = one.coding.empty() ? one.body.size() : one.body.size() / 2;
  return "{\"status\":" + std::to_string(one.status) +
         ",\"statusText\":\"OK\",\"httpVersion\":\"HTTP/1.1\",\"headers\":[" + headers +
         "],\"cookies\":[],\"content\":{\"size\":" + std::to_string(one.body.size()) +
         ",\"mimeType\":" + quoted(one.type) + ",\"text\":" + quoted(one.body) +
         "},\"redirectURL\":\"\",\"headersSize\":100,\"bodySize\":" +
         std::to_string(sent) + "}";
}

}  // namespace

std::string har(const std::vector<Entry>& entries) {
  std::string out =
      R"({"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[)";
  double start_ms = 0;
  double end_ms = 0;
  for (const Entry& one : entries) {
    const bool first = &one == &entries.front();
    start_ms = first ? 0 : one.pause_ms ? end_ms + *one.pause_ms : start_ms + 1000;
    const double all = one.wait + one.receive + std::max(one.connect, 0.0);
    end_ms = start_ms + all;
    const auto ms = static_cast<long>(start_ms);
    char start[96];  // room for any three longs
    std::snprintf(start, sizeof start, "2024-01-01T00:%02ld:%02ld.%03ldZ", ms / 60000,
                  ms / 1000 % 60, ms % 1000);
    out += std::string(first ? "" : ",") + "{" +
           member("startedDateTime", quoted(start)) + "," + member("time", all) + "," +
           member("request", request_of(one)) + "," +
           member("response", response_of(one)) + ",\"cache\":{},\"timings\":{" +
           member("connect", one.connect) + ",\"send\":0," + member("wait", one.wait) +
           "," + member("receive", one.receive) + "}";
    out += one.server_ip.empty() ? ""
                                 : "," + member("serverIPAddress", quoted(one.server_ip));
    out += one.state.empty() ? "" : "," + member("_state", quoted(one.state));
    out += "}";
  }
  return out + "]}}";
}

std::vector<Entry> alternating(int runs, const Entry& a, const Entry& b) {
  std::vector<Entry> out;
  for (int i = 0; i < runs; ++i) {
    out.push_back(a);
    out.push_back(b);
  }
  return out;
}

void MadeAudit::SetUp() {
  std::string name =
      (std::filesystem::temp_directory_path() / "capaudit-audit-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  folder_ = name;
}

void MadeAudit::TearDown() {
  std::filesystem::remove_all(folder_);
}

void MadeAudit::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

void MadeAudit::write(const std::string& name, Bytes bytes) const {
  write(name, std::string(as_text(bytes)));
}

std::string MadeAudit::scenarios(const std::string& more) {
  return "[[scenario]]\nid = \"a\"\ncaptures = [\"made.har\"]\n"
         "select = { url = \"*/a*\" }\n" +
         more +
         "[[scenario]]\nid = \"b\"\ncaptures = [\"made.har\"]\n"
         "select = { url = \"*/b*\" }\n" +
         more;
}

AuditOutcome MadeAudit::audit(const std::string& claims) const {
  write("claims.toml", claims);
  ReadClaims read = read_claims((folder_ / "claims.toml").string());
  for (const ClaimsError& error : read.errors) {
    ADD_FAILURE() << error_line("claims.toml", error);
  }
  return run_audit(std::move(read.file), AuditOptions());
}

ClaimVerdict MadeAudit::judge_one(const std::string& lines, const std::string& more) {
  outcome_ = audit(scenarios(more) + "[[claim]]\nid = \"c\"\nsays = \"x\"\n" + lines);
  if (!outcome_.audit) {
    ADD_FAILURE() << (outcome_.errors.empty() ? "unreadable" : outcome_.errors[0].what);
    return {};
  }
  return outcome_.audit->verdicts.at(0);
}

const AuditFinding* MadeAudit::finding(std::string_view code) const {
  if (outcome_.audit) {
    for (const AuditFinding& one : outcome_.audit->findings) {
      if (one.code == code) {
        return &one;
      }
    }
  }
  return nullptr;
}

}  // namespace capaudit
