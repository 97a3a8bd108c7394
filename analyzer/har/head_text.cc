// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/head_text.h"

#include <algorithm>

namespace capaudit {
namespace {

// Characters that would end a line or start another become spaces.
void append_line(std::string& head, std::string_view text) {
  const std::size_t from = head.size();
  head += text;
  std::replace_if(
      head.begin() + static_cast<std::ptrdiff_t>(from), head.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }, ' ');
}

// Exporters join the values of repeated headers with a line feed.
void append_header(std::string& head, const HarHeader& header) {
  if (header.name.starts_with(':')) {
    return;  // a pseudo-header of HTTP/2: part of the start line
  }
  std::string_view rest = header.value;
  while (true) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    append_line(head, header.name);
    head += ": ";
    append_line(head, rest.substr(0, end));
    head += "\r\n";
    if (end == rest.size()) {
      return;
    }
    rest.remove_prefix(end + 1);
  }
}

std::string_view target_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) {
    return url;
  }
  const std::size_t path = url.find_first_of("/?#", scheme + 3);
  if (path == std::string_view::npos) {
    return "/";
  }
  return url.substr(path, url.find('#', path) - path);
}

void append_headers(std::string& head, const HarMessage& message) {
  for (const HarHeader& header : message.headers) {
    append_header(head, header);
  }
  head += "\r\n";
}

}  // namespace

std::string har_request_head(const HarMessage& request, std::string_view protocol) {
  std::string head;
  append_line(head, request.method);
  head += ' ';
  append_line(head, target_of(request.url));
  head += ' ';
  head += protocol.empty() ? "HTTP/1.1" : protocol;
  head += "\r\n";
  append_headers(head, request);
  return head;
}

std::string har_response_head(const HarMessage& response, std::string_view protocol) {
  std::string head(protocol.empty() ? "HTTP/1.1" : protocol);
  head += ' ';
  head += std::to_string(response.status.value_or(0));
  head += ' ';
  append_line(head, response.status_text);
  head += "\r\n";
  append_headers(head, response);
  return head;
}

std::string_view fields_of(std::string_view head) {
  return head.substr(std::min(head.find('\n'), head.size() - 1) + 1);
}

}  // namespace capaudit
