// SPDX-License-Identifier: Apache-2.0
// HeadFacts: what is kept of a head to tell which requests belong together (RFC 9110,
// RFC 8288 for Link, Fetch 3.2 for CORS). Filled field by field, by the reader of HTTP/1
// and by that of HAR alike. Ids are fingerprints (call_facts.h): no secret is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/compact/rare.h"

namespace capaudit {

enum class HeadFlag : std::uint16_t {
  authorization = 1 << 0,  ///< Authorization or Proxy-Authorization
  authenticate = 1 << 1,   ///< WWW-Authenticate or Proxy-Authenticate
  cookie = 1 << 2,
  set_cookie = 1 << 3,
  range = 1 << 4,
  conditional = 1 << 5,  ///< If-None-Match or If-Modified-Since
  close = 1 << 6,        ///< Connection: close
  keep_alive = 1 << 7,   ///< Connection: keep-alive
  no_store = 1 << 8,     ///< Cache-Control: no-store or no-cache
  from_cache = 1 << 9,   ///< Age above 0 or X-Cache: HIT: a cache on the way answered
  flash = 1 << 10,       ///< x-flash-version
  retry_after = 1 << 11,
};

/// Fields whose text is needed, and that few messages have.
enum class HeadText : std::uint8_t {
  location,
  next_link,      ///< target of Link with rel=next
  continuation,   ///< "NextRowKey=..." of x-ms-continuation-NextRowKey, one entry each
  content_range,  ///< of a 206
  origin,
  preflight_method,  ///< Access-Control-Request-Method
};

struct ContentRange {
  std::uint64_t first = 0, last = 0;
  std::optional<std::uint64_t> size;
};

/// "bytes 0-499/1234" (RFC 9110 14.4); none where it is not well-formed.
std::optional<ContentRange> parse_content_range(std::string_view value);

class HeadFacts {
 public:
  /// One field line of a request or a response; `value` without white space around it.
  void take(std::string_view name, std::string_view value);

  bool has(HeadFlag flag) const {
    return (flags_ & static_cast<std::uint16_t>(flag)) != 0;
  }
  /// Of Referer without its fragment; a SWF's without /[[.
  std::uint64_t referer() const { return more_->referer; }
  /// Of the value of a session cookie, sent or set.
  std::uint64_t session() const { return more_->session; }
  std::uint64_t etag() const { return more_->etag; }
  /// The first of its kind; empty: none. Valid as long as this object is.
  std::string_view text(HeadText kind) const;
  /// All of a kind, as `name=value&name=value` where there are several.
  std::string joined(HeadText kind) const;

  std::uint64_t user_agent = 0;
  /// Of the first Idempotency-Key, x-ms-client-request-id or X-Request-Id.
  std::uint64_t request_id = 0;

 private:
  struct Field;
  struct Kept {
    HeadText kind;
    std::string value;
  };
  /// What few heads have.
  struct More {
    std::uint64_t referer = 0, session = 0, etag = 0;
    std::vector<Kept> texts;
  };

  void set(HeadFlag flag) { flags_ |= static_cast<std::uint16_t>(flag); }
  void keep(HeadText kind, std::string value);
  void take_cookies(std::string_view value);
  void take_connection(std::string_view value);
  void take_links(std::string_view value);
  void take_etag(std::string_view value);
  void take_agent(std::string_view value);
  void take_referer(std::string_view value);
  void take_set_cookie(std::string_view value);
  void take_caching(std::string_view value);
  void take_request_id(std::string_view value);
  void take_age(std::string_view value);
  void take_x_cache(std::string_view value);

  std::uint16_t flags_ = 0;
  Rare<More> more_;
};

}  // namespace capaudit
