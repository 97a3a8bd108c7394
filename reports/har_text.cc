// SPDX-License-Identifier: Apache-2.0
#include "reports/har_text.h"

#include <array>
#include <string_view>

#include "reports/numbers.h"

namespace capaudit {
namespace {

constexpr std::array<std::string_view, kHarOrigins> kInWords = {
    "sent over the network", "answered by a cache", "answered by a service worker",
    "data:, blob: and other local URLs", "never sent"};

std::string product(const std::string& name, const std::string& version) {
  return name + (version.empty() || name.empty() ? "" : " ") + version;
}

}  // namespace

std::string har_writer(const HarInfo& har) {
  std::string text = product(har.creator, har.creator_version);
  const std::string browser = product(har.browser, har.browser_version);
  if (!browser.empty() && browser != text) {
    text += (text.empty() ? "" : ", ") + browser;
  }
  return text.empty() ? std::string(kUnknown) : text;
}

std::string har_entries(const HarInfo& har) {
  std::string text;
  for (std::size_t i = 0; i < kHarOrigins; ++i) {
    if (har.origins[i] != 0) {
      text += (text.empty() ? ": " : ", ") + grouped(har.origins[i]) + " ";
      text += kInWords[i];
    }
  }
  return grouped(har.entries) + (har.entries == 1 ? " entry" : " entries") + text;
}

std::string har_requests(const HarInfo& har) {
  const std::uint64_t sent = har.origins[static_cast<std::size_t>(HarOrigin::network)];
  return grouped(sent) + " on the wire (" + grouped(har.preflights) +
         " preflights of the browser, " + grouped(har.not_modified) + " answered 304), " +
         grouped(har.entries - har.preflights) + " of the user";
}

std::string har_check(const HarCheck& check) {
  if (check.checked == 0) {
    return {};
  }
  std::string text(check.name);
  if (check.failed == 0) {
    return text + ": holds in all of " + grouped(check.checked);
  }
  return text + ": fails in " + grouped(check.failed) + " of " + grouped(check.checked) +
         ", first in entry " + grouped(check.first_failed);
}

void write_har_record(const HarInfo& har, JsonWriter& json) {
  json.begin_object();
  for (const auto& [key, value] :
       {std::pair("version", &har.version), std::pair("creator", &har.creator),
        std::pair("creator_version", &har.creator_version),
        std::pair("browser", &har.browser),
        std::pair("browser_version", &har.browser_version)}) {
    json.key(key);
    json.known_text(*value);
  }
  for (const auto& [key, value] :
       {std::pair("entries", har.entries), std::pair("lost", har.lost),
        std::pair("repaired", har.repaired),
        std::pair("websocket_messages", har.websocket_messages)}) {
    json.key(key);
    json.number(value);
  }
  json.key("dialect");
  json.known_text(har.dialect);
  json.key("preflights");
  json.number(har.preflights);
  json.key("not_modified");
  json.number(har.not_modified);
  json.key("checks");
  json.begin_array();
  for (const HarCheck& check : har.checks) {
    json.begin_object();
    json.key("name");
    json.text(check.name);
    json.key("checked");
    json.number(check.checked);
    json.key("failed");
    json.number(check.failed);
    json.key("first_failed");
    json.known_number(check.failed == 0 ? std::nullopt
                                        : std::optional(check.first_failed));
    json.end_object();
  }
  json.end_array();
  json.key("origins");
  json.begin_object();
  for (std::size_t i = 0; i < kHarOrigins; ++i) {
    json.key(to_string(static_cast<HarOrigin>(i)));
    json.number(har.origins[i]);
  }
  json.end_object();
  json.end_object();
}

}  // namespace capaudit
