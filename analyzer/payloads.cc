// SPDX-License-Identifier: Apache-2.0
#include "analyzer/payloads.h"

#include <algorithm>
#include <map>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

std::string name_of(const Exchange& exchange) {
  std::string names;
  for (const std::string& name : exchange.response->facts.names) {
    names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? exchange.method + " " + without_numbers(exchange.url) : names;
}

std::uint64_t bytes_of(const Exchange& exchange) {
  return exchange.response->facts.content_bytes.value_or(0);
}

bool has_rows(const Exchange& exchange) {
  return exchange.response && exchange.response->whole && exchange.response->facts.rows &&
         exchange.response->facts.content_bytes && exchange.response->facts.format;
}

Payload payload_of(const Exchange& exchange, bool is_request, WantedBody& wanted) {
  Payload out;
  out.exchange = &exchange;
  out.is_request = is_request;
  const BodyInput input = body_input(exchange, wanted, is_request);
  out.content_type = std::string(input.content_type);
  DecodedBody decoded = decode_body(input);
  out.content = std::move(decoded.content);
  out.problem = !wanted.found     ? "the capture could not be read a second time"
                : !input.complete ? "the body is not whole"
                                  : std::move(decoded.error);
  return out;
}

}  // namespace

std::string without_numbers(const std::string& url) {
  std::string out;
  for (const char c : url) {
    if (!is_digit(c)) {
      out += c;
    } else if (!out.ends_with('#')) {
      out += '#';
    }
  }
  return out;
}

std::vector<Payload> fetch_payloads(const Analysis& analysis,
                                    const AnalyzeOptions& options,
                                    const std::vector<const Exchange*>& wanted,
                                    bool is_request) {
  std::vector<WantedBody> bodies(wanted.size());
  std::vector<WantedBody*> pointers;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    bodies[i].id = exchange_id(analysis, *wanted[i]);
    pointers.push_back(&bodies[i]);
  }
  fetch_bodies(analysis, options, pointers);
  std::vector<Payload> out;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    out.push_back(payload_of(*wanted[i], is_request, bodies[i]));
    bodies[i] = WantedBody();
  }
  return out;
}

std::vector<PayloadGroup> group_payloads(const std::vector<const Exchange*>& exchanges) {
  std::map<std::string, PayloadGroup> groups;
  for (const Exchange* const exchange : exchanges) {
    if (!has_rows(*exchange)) {
      continue;
    }
    const Facts& facts = exchange->response->facts;
    const std::string name = name_of(*exchange);
    PayloadGroup& group = groups[name + '\n' + std::string(to_string(*facts.format))];
    group.name = name;
    group.exchanges.push_back(exchange);
  }
  std::vector<PayloadGroup> out;
  for (auto& [key, group] : groups) {
    std::stable_sort(group.exchanges.begin(), group.exchanges.end(),
                     [](const Exchange* a, const Exchange* b) {
                       return a->response->facts.rows > b->response->facts.rows;
                     });
    if (*group.exchanges.front()->response->facts.rows > 0) {
      out.push_back(std::move(group));
    }
  }
  std::stable_sort(
      out.begin(), out.end(), [](const PayloadGroup& a, const PayloadGroup& b) {
        return bytes_of(*a.exchanges.front()) > bytes_of(*b.exchanges.front());
      });
  return out;
}

}  // namespace capaudit
