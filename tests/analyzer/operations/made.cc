// SPDX-License-Identifier: Apache-2.0
#include "tests/analyzer/operations/made.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/analyzed.h"
#include "tests/support/frames.h"

namespace capaudit {
namespace {

constexpr std::int64_t kMs = 1'000'000;

}  // namespace

Made& Made::add(const std::string& method, const std::string& url, int status) {
  Exchange& exchange = exchanges_.emplace_back();
  exchange.number = static_cast<std::uint32_t>(exchanges_.size());
  exchange.method = method;
  exchange.url = url;
  exchange.wire.packets = 2;
  exchange.request.emplace();
  exchange.request->whole = true;
  exchange.request->encoded_bytes = 0;
  exchange.request->facts.format = Format::empty;
  exchange.request->facts.messages = 0;
  exchange.state = State::unanswered;
  if (status != 0) {
    exchange.status = status;
    exchange.response.emplace();
    exchange.response->whole = true;
    exchange.response->facts.messages = 1;
    exchange.state = State::complete;
  }
  clock_ms_ += 10;
  on(1);
  by("192.0.2.1");
  return sent_at(clock_ms_, clock_ms_ + 5);
}

Made& Made::asking(std::string_view field, std::string_view value) {
  last().request->head_facts.take(field, value);
  return *this;
}

Made& Made::answering(std::string_view field, std::string_view value) {
  last().response->head_facts.take(field, value);
  return *this;
}

Made& Made::on(std::uint32_t connection) {
  last().connection = connection;
  return *this;
}

Made& Made::by(const std::string& address) {
  last().client = address + ":" + std::to_string(40000 + *last().connection);
  return *this;
}

Made& Made::sent_at(std::int64_t ms, std::int64_t answered_ms) {
  last().time.start_ns = ms * kMs;
  last().request->first_ns = last().request->last_ns = ms * kMs;
  if (last().response) {
    last().response->first_ns = last().response->last_ns = answered_ms * kMs;
  }
  return *this;
}

Made& Made::as(Format request, Format response) {
  last().request->facts.format = request;
  if (last().response) {
    last().response->facts.format = response;
  }
  return *this;
}

Made& Made::rows(std::uint64_t count) {
  last().response->facts.rows = count;
  return *this;
}

Made& Made::next_link(const std::string& link) {
  last().response->facts.next_link = link;
  return *this;
}

Made& Made::call(const Call& call) {
  Facts& facts = last().request->facts;
  const std::vector<CallFact> made = call_facts({call});
  facts.calls.append(made);
  facts.messages = facts.calls.size();
  if (!call.name.empty()) {
    facts.names.push_back(call.name);
  }
  return *this;
}

Made& Made::reply(const Call& call) {
  Facts& facts = last().response->facts;
  const std::vector<CallFact> made = call_facts({call});
  facts.calls.append(made);
  facts.messages = facts.calls.size();
  return *this;
}

std::vector<std::string> Made::groups() const {
  Analysis analysis;
  analysis.captures.emplace_back();
  analysis.exchanges = exchanges_;
  group_operations(analysis);
  return groups_of(analysis);
}

std::vector<std::string> groups_of(const Analysis& analysis) {
  std::vector<std::string> lines;
  std::vector<unsigned> times(analysis.exchanges.size(), 0);
  for (const Operation& operation : analysis.operations) {
    std::string line(kOperationRules[static_cast<std::size_t>(operation.kind)].name);
    line += operation.inferred ? " inferred" : "";
    line += operation.complete ? "" : " open";
    line += operation.start == Start::none
                ? ""
                : " " + std::string(to_string(operation.start));
    line += ":";
    for (const Part& part : operation.parts) {
      ++times[part.exchange];
      line += (&part == &operation.parts.front() ? " " : ", ") +
              std::to_string(part.exchange + 1);
      line += part.role == PartRole::main ? "" : " " + std::string(to_string(part.role));
    }
    lines.push_back(line);
  }
  // Of every grouping it is true that each exchange is in one operation.
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(times[i], 1u) << "exchange " << i + 1;
    EXPECT_TRUE(analysis.exchanges[i].operation.has_value()) << "exchange " << i + 1;
  }
  return lines;
}

Analysis analysis_of(const std::vector<Visit>& visits) {
  std::vector<Frame> frames;
  for (const Visit& visit : visits) {
    const Result<Conversation> conversation = parse_conversation(visit.conversation);
    EXPECT_TRUE(conversation.ok());
    if (!conversation) {
      return {};
    }
    Random random(1);
    Shape shape;
    shape.client_port = visit.port;
    shape.start_ns += visit.start_ms * kMs;
    const std::vector<Frame> own =
        to_frames(travel(*conversation, shape, random), shape, random);
    frames.insert(frames.end(), own.begin(), own.end());
  }
  std::stable_sort(frames.begin(), frames.end(),
                   [](const Frame& a, const Frame& b) { return a.time_ns < b.time_ns; });
  return analyzed(to_pcap(frames));
}

}  // namespace capaudit
