// SPDX-License-Identifier: Apache-2.0
#include "tests/captures/expected.h"

#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <simdjson.h>

namespace capaudit {
namespace {

using simdjson::dom::element;

std::string path_of(const std::string& folder, const std::string& name) {
  const std::string path =
      std::string(CAPAUDIT_SOURCE_ROOT) + "/captures/" + folder + "/" + name;
  return std::filesystem::exists(path) ? path : path + ".zst";
}

std::optional<std::uint64_t> number(element object, std::string_view key) {
  std::uint64_t value = 0;
  if (object[key].get(value) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return value;
}

std::uint64_t count(element object, std::string_view key) {
  const std::optional<std::uint64_t> value = number(object, key);
  EXPECT_TRUE(value.has_value()) << key;
  return value.value_or(0);
}

std::optional<std::string> text(element object, std::string_view key) {
  std::string_view value;
  if (object[key].get(value) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return std::string(value);
}

std::vector<std::string> texts(element object, std::string_view key) {
  std::vector<std::string> out;
  simdjson::dom::array list;
  if (object[key].get(list) == simdjson::SUCCESS) {
    for (const element item : list) {
      out.emplace_back(std::string_view(item));
    }
  }
  return out;
}

ExpectedHalf half(element object) {
  ExpectedHalf out;
  out.total_bytes = count(object, "total_bytes");
  out.head_bytes = number(object, "head_bytes");
  out.framing_bytes = number(object, "framing_bytes");
  out.encoded_bytes = number(object, "encoded_bytes");
  out.content_bytes = number(object, "content_bytes");
  out.codings = texts(object, "codings");
  out.content_type = text(object, "content_type");
  out.format = text(object, "format").value_or("");
  out.messages = count(object, "messages");
  if (object["names"].error() == simdjson::SUCCESS) {
    out.names = texts(object, "names");
  }
  element rows;
  out.tells_rows = object["rows"].get(rows) == simdjson::SUCCESS;
  out.rows = number(object, "rows");
  out.columns = number(object, "columns");
  return out;
}

ExpectedExchange exchange(element object) {
  ExpectedExchange out;
  out.number = count(object, "n");
  out.step = text(object, "step").value_or("");
  out.run = number(object, "run").value_or(0);
  out.client_port = count(object, "client_port");
  out.method = text(object, "method").value_or("");
  out.url = text(object, "url").value_or("");
  out.status = number(object, "status");
  out.request = half(object["request"]);
  const element response = object["response"];
  if (!response.is_null()) {
    out.response = half(response);
  }
  return out;
}

ExpectedCapture capture(std::string_view name, element object) {
  ExpectedCapture out;
  out.name = name;
  const element counts = object["counts"];
  out.requests = count(counts, "requests");
  out.responses = count(counts, "responses");
  out.connections = count(counts, "connections");
  out.request_bytes = count(counts, "request_bytes");
  out.response_bytes = count(counts, "response_bytes");
  out.messages_sent = number(counts, "messages_sent");
  if (!out.messages_sent) {
    out.messages_sent = number(counts, "amf_messages_sent");
  }
  simdjson::dom::array operations;
  if (object["operations"].get(operations) == simdjson::SUCCESS) {
    for (const element each : operations) {
      out.operations.push_back(
          {text(each, "step").value_or(""), count(each, "run"), count(each, "requests")});
    }
  }
  simdjson::dom::object tests;
  if (object["tests"].get(tests) == simdjson::SUCCESS) {
    out.unanswered = 0;
    for (const auto& [label, test] : tests) {
      *out.unanswered += count(test, "unanswered");
    }
  }
  for (const element each : simdjson::dom::array(object["exchanges"])) {
    out.exchanges.push_back(exchange(each));
  }
  return out;
}

std::uint64_t total(const Half& half) {
  return half.head_bytes.value_or(0) + half.framing_bytes.value_or(0) +
         half.encoded_bytes.value_or(0);
}

template <class T>
void expect_if_told(const T& seen, const std::optional<std::uint64_t>& told,
                    const char* what) {
  if (told) {
    EXPECT_EQ(seen, *told) << what;
  }
}

/// One row, or none, is a table only where the format says so (an ArrayCollection), and
/// columns cannot be told where there is no row.
bool is_counted_table(const ExpectedHalf& told) {
  const std::uint64_t fewest = told.format == "amf3" ? 1 : 2;
  return told.tells_rows && (!told.rows || *told.rows >= fewest);
}

void expect_equal_halves(const Half& seen, const ExpectedHalf& told) {
  EXPECT_TRUE(seen.whole);
  EXPECT_EQ(seen.missing_bytes, 0u);
  EXPECT_EQ(total(seen), told.total_bytes);
  expect_if_told(seen.head_bytes, told.head_bytes, "head_bytes");
  expect_if_told(seen.framing_bytes, told.framing_bytes, "framing_bytes");
  expect_if_told(seen.encoded_bytes, told.encoded_bytes, "encoded_bytes");
  expect_if_told(seen.facts.content_bytes, told.content_bytes, "content_bytes");
  EXPECT_EQ(seen.codings, told.codings);
  if (told.content_type) {
    EXPECT_EQ(seen.content_type, told.content_type);
  }
  ASSERT_TRUE(seen.facts.format.has_value());
  EXPECT_EQ(to_string(*seen.facts.format), told.format);
  EXPECT_EQ(seen.facts.messages, told.messages);
  if (told.names) {
    EXPECT_EQ(seen.facts.names, *told.names);
  }
  if (is_counted_table(told)) {
    EXPECT_EQ(seen.facts.rows, told.rows);
    EXPECT_EQ(seen.facts.columns, told.columns);
  }
}

void expect_equal(const Exchange& seen, const ExpectedExchange& told) {
  EXPECT_EQ(seen.method, told.method);
  EXPECT_EQ(seen.url, told.url);
  EXPECT_EQ(seen.status.has_value(), told.status.has_value());
  EXPECT_EQ(seen.status.value_or(0), static_cast<int>(told.status.value_or(0)));
  EXPECT_EQ(to_string(seen.state),
            to_string(told.response ? State::complete : State::unanswered));
  ASSERT_TRUE(seen.request.has_value());
  {
    SCOPED_TRACE("request");
    expect_equal_halves(*seen.request, told.request);
  }
  SCOPED_TRACE("response");
  ASSERT_EQ(seen.response.has_value(), told.response.has_value());
  if (told.response) {
    expect_equal_halves(*seen.response, *told.response);
  }
}

void expect_totals(const Analysis& seen, const ExpectedCapture& told) {
  std::uint64_t requests = 0, responses = 0, request_bytes = 0, response_bytes = 0;
  for (const Exchange& exchange : seen.exchanges) {
    if (exchange.request) {
      ++requests;
      request_bytes += total(*exchange.request);
    }
    if (exchange.response) {
      ++responses;
      response_bytes += total(*exchange.response);
    }
  }
  EXPECT_EQ(requests, told.requests);
  EXPECT_EQ(responses, told.responses);
  EXPECT_EQ(request_bytes, told.request_bytes);
  EXPECT_EQ(response_bytes, told.response_bytes);
}

void expect_ledger(const Ledger& ledger, std::uint64_t message_bytes) {
  EXPECT_EQ(ledger.residual(), 0);
  EXPECT_EQ(ledger.of(Fate::exchange), message_bytes);
  for (const Fate fate : {Fate::junk, Fate::not_http, Fate::tunnel, Fate::duplicate,
                          Fate::outside_window, Fate::fragments, Fate::not_tcp,
                          Fate::unsupported, Fate::malformed, Fate::snaplen_cut}) {
    EXPECT_EQ(ledger.of(fate), 0u) << to_string(fate);
  }
}

using ByPort = std::map<std::string, std::vector<const Exchange*>>;

/// Client ports are unique within each recording.
ByPort by_client_port(const Analysis& analysis) {
  ByPort out;
  for (const Exchange& exchange : analysis.exchanges) {
    out[exchange.client.substr(exchange.client.view().rfind(':') + 1)].push_back(
        &exchange);
  }
  return out;
}

void expect_exchanges(const Analysis& seen, const ExpectedCapture& told) {
  const ByPort ports = by_client_port(seen);
  EXPECT_EQ(ports.size(), told.connections);
  std::map<std::string, std::size_t> next;
  for (const ExpectedExchange& each : told.exchanges) {
    SCOPED_TRACE("exchange " + std::to_string(each.number) + " (" + each.step + ") " +
                 each.method + " " + each.url);
    const std::string port = std::to_string(each.client_port);
    const auto found = ports.find(port);
    const std::size_t i = next[port]++;
    ASSERT_TRUE(found != ports.end() && i < found->second.size()) << "not seen";
    expect_equal(*found->second[i], each);
  }
}

}  // namespace

std::vector<ExpectedCapture> read_expected(const std::string& folder) {
  simdjson::dom::parser parser;
  element document;
  std::vector<ExpectedCapture> out;
  const simdjson::error_code error =
      parser.load(path_of(folder, "expected.json")).get(document);
  EXPECT_EQ(error, simdjson::SUCCESS) << simdjson::error_message(error);
  simdjson::dom::object captures;
  if (error == simdjson::SUCCESS &&
      document["captures"].get(captures) == simdjson::SUCCESS) {
    for (const simdjson::dom::key_value_pair each : captures) {
      out.push_back(capture(each.key, each.value));
    }
  }
  EXPECT_FALSE(out.empty());
  return out;
}

const Analysis& analyze_capture(const std::string& folder, const std::string& name) {
  static std::map<std::string, Analysis> known;
  const auto [place, fresh] = known.try_emplace(folder + "/" + name);
  if (fresh) {
    Result<Analysis> result = analyze({path_of(folder, name)}, AnalyzeOptions());
    EXPECT_TRUE(result.ok()) << name;
    if (result) {
      place->second = *std::move(result);
    }
  }
  return place->second;
}

std::vector<ExpectedExchange> matched(const Analysis& seen, const ExpectedCapture& told) {
  const ByPort ports = by_client_port(seen);
  std::map<std::string, std::size_t> next;
  std::vector<ExpectedExchange> out(seen.exchanges.size());
  EXPECT_EQ(seen.exchanges.size(), told.exchanges.size());
  for (const ExpectedExchange& each : told.exchanges) {
    const std::string port = std::to_string(each.client_port);
    const auto found = ports.find(port);
    const std::size_t i = next[port]++;
    if (found == ports.end() || i >= found->second.size()) {
      ADD_FAILURE() << "exchange " << each.number << " was not seen";
      continue;
    }
    out[found->second[i]->number - 1] = each;  // the only capture
  }
  return out;
}

void expect_as_logged(const std::string& folder) {
  for (const ExpectedCapture& told : read_expected(folder)) {
    SCOPED_TRACE(told.name);
    const Analysis& seen = analyze_capture(folder, told.name);
    ASSERT_EQ(seen.captures.size(), 1u);
    expect_totals(seen, told);
    expect_exchanges(seen, told);
    expect_ledger(seen.captures[0].ledger, told.request_bytes + told.response_bytes);
  }
}

}  // namespace capaudit
