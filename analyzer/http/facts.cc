// SPDX-License-Identifier: Apache-2.0
// Facts of one body: codings off, format recognised, contents counted. A number is given
// only when the whole content was there and understood.
#include "analyzer/http/facts.h"

#include <algorithm>
#include <array>
#include <string>

#include "analyzer/rows/table.h"
#include "decoders/codings/codings.h"
#include "decoders/formats/decode.h"
#include "decoders/formats/recognise.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostLinkBytes = 8192;

void add_finding(Facts& facts, std::string_view code) {
  if (std::find(facts.findings.begin(), facts.findings.end(), code) ==
      facts.findings.end()) {
    facts.findings.push_back(code);
  }
}

std::string_view coding_finding(const Error& error) {
  switch (error.code) {
  case ErrorCode::truncated:
    return "coding_truncated";
  case ErrorCode::malformed:
    return "coding_damaged";
  case ErrorCode::unsupported:
    return "coding_unknown";
  case ErrorCode::limit:
    return "decoding_limit";
  case ErrorCode::io:
    break;
  }
  return "coding_damaged";
}

Content content_of(const BodyInput& input, std::uint64_t max_kept_bytes) {
  CodingLimits limits;
  limits.max_content_bytes = input.max_content_bytes;
  limits.max_ratio = input.max_ratio;
  limits.max_kept_bytes = max_kept_bytes;
  return remove_codings(input.encoded, input.complete, input.codings, limits);
}

bool is_text_format(Format format) {
  constexpr std::array kText = {Format::json, Format::json_lines, Format::xml,
                                Format::html, Format::form,       Format::csv,
                                Format::text, Format::javascript, Format::css};
  return std::find(kText.begin(), kText.end(), format) != kText.end();
}

std::string_view decoding_finding(const Error& error) {
  switch (error.code) {
  case ErrorCode::truncated:
    return "body_ends_early";
  case ErrorCode::malformed:
    return "body_malformed";
  case ErrorCode::unsupported:
    return "body_opaque";
  case ErrorCode::limit:
    return "body_limit";
  case ErrorCode::io:
    break;
  }
  return "body_malformed";
}

/// What the content says. Of a content that is not whole the format and the names met so
/// far are facts, numbers are not.
void read_content(Bytes content, const Hints& hints, Facts& facts) {
  const Decoded decoded = decode(content, hints, Limits());
  facts.format = decoded.format;
  facts.names = decoded.names;
  facts.calls = call_facts(decoded.calls);
  if (decoded.next_link.size() <= kMostLinkBytes) {
    facts.next_link = decoded.next_link;
  }
  for (const std::string_view code : decoded.findings) {
    add_finding(facts, code);
  }
  if (!hints.complete) {
    return;
  }
  facts.messages = decoded.messages;
  if (decoded.tree.error) {
    add_finding(facts, decoding_finding(*decoded.tree.error));
    return;
  }
  const std::optional<Table> table = find_table(decoded);
  if (!table) {
    return;
  }
  facts.rows = table->rows;
  facts.digest = table_digest(decoded.tree, *table);
  if (!table->of_values) {
    std::vector<std::string> names = table->columns;
    std::sort(names.begin(), names.end());
    const bool named = !names.empty() && !names.back().empty();
    const auto end = named ? std::unique(names.begin(), names.end()) : names.end();
    facts.columns = static_cast<std::uint64_t>(end - names.begin());
  }
}

}  // namespace

Facts examine_body(const BodyInput& input) {
  Facts facts;
  const Content content = content_of(input, CodingLimits{}.max_kept_bytes);
  for (const std::string_view code : content.notes) {
    add_finding(facts, code);
  }
  facts.decompressed_bytes = input.codings.empty() ? 0 : content.bytes;
  if (!content.error) {
    facts.content_bytes = content.bytes;
  } else if (input.complete || content.error->code != ErrorCode::truncated) {
    add_finding(facts, coding_finding(*content.error));
  }
  if (content.data.empty() && content.error) {
    return facts;
  }
  if (input.codings.empty() && as_text(content.data).starts_with("\x1f\x8b\x08") &&
      is_text_format(format_of_type(input.content_type))) {
    add_finding(facts, "coding_unlabelled");
  }
  if (!content.error && !content.kept_whole()) {
    add_finding(facts, "body_limit");
  }
  const Hints hints = {input.content_type, input.soap_action, input.target,
                       input.is_request, content.kept_whole()};
  // The start of a body that stopped at a limit shows its format; the rest shows nothing
  // that could be told.
  constexpr std::size_t kLookBytes = std::size_t{1} << 20;
  const Bytes looked_at =
      hints.complete ? content.data
                     : content.data.first(std::min(kLookBytes, content.data.size()));
  read_content(looked_at, hints, facts);
  return facts;
}

DecodedBody decode_body(const BodyInput& input) {
  Content content = content_of(input, input.max_content_bytes);
  DecodedBody body;
  if (content.error) {
    body.error = content.error->what;
  }
  if (content.owned.empty()) {
    body.content.assign(content.data.begin(), content.data.end());
  } else {
    body.content = std::move(content.owned);
  }
  return body;
}

}  // namespace capaudit
