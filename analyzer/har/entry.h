// SPDX-License-Identifier: Apache-2.0
// HarEntry: one entry of a HAR (HAR 1.2, entries) as the file has it, with the members
// that exporters add. Nothing is repaired here; what is missing, null or of another type
// is none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/har/own.h"
#include "decoders/core/result.h"

namespace capaudit {

struct HarHeader {
  std::string_view name, value;
};

/// `content` of a response, `postData` of a request.
struct HarBody {
  bool present = false;
  std::optional<std::int64_t> size, compression;
  std::string_view mime_type, encoding, comment;
  std::optional<std::string_view> text, file;  ///< `_file`: kept beside the HAR
  bool params = false;                         ///< postData has a list of fields
};

struct HarMessage {
  bool present = false;
  std::string_view http_version;
  std::vector<HarHeader> headers;
  std::optional<std::int64_t> headers_size, body_size, transfer_size;
  HarBody body;
  std::string_view method, url;         ///< of a request
  std::optional<std::int64_t> status;   ///< of a response
  std::string_view status_text, error;  ///< of a response; `error` is `_error`
  bool by_service_worker = false;
  std::optional<HarOwnHalf> own;

  /// The first header of that name; none if there is none.
  std::optional<std::string_view> header(std::string_view name) const;
};

struct HarTimings {
  std::optional<double> blocked, dns, connect, ssl, send, wait, receive;
  bool present = false;
};

struct HarEntry {
  std::string_view started;
  std::optional<double> time;
  HarMessage request, response;
  HarTimings timings;
  bool cache_members = false;  ///< `cache` says something
  std::string_view server_ip, connection, connection_id;
  std::optional<std::int64_t> server_port;
  std::string_view from_cache, fetch_type, resource_type, protocol;
  std::string_view state;  ///< `_state`, as capaudit writes it
  std::optional<HarOwn> own;
  std::uint64_t websocket_messages = 0;
  bool was_pushed = false;
};

/// Parses entries one after the other.
class HarEntryParser {
 public:
  HarEntryParser();
  ~HarEntryParser();
  HarEntryParser(const HarEntryParser&) = delete;
  HarEntryParser& operator=(const HarEntryParser&) = delete;

  /// `json` is the whole entry, with Window::kReadableBehind readable bytes behind it.
  /// What is given stays valid until the next call. `repaired` says that the JSON was
  /// faulty and what the faults cost became null or U+FFFD.
  Result<const HarEntry*> parse(std::string_view json, bool& repaired);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "name" and "version" of a creator or browser object; empty where there are none.
struct HarProduct {
  std::string name, version, comment;
};
HarProduct parse_har_product(std::string_view json);

/// The text of a JSON string; empty for anything else.
std::string parse_har_string(std::string_view json);

}  // namespace capaudit
