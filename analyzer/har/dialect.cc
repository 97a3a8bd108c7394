// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/dialect.h"

#include "analyzer/har/rules.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr HarDialect kDialects[] = {
    {"Chrome DevTools", "WebInspector", true, {&kRequestHeadShort, &kChunksInBodySize}},
    {"Playwright",
     "Playwright",
     false,
     {&kNotModifiedAs200, &kNegativeSizeIsCacheHit, &kRequestHeadShort,
      &kChunksInBodySize, &kSendHardCoded, &kReceiveHasQueue}},
    {"chrome-har",
     "chrome-har",
     true,
     {&kNotModifiedAs200, &kNegativeSizeIsCacheHit, &kContentSizeDoubled,
      &kBodySizeFromCompression, &kHeadersMixed, &kRequestSizeInCharacters,
      &kRequestHeadUnreliable, &kResponseHeadUnreliable, &kChunksInBodySize}},
    {"browsertime",
     "browsertime",
     false,
     {&kNotModifiedAs200, &kNegativeSizeIsCacheHit, &kContentSizeDoubled,
      &kBodySizeFromCompression, &kHeadersMixed, &kRequestSizeInCharacters,
      &kRequestHeadUnreliable, &kResponseHeadUnreliable, &kChunksInBodySize}},
    {"sitespeed.io",
     "sitespeed",
     false,
     {&kNotModifiedAs200, &kNegativeSizeIsCacheHit, &kContentSizeDoubled,
      &kBodySizeFromCompression, &kHeadersMixed, &kRequestSizeInCharacters,
      &kRequestHeadUnreliable, &kResponseHeadUnreliable, &kChunksInBodySize}},
    {"chrome-har-capturer",
     "Chrome HAR Capturer",
     false,
     {&kRequestHeadUnreliable, &kChunksInBodySize}},
    {"Puppeteer", "puppeteer", false, {&kRequestHeadUnreliable, &kChunksInBodySize}},
    {"Firefox",
     "Firefox",
     true,
     {&kUnmarkedCacheHit, &kHeadInBodySize, &kRepeatedLinesOnce}},
    {"Firefox BiDi",
     "firefox",
     true,
     {&kUnmarkedCacheHit, &kContentSizeAbsent, &kWholeMessageInBodySize,
      &kRepeatedLinesOnce, &kSendHasQueue}},
    {"Firebug", "Firebug", false, {}},
    {"Safari", "WebKit Web Inspector", false, {&kPhasesDoubled}},
    {"Internet Explorer", "Internet Explorer", false, {}},
    {"Edge", "Microsoft Edge", false, {}},
    {"F12 developer tools", "F12", false, {}},
    {"Fiddler", "Fiddler", false, {}},
    {"Charles", "Charles", false, {}},
    {"Proxyman", "Proxyman", false, {}},
    {"BrowserMob", "BrowserMob", false, {&kRequestHeadUnreliable}},
    {"mitmproxy",
     "mitmproxy",
     false,
     {&kRequestHeadUnreliable, &kResponseHeadUnreliable, &kContentSizeEncoded,
      &kConnectWithoutTls}},
    {"Insomnia", "Insomnia", false, {&kPhasesNotMeasured}},
    {"Postman", "Postman", false, {&kPhasesNotMeasured}},
    {"capture-har", "capture-har", false, {&kPhasesNotMeasured}},
    {"WebPageTest", "WebPagetest", false, {}},
    {"pcap2har", "pcap2har", false, {}},
    {"nghttp", "nghttp", false, {&kStreamAsConnection}},
    {"capaudit", "capaudit", true, {}, true},
};

constexpr HarDialect kUnknownDialect = {"", "", false, {}};

bool matches(const HarDialect& dialect, std::string_view creator) {
  return dialect.exact_case ? creator.starts_with(dialect.creator)
                            : starts_with_ignoring_case(creator, dialect.creator);
}

}  // namespace

const HarDialect& har_dialect(const HarInfo& info) {
  for (const HarDialect& dialect : kDialects) {
    if (matches(dialect, info.creator)) {
      return dialect;
    }
  }
  return kUnknownDialect;
}

void prepare_har(const HarDialect& dialect, HarFigures& figures, Exchange& exchange) {
  for (const HarRule* const rule : dialect.rules) {
    if (rule != nullptr && rule->prepare != nullptr && rule->prepare(figures, exchange)) {
      exchange.findings.push_back(rule->code);
    }
  }
}

void repair_har(const HarDialect& dialect, const HarFigures& figures,
                Exchange& exchange) {
  for (const HarRule* const rule : dialect.rules) {
    if (rule != nullptr && rule->repair != nullptr &&
        exchange.origin == HarOrigin::network && rule->repair(figures, exchange)) {
      exchange.findings.push_back(rule->code);
    }
  }
}

}  // namespace capaudit
