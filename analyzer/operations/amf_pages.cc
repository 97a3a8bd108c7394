// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operations/amf_pages.h"

#include <string>
#include <string_view>

#include "analyzer/operations/url.h"

namespace capaudit {
namespace {

// The form that Referer has: no fragment.
std::uint64_t url_key(const Exchange& exchange) {
  const std::string_view url = exchange.url;
  return fingerprint(url.substr(0, url.find('#')));
}

std::uint64_t host_key(const Exchange& exchange) {
  const std::string place = place_of(exchange.url);
  return fingerprint(place.substr(0, place.find('/')));
}

bool is_policy_file(const Exchange& exchange) {
  const std::string path = path_of_place(place_of(exchange.url));
  return path == "/crossdomain.xml";
}

bool is_data(const Exchange& exchange) {
  const std::optional<Format> format = exchange.response->facts.format;
  return format == Format::json || format == Format::json_lines ||
         format == Format::json_rpc || format == Format::graphql ||
         format == Format::bayeux || format == Format::odata_json ||
         format == Format::soap || format == Format::atom ||
         format == Format::odata_atom || format == Format::csv;
}

}  // namespace

void FlashPages::see(const Grouping& grouping, std::uint32_t index) {
  const Exchange& exchange = grouping[index];
  if (!exchange.response) {
    return;
  }
  const std::uint64_t client = grouping.client(index);
  if (exchange.method != "GET" || is_data(exchange)) {
    forget_page(grouping, index);
    return;
  }
  if (exchange.url.find("/crossdomain.xml") != std::string::npos &&
      is_policy_file(exchange)) {
    policies_.offer(mix(client, host_key(exchange)), index);
    return;
  }
  const std::optional<Format> format = exchange.response->facts.format;
  if (format == Format::swf || format == Format::html) {
    documents_.offer(mix(client, url_key(exchange)), index);
  } else if (format == Format::javascript &&
             exchange.request->head_facts.referer() != 0) {
    scripts_.offer(mix(client, exchange.request->head_facts.referer()), index);
  }
}

// The page asks for data in another way: it was not loaded for the sake of a call.
void FlashPages::forget_page(const Grouping& grouping, std::uint32_t index) {
  const std::uint64_t referer = grouping[index].request->head_facts.referer();
  const std::optional<std::uint32_t> page = take_document(grouping, referer, index);
  if (page && grouping[*page].response->facts.format == Format::swf) {
    documents_.offer(mix(grouping.client(index), referer), *page);
  }
}

std::optional<std::uint32_t> FlashPages::take_document(const Grouping& grouping,
                                                       std::uint64_t url,
                                                       std::uint32_t index) {
  if (url == 0 || documents_.empty()) {
    return std::nullopt;
  }
  return documents_.take(grouping, mix(grouping.client(index), url), index);
}

std::vector<std::uint32_t> FlashPages::take(const Grouping& grouping,
                                            std::uint32_t index) {
  std::vector<std::uint32_t> out;
  const Exchange& exchange = grouping[index];
  const std::uint64_t client = grouping.client(index);
  if (!policies_.empty()) {
    const auto policy = policies_.take(grouping, mix(client, host_key(exchange)), index);
    if (policy) {
      out.push_back(*policy);
    }
  }
  std::uint64_t page_url = exchange.request->head_facts.referer();
  std::optional<std::uint32_t> page = take_document(grouping, page_url, index);
  const bool swf = page && grouping[*page].response->facts.format == Format::swf;
  if (swf) {
    out.push_back(*page);  // it names the page in turn
    page_url = grouping[*page].request->head_facts.referer();
    page = take_document(grouping, page_url, *page);
  }
  if (!page) {
    return out;
  }
  out.push_back(*page);
  if (!swf) {
    return out;
  }
  while (const auto script = scripts_.take(
             grouping, mix(client, page_url), index, [&](std::uint32_t from) {
               return from > *page && grouping.could_lead_to(from, index);
             })) {
    out.push_back(*script);
  }
  return out;
}

}  // namespace capaudit
