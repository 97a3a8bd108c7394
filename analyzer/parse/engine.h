// SPDX-License-Identifier: Apache-2.0
// ParseEngine: a program part that parses bodies, behind one interface, one file each
// under engines/, one line each in the table of engines.cc. A run parses every document
// of a payload and visits every value; what it has read is written out once and compared
// before any time counts (check.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decoders/core/bytes.h"
#include "decoders/core/format.h"
#include "decoders/core/result.h"

namespace capaudit {

enum class PayloadKind : std::uint8_t { json, xml, amf };
std::string_view to_string(PayloadKind kind);
/// Which engines can read a format; none: none can.
std::optional<PayloadKind> payload_kind(Format format);

/// One body, content codings taken off.
struct ParseDocument {
  Buffer content;
  std::string content_type;
  std::string target;  ///< URL of the request
  bool is_request = false;
  Format format = Format::binary;
};

struct ParsePayload {
  PayloadKind kind = PayloadKind::json;
  std::vector<ParseDocument> documents;

  std::uint64_t bytes() const;
};

enum class Work : std::uint8_t {
  parse_bytes,  ///< from bytes as they came
  parse_text,   ///< from text that is decoded already, in the form the engine likes best
  generate,     ///< the values written again
};
std::string_view to_string(Work work);

/// One engine with one payload. Unsupported work gives an error of that code.
class EngineRun {
 public:
  EngineRun() = default;
  EngineRun(const EngineRun&) = delete;
  EngineRun& operator=(const EngineRun&) = delete;
  virtual ~EngineRun() = default;

  /// Nanoseconds for `iterations` passes over all documents.
  virtual Result<double> time(Work work, std::uint64_t iterations) = 0;
  /// What one pass has read (or generated), one text per document: JSON, XML, or the
  /// payload's own format.
  virtual Result<std::vector<Buffer>> written(Work work) = 0;
  /// Instead, the digests of what one pass has read, where the engine makes them itself.
  virtual std::optional<std::vector<std::string>> digests(Work /*work*/) {
    return std::nullopt;
  }
  /// The least difference that the engine's clock can show.
  virtual double quantum_ns() = 0;
  /// The most bytes that one pass holds allocated at a time; none: not known.
  virtual std::optional<std::uint64_t> peak_bytes(Work work) = 0;
  /// Of the library or program, empty: unknown.
  virtual std::string version() = 0;
};

struct ParseEngine {
  std::string_view name;
  std::string_view title;
  std::span<const PayloadKind> kinds;
  std::string_view from_bytes, from_text;  ///< what is timed under that name
  std::string_view install;                ///< what to install where it is absent
  /// Null: not built in. An error of code unsupported: not installed here. The payload
  /// must outlive the run.
  Result<std::unique_ptr<EngineRun>> (*open)(const ParsePayload& payload);

  bool reads(PayloadKind kind) const;
};

std::span<const ParseEngine> parse_engines();
/// Null: unknown.
const ParseEngine* find_parse_engine(std::string_view name);
/// Opens an engine. Errors: malformed, it is no engine for this kind; unsupported, it is
/// absent, and what to install.
Result<std::unique_ptr<EngineRun>> open_engine(const ParseEngine& engine,
                                               const ParsePayload& payload);

}  // namespace capaudit
