// SPDX-License-Identifier: Apache-2.0
#include "tests/support/expectation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string_view>

namespace capaudit {
namespace {

constexpr std::array<std::string_view, 4> kPositions = {"method", "url", "status",
                                                        "state"};

template <class MaybeNumber>
std::string text(const MaybeNumber& number) {
  return number ? std::to_string(*number) : "-";
}

std::string or_none(const std::string& value) {
  return value.empty() ? "-" : value;
}

template <class Strings>
std::string joined(const Strings& strings) {
  std::string out;
  for (const auto& string : strings) {
    out.append(out.empty() ? "" : ",").append(string);
  }
  return out;
}

std::string sizes(const Half& half) {
  return text(half.head_bytes) + "+" + text(half.framing_bytes) + "+" +
         text(half.encoded_bytes);
}

void describe_half(const Half& half, const std::string& prefix,
                   std::map<std::string, std::string>& out) {
  const Facts& facts = half.facts;
  out[prefix + "codings"] = joined(half.codings);
  out[prefix + "type"] = half.content_type.value_or("-");
  out[prefix + "content"] = text(facts.content_bytes);
  out[prefix + "missing"] = std::to_string(half.missing_bytes);
  out[prefix + "whole"] = half.whole ? "yes" : "no";
  out[prefix + "format"] = facts.format ? std::string(to_string(*facts.format)) : "-";
  out[prefix + "messages"] = text(facts.messages);
  out[prefix + "names"] = joined(facts.names);
  out[prefix + "rows"] = text(facts.rows);
  out[prefix + "columns"] = text(facts.columns);
  out[prefix + "digest"] = facts.digest;
}

using Expectation = std::map<std::string, std::string>;

Expectation parse(const std::string& line) {
  Expectation out;
  std::istringstream words(line);
  std::string word;
  for (std::size_t i = 0; words >> word; ++i) {
    const std::size_t equals = i < kPositions.size() ? std::string::npos : word.find('=');
    const std::string key =
        equals == std::string::npos
            ? std::string(i < kPositions.size() ? kPositions.at(i) : word)
            : word.substr(0, equals);
    std::string value = equals == std::string::npos ? word : word.substr(equals + 1);
    if (equals != std::string::npos) {
      std::replace(value.begin(), value.end(), '_', ' ');
    }
    out[key] = value;
  }
  return out;
}

void compare(const std::string& line, const Exchange& exchange,
             std::vector<std::string>& out) {
  const std::map<std::string, std::string> found = describe(exchange);
  for (const auto& [key, value] : parse(line)) {
    const auto entry = found.find(key);
    if (entry == found.end()) {
      out.push_back("no such key: " + key + " in: " + line);
    } else if (value != "?" && entry->second != value) {
      out.push_back(key + " is " + entry->second + ", expected: " + line);
    }
  }
}

void compare_ledger(const std::string& line, const Ledger& ledger,
                    std::vector<std::string>& out) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    bool known = false;
    for (std::size_t i = 0; i < kFates; ++i) {
      if (to_string(static_cast<Fate>(i)) == word.substr(0, equals)) {
        known = true;
        if (std::to_string(ledger.bytes.at(i)) != word.substr(equals + 1)) {
          out.push_back("ledger has " + std::to_string(ledger.bytes.at(i)) +
                        ", expected: " + word);
        }
      }
    }
    if (!known) {
      out.push_back("no such fate: " + word);
    }
  }
}

}  // namespace

std::map<std::string, std::string> describe(const Exchange& exchange) {
  std::map<std::string, std::string> out;
  out["method"] = or_none(exchange.method);
  out["url"] = or_none(exchange.url);
  out["status"] = text(exchange.status);
  out["state"] = to_string(exchange.state);
  out["protocol"] = exchange.protocol;
  out["reason"] = exchange.reason;
  out["request"] = exchange.request ? sizes(*exchange.request) : "-";
  out["response"] = exchange.response ? sizes(*exchange.response) : "-";
  describe_half(exchange.request.value_or(Half()), "request_", out);
  describe_half(exchange.response.value_or(Half()), "", out);
  return out;
}

std::vector<std::string> differences(const std::vector<std::string>& expected,
                                     const Analysis& analysis) {
  std::vector<std::string> out;
  std::size_t count = 0;
  for (const std::string& line : expected) {
    if (line.starts_with("ledger ")) {
      compare_ledger(line, analysis.captures.at(0).ledger, out);
    } else if (count < analysis.exchanges.size()) {
      compare(line, analysis.exchanges[count++], out);
    } else {
      out.push_back("not found: " + line);
    }
  }
  for (; count < analysis.exchanges.size(); ++count) {
    const Exchange& exchange = analysis.exchanges[count];
    out.push_back("not expected: " + or_none(exchange.method) + " " +
                  or_none(exchange.url) + " " + text(exchange.status) + " " +
                  std::string(to_string(exchange.state)));
  }
  return out;
}

}  // namespace capaudit
