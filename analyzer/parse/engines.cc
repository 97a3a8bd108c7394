// SPDX-License-Identifier: Apache-2.0
// The table of engines.
#include "analyzer/parse/engines.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace capaudit {
namespace {

// What the build did not find is listed all the same, as absent.
#ifdef CAPAUDIT_RAPIDJSON
constexpr OpenEngine* kRapidjson = open_rapidjson;
#else
constexpr OpenEngine* kRapidjson = nullptr;
#endif
#ifdef CAPAUDIT_NLOHMANN
constexpr OpenEngine* kNlohmann = open_nlohmann;
#else
constexpr OpenEngine* kNlohmann = nullptr;
#endif
#ifdef CAPAUDIT_YAJL
constexpr OpenEngine* kYajl = open_yajl;
#else
constexpr OpenEngine* kYajl = nullptr;
#endif
#ifdef CAPAUDIT_EXPAT
constexpr OpenEngine* kExpat = open_expat;
#else
constexpr OpenEngine* kExpat = nullptr;
#endif

constexpr std::array kJson = {PayloadKind::json};
constexpr std::array kXml = {PayloadKind::xml};
constexpr std::array kAll = {PayloadKind::json, PayloadKind::xml, PayloadKind::amf};

constexpr std::array kEngines = std::to_array<ParseEngine>({
    {"simdjson", "simdjson, DOM", kJson, "copied behind padding, then parsed",
     "parsed in a padded text", "", open_simdjson},
    {"simdjson-ondemand", "simdjson, On-Demand", kJson,
     "copied behind padding, then read value by value",
     "a padded text read value by value", "", open_simdjson_ondemand},
    {"rapidjson", "RapidJSON", kJson, "UTF-8 validated while parsing",
     "without validation", "at build time: rapidjson-dev", kRapidjson},
    {"nlohmann", "nlohmann::json", kJson, "UTF-8 validated while parsing",
     "the same: it always validates", "at build time: nlohmann-json3-dev", kNlohmann},
    {"yajl", "yajl, events", kJson, "UTF-8 validated while parsing", "without validation",
     "at build time: libyajl-dev", kYajl},
    {"node", "node, JSON.parse", kJson, "decoded from UTF-8, then JSON.parse",
     "JSON.parse of a string", "nodejs", open_node},
    {"chromium", "headless Chromium, JSON.parse", kJson,
     "decoded by TextDecoder, then JSON.parse", "JSON.parse of a string",
     "chromium-headless-shell", open_chromium},
    {"pugixml", "pugixml", kXml, "encoding detected", "read as UTF-8", "", open_pugixml},
    {"expat", "expat, events", kXml, "encoding as declared", "read as UTF-8",
     "at build time: libexpat1-dev", kExpat},
    {"capaudit", "capaudit's own decoders", kAll, "into a tree", "", "", open_capaudit},
});

}  // namespace

std::string_view to_string(PayloadKind kind) {
  switch (kind) {
  case PayloadKind::json:
    return "json";
  case PayloadKind::xml:
    return "xml";
  case PayloadKind::amf:
    return "amf";
  }
  return "";
}

std::optional<PayloadKind> payload_kind(Format format) {
  constexpr std::array kJsonFormats = {Format::json, Format::json_rpc, Format::graphql,
                                       Format::bayeux, Format::odata_json};
  constexpr std::array kXmlFormats = {Format::xml, Format::soap, Format::atom,
                                      Format::odata_atom, Format::rss};
  const auto among = [format](const auto& formats) {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
  };
  if (among(kJsonFormats)) {
    return PayloadKind::json;
  }
  if (among(kXmlFormats)) {
    return PayloadKind::xml;
  }
  const bool amf = format == Format::amf0 || format == Format::amf3;
  return amf ? std::optional(PayloadKind::amf) : std::nullopt;
}

std::uint64_t ParsePayload::bytes() const {
  return std::accumulate(documents.begin(), documents.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const ParseDocument& document) {
                           return sum + document.content.size();
                         });
}

std::string_view to_string(Work work) {
  switch (work) {
  case Work::parse_bytes:
    return "parse from bytes";
  case Work::parse_text:
    return "parse from text";
  case Work::generate:
    return "generate";
  }
  return "";
}

bool ParseEngine::reads(PayloadKind kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::span<const ParseEngine> parse_engines() {
  return kEngines;
}

const ParseEngine* find_parse_engine(std::string_view name) {
  for (const ParseEngine& engine : kEngines) {
    if (engine.name == name) {
      return &engine;
    }
  }
  return nullptr;
}

Result<std::unique_ptr<EngineRun>> open_engine(const ParseEngine& engine,
                                               const ParsePayload& payload) {
  const std::string name(engine.name);
  if (!engine.reads(payload.kind)) {
    return Error{ErrorCode::malformed, 0,
                 name + " does not read " + std::string(to_string(payload.kind))};
  }
  if (engine.open == nullptr) {
    return Error{ErrorCode::unsupported, 0,
                 "absent; install " + std::string(engine.install)};
  }
  return engine.open(payload);
}

}  // namespace capaudit
