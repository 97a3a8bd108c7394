// SPDX-License-Identifier: Apache-2.0
#include "reports/page/groups.h"

#include <algorithm>
#include <map>

#include "analyzer/select.h"
#include "reports/text.h"

namespace capaudit {
namespace {

void add_sizes(const Exchange& exchange, Group& group) {
  if (exchange.request) {
    group.request_head.add(exchange.request->head_bytes);
    group.request_framing.add(exchange.request->framing_bytes);
    group.request_encoded.add(exchange.request->encoded_bytes);
  }
  if (!exchange.response) {
    return;
  }
  const Half& response = *exchange.response;
  group.response_head.add(response.head_bytes);
  group.response_framing.add(response.framing_bytes);
  group.response_encoded.add(response.encoded_bytes);
  group.response_content.add(response.facts.content_bytes);
  if (response.encoded_bytes && response.facts.content_bytes) {
    ++group.both;
    group.both_encoded += *response.encoded_bytes;
    group.both_content += *response.facts.content_bytes;
  }
}

void add_known(std::vector<double>& values, const std::optional<double>& value) {
  if (value) {
    values.push_back(*value);
  }
}

void add_times(const Timings& time, Group& group) {
  add_known(group.wait, time.wait);
  add_known(group.server, time.server);
  add_known(group.receive, time.receive);
  add_known(group.total, time.total);
  if (time.send && time.wait && time.server && time.receive) {
    ++group.phased;
    group.send_sum += *time.send;
    group.network_sum += *time.wait - *time.server;
    group.server_sum += *time.server;
    group.receive_sum += *time.receive;
  }
}

void add(const Exchange& exchange, Group& group) {
  ++group.exchanges;
  group.complete += exchange.state == State::complete ? 1u : 0u;
  add_sizes(exchange, group);
  add_times(exchange.time, group);
}

}  // namespace

std::vector<Group> group_by(const std::vector<const Exchange*>& exchanges,
                            const GroupKey& key) {
  std::map<std::string, Group> by_name;
  for (const Exchange* exchange : exchanges) {
    const std::string name = key(*exchange);
    Group& group = by_name[name];
    group.name = name;
    add(*exchange, group);
  }
  std::vector<Group> groups;
  groups.reserve(by_name.size());
  for (auto& [name, group] : by_name) {
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.response_bytes() > b.response_bytes();
  });
  return groups;
}

Group total_of(const std::vector<const Exchange*>& exchanges) {
  Group group;
  group.name = "all";
  for (const Exchange* exchange : exchanges) {
    add(*exchange, group);
  }
  return group;
}

std::string host_key(const Exchange& exchange) {
  const std::string host = to_lower(authority_of(exchange.url));
  if (!host.empty()) {
    return host;
  }
  return exchange.server.empty() ? "unknown host" : exchange.server;
}

std::string format_key(const Exchange& exchange) {
  if (!exchange.response) {
    return "no response";
  }
  return exchange.response->facts.format
             ? std::string(to_string(*exchange.response->facts.format))
             : "unknown";
}

}  // namespace capaudit
