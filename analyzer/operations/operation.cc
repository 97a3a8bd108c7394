// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operations/operation.h"

#include <algorithm>

#include "analyzer/analysis.h"

namespace capaudit {

std::string_view to_string(PartRole role) {
  switch (role) {
  case PartRole::main:
    return "main";
  case PartRole::setup:
    return "setup";
  case PartRole::redirect:
    return "redirect";
  case PartRole::challenge:
    return "challenge";
  case PartRole::preflight:
    return "preflight";
  case PartRole::failed_try:
    return "failed_try";
  case PartRole::page:
    return "page";
  case PartRole::piece:
    return "piece";
  case PartRole::poll:
    return "poll";
  }
  return "main";
}

std::string_view to_string(Start start) {
  switch (start) {
  case Start::none:
    return "none";
  case Start::cold:
    return "cold";
  case Start::warm:
    return "warm";
  case Start::unknown:
    return "unknown";
  }
  return "none";
}

std::string operation_id(const Analysis& analysis, const Operation& operation) {
  return analysis.captures[operation.capture].source.name + "#op" +
         std::to_string(operation.number);
}

std::string operation_name(const Analysis& analysis, const Operation& operation) {
  constexpr std::size_t kMostNames = 4;
  const Exchange& exchange = analysis.exchanges[operation.anchor];
  std::vector<std::string> names;
  if (exchange.request) {
    for (const std::string& name : exchange.request->facts.names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        if (names.size() == kMostNames) {
          names.back() = "...";
          break;
        }
        names.push_back(name);
      }
    }
  }
  if (names.empty()) {
    const std::string path = exchange.url.substr(0, exchange.url.find_first_of("?#;"));
    return exchange.method.empty() ? path : exchange.method + " " + path;
  }
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : " + ") + name;
  }
  return out;
}

std::string grouped_because(const Operation& operation) {
  std::string out;
  for (const OperationRule& rule : kOperationRules) {
    if ((operation.rules >> static_cast<unsigned>(rule.kind) & 1u) != 0) {
      out += (out.empty() ? "" : "; ") + std::string(rule.because);
    }
  }
  return out.empty() ? std::string(kOperationRules[0].because) : out;
}

std::vector<std::uint32_t> exchanges_of(const Operation& operation, bool with_setup) {
  std::vector<std::uint32_t> out;
  out.reserve(operation.parts.size());
  for (const Part& part : operation.parts) {
    if (with_setup || part.role != PartRole::setup) {
      out.push_back(part.exchange);
    }
  }
  return out;
}

}  // namespace capaudit
