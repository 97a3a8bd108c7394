// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operations/url.h"

#include <algorithm>
#include <optional>

#include "analyzer/http/call_facts.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostParameters = 256;

struct Parts {
  std::string_view scheme, authority, path, query;
  bool has_authority = false, has_query = false;
};

bool is_scheme(std::string_view text) {
  return !text.empty() && is_alpha(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
         });
}

// RFC 3986 appendix B.
Parts split(std::string_view url) {
  Parts parts;
  url = url.substr(0, url.find('#'));
  const std::size_t colon = url.find(':');
  if (colon != std::string_view::npos && colon < url.find_first_of("/?") &&
      is_scheme(url.substr(0, colon))) {
    parts.scheme = url.substr(0, colon);
    url.remove_prefix(colon + 1);
  }
  if (url.starts_with("//")) {
    parts.has_authority = true;
    url.remove_prefix(2);
    const std::size_t end = std::min(url.find_first_of("/?"), url.size());
    parts.authority = url.substr(0, end);
    url.remove_prefix(end);
  }
  const std::size_t question = url.find('?');
  parts.path = url.substr(0, question);
  if (question != std::string_view::npos) {
    parts.has_query = true;
    parts.query = url.substr(question + 1);
  }
  return parts;
}

int hex_value(char c) {
  const char lower = to_lower(c);
  return is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::optional<char> escaped_at(std::string_view text, std::size_t at) {
  if (text[at] != '%' || text.size() - at < 3) {
    return std::nullopt;
  }
  const int high = hex_value(text[at + 1]);
  const int low = hex_value(text[at + 2]);
  if (high < 0 || low < 0) {
    return std::nullopt;
  }
  return static_cast<char>(high * 16 + low);
}

bool is_unreserved(char c) {
  return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// RFC 3986 6.2.2: unreserved characters stand for themselves, other escapes are in upper
// case.
std::string normal_escapes(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<char> decoded = escaped_at(text, i);
    if (!decoded) {
      out += text[i];
      continue;
    }
    if (is_unreserved(*decoded)) {
      out += *decoded;
    } else {
      const unsigned byte = static_cast<unsigned char>(*decoded);
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
    i += 2;
  }
  return out;
}

std::string decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::optional<char> byte = escaped_at(text, i)) {
      out += *byte;
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

// RFC 3986 5.2.4.
std::string without_dot_segments(std::string_view path) {
  std::vector<std::string_view> segments;
  bool directory = false;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    const std::string_view segment = path.substr(at, end - at);  // with its slash
    directory = segment == "/." || segment == "/..";
    if (segment == "/..") {
      if (!segments.empty()) {
        segments.pop_back();
      }
    } else if (segment != "/.") {
      segments.push_back(segment);
    }
    at = end;
  }
  std::string out;
  for (const std::string_view segment : segments) {
    out += segment;
  }
  return directory || out.empty() ? out + "/" : out;
}

std::string merged_path(const Parts& base, std::string_view reference) {
  if (base.has_authority && base.path.empty()) {
    return "/" + std::string(reference);
  }
  const std::size_t slash = base.path.rfind('/');
  return std::string(
             base.path.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) +
         std::string(reference);
}

}  // namespace

std::string resolve_url(std::string_view base_url, std::string_view reference) {
  const Parts base = split(base_url);
  const Parts relative = split(trim(reference));
  std::string_view scheme = base.scheme;
  std::string_view authority = base.authority;
  std::string path;
  std::string_view query = relative.query;
  bool has_query = relative.has_query;
  if (!relative.scheme.empty() || relative.has_authority) {
    scheme = relative.scheme.empty() ? base.scheme : relative.scheme;
    authority = relative.authority;
    path = without_dot_segments(relative.path);
  } else if (relative.path.empty()) {
    path = base.path;
    query = relative.has_query ? relative.query : base.query;
    has_query = relative.has_query || base.has_query;
  } else if (relative.path.front() == '/') {
    path = without_dot_segments(relative.path);
  } else {
    path = without_dot_segments(merged_path(base, relative.path));
  }
  std::string out = std::string(scheme) + "://" + std::string(authority) + path;
  return has_query ? out + "?" + std::string(query) : out;
}

std::string place_of(std::string_view url) {
  const Parts parts = split(url);
  std::string_view authority = parts.authority;
  authority = authority.substr(authority.rfind('@') + 1);  // npos + 1 = 0
  const std::string scheme = to_lower(parts.scheme);
  const std::string_view port = scheme == "https" ? ":443" : ":80";
  if (authority.ends_with(port)) {
    authority.remove_suffix(port.size());
  }
  std::string path = normal_escapes(parts.path);
  const std::size_t session = to_lower(path).find(";jsessionid=");
  if (session != std::string::npos) {
    path.erase(session, path.find('/', session) - session);
  }
  return to_lower(authority) + without_dot_segments(path);
}

std::string path_of_place(std::string_view place) {
  return std::string(place.substr(std::min(place.find('/'), place.size())));
}

QueryParameters query_of(std::string_view url) {
  QueryParameters out;
  std::string_view query = split(url).query;
  while (!query.empty() && out.size() < kMostParameters) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    query.remove_prefix(std::min(query.size(), end + 1));
    const std::size_t equals = std::min(one.find('='), one.size());
    if (!one.empty()) {
      out.emplace_back(decoded(one.substr(0, equals)),
                       decoded(one.substr(std::min(one.size(), equals + 1))));
    }
  }
  return out;
}

std::uint64_t target_key(std::string_view place, QueryParameters query) {
  for (auto& parameter : query) {
    parameter.first = to_lower(parameter.first);
  }
  std::sort(query.begin(), query.end());
  std::uint64_t key = fingerprint(place);
  for (const auto& [name, value] : query) {
    key = mix(mix(key, fingerprint(name)), fingerprint(value));
  }
  return key;
}

std::uint64_t target_key(std::string_view url) {
  return target_key(place_of(url), query_of(url));
}

}  // namespace capaudit
