// SPDX-License-Identifier: Apache-2.0
#include "reports/page/names.h"

#include <map>

#include "analyzer/payloads.h"

namespace capaudit {
namespace {

/// What stands between ?, & and / of a URL; a name of a call is one word.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> out = {""};
  for (const char c : name) {
    if (c == '?' || c == '&' || c == '/' || c == ' ') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  std::erase(out, "");
  return out;
}

bool is_url(const std::string& name) {
  return name.find('/') != std::string::npos;
}

/// "getJSON" of "command=getJSON"; a number that was taken out says nothing alone.
std::string value_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string value =
      equals == std::string::npos ? std::string() : word.substr(equals + 1);
  return value.empty() || value == "#" ? word : value;
}

}  // namespace

std::string shown_url(const Exchange& exchange, const Redactor& redactor) {
  return exchange.method + " " + without_numbers(redactor.url(exchange.url));
}

std::string answer_name(const Exchange& exchange, const Redactor& redactor) {
  std::string names;
  if (exchange.response) {
    for (const std::string& name : exchange.response->facts.names) {
      names += (names.empty() ? "" : ", ") + redactor.text(name);
    }
  }
  return names.empty() ? shown_url(exchange, redactor) : names;
}

ShortNames::ShortNames(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> seen;
  const std::set<std::string> each(names.begin(), names.end());
  std::size_t urls = 0;
  for (const std::string& name : each) {
    if (!is_url(name)) {
      continue;
    }
    const std::vector<std::string> words = words_of(name);
    ++urls;
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
      ++seen[word];
    }
  }
  for (const auto& [word, count] : seen) {
    if (urls > 1 && count == urls) {
      common_.insert(word);
    }
  }
  for (const std::string& name : each) {
    taken_.insert(shortened(name));
  }
}

std::string ShortNames::shortened(const std::string& name) const {
  const auto rest = [this](const std::string& part) {
    std::string out;
    for (const std::string& word : words_of(part)) {
      if (!common_.contains(word) && !word.ends_with("=#")) {
        out += (out.empty() ? "" : " ") + value_of(word);
      }
    }
    return out;
  };
  const std::size_t query = name.find('?');
  const std::string of_query =
      query == std::string::npos ? std::string() : rest(name.substr(query));
  return of_query.empty() ? rest(name) : of_query;
}

std::string ShortNames::of(const std::string& name) const {
  if (!is_url(name)) {
    return name;
  }
  if (common_.empty()) {
    return name;
  }
  std::string out = shortened(name);
  return out.empty() || taken_.count(out) > 1 ? name : out;
}

}  // namespace capaudit
