// SPDX-License-Identifier: Apache-2.0
#include "analyzer/http/head.h"

#include <algorithm>
#include <charconv>

#include "analyzer/http/start_line.h"
#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostCodings = 32;

void note(std::vector<std::string_view>& findings, std::string_view code) {
  if (std::find(findings.begin(), findings.end(), code) == findings.end()) {
    findings.push_back(code);
  }
}

// Calls `item` for each element of a comma-separated list (RFC 9110 5.6.1); empty
// elements are skipped.
template <class F>
void for_each_element(std::string_view list, F item) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view element = trim_ows(list.substr(0, comma));
    if (!element.empty()) {
      item(element);
    }
    list.remove_prefix(std::min(list.size(), comma + 1));
  }
}

void add_codings(std::vector<std::string>& codings, std::string_view value) {
  for_each_element(value, [&](std::string_view element) {
    const std::string_view name = trim_ows(element.substr(0, element.find(';')));
    if (!name.empty() && codings.size() < kMostCodings) {
      codings.push_back(to_lower(name));
    }
  });
}

// RFC 9112 6.3 item 5 and RFC 9110 8.6: digits only; several values are one if they all
// agree.
void add_length(Head& head, std::string_view value) {
  bool any = false;
  const auto invalid = [&] { head.content_length_field = LengthField::invalid; };
  for_each_element(value, [&](std::string_view element) {
    if (any || head.content_length_field != LengthField::absent) {
      head.content_length_repeated = true;
    }
    any = true;
    std::uint64_t length = 0;
    const char* const end = element.data() + element.size();
    const auto [stop, error] = std::from_chars(element.data(), end, length);
    if (error != std::errc() || stop != end) {
      return invalid();
    }
    if (head.content_length_field == LengthField::valid &&
        head.content_length != length) {
      return invalid();
    }
    if (head.content_length_field == LengthField::absent) {
      head.content_length_field = LengthField::valid;
      head.content_length = length;
    }
  });
  if (!any) {
    invalid();
  }
}

void take_field(Head& head, std::string_view name, std::string_view value) {
  switch (name.size()) {
  case 4:
    if (equal_ignoring_case(name, "host")) {
      if (head.host) {
        note(head.findings, "host_repeated");
      } else {
        head.host = value;
      }
    }
    break;
  case 6:
    if (equal_ignoring_case(name, "expect") &&
        equal_ignoring_case(value, "100-continue")) {
      head.expect_continue = true;
    }
    break;
  case 10:
    if (equal_ignoring_case(name, "soapaction") && head.soap_action.empty()) {
      head.soap_action = value;
    }
    break;
  case 12:
    if (equal_ignoring_case(name, "content-type") && !head.content_type) {
      head.content_type = value;
    }
    break;
  case 14:
    if (equal_ignoring_case(name, "content-length")) {
      add_length(head, value);
    }
    break;
  case 16:
    if (equal_ignoring_case(name, "content-encoding")) {
      add_codings(head.content_codings, value);
    }
    break;
  case 17:
    if (equal_ignoring_case(name, "transfer-encoding")) {
      add_codings(head.transfer_codings, value);
    }
    break;
  default:
    break;
  }
}

// One field line without its line end. False when it has no colon or no name.
bool split_field(std::string_view line, std::string_view& name, std::string_view& value,
                 Head& head) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    return false;
  }
  name = line.substr(0, colon);
  const std::string_view trimmed = trim_ows(name);
  if (trimmed.size() != name.size()) {
    note(head.findings, "space_before_colon");
    name = trimmed;
  }
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_token_char)) {
    return false;
  }
  value = trim_ows(line.substr(colon + 1));
  return true;
}

bool has_final_chunked(const std::vector<std::string>& codings) {
  return !codings.empty() && codings.back() == "chunked";
}

bool only_identity(const std::vector<std::string>& codings) {
  return std::all_of(codings.begin(), codings.end(),
                     [](const std::string& coding) { return coding == "identity"; });
}

void note_transfer_coding(const Head& head, std::string_view version, BodyPlan& plan) {
  if (head.content_length_field != LengthField::absent) {
    plan.findings.push_back("te_cl_conflict");
  }
  if (version == "HTTP/1.0") {
    plan.findings.push_back("te_in_http10");
  }
  if (std::count(head.transfer_codings.begin(), head.transfer_codings.end(), "chunked") >
      1) {
    plan.findings.push_back("chunked_repeated");
  }
}

// What another reader of the same head may take otherwise, where it decides nothing here.
void note_length(const Head& head, BodyPlan& plan) {
  if (!head.transfer_codings.empty()) {
    plan.findings.push_back("te_identity");
  }
  if (head.content_length_field == LengthField::valid && head.content_length_repeated) {
    plan.findings.push_back("content_length_repeated");
  }
}

}  // namespace

std::string_view trim_ows(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

std::size_t find_head_end(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('\n', from); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') {
      return at + 2;
    }
    if (at + 2 < text.size() && text[at + 1] == '\r' && text[at + 2] == '\n') {
      return at + 3;
    }
  }
  return std::string_view::npos;
}

Head parse_head(std::string_view fields) {
  Head head;
  std::string folded;  // name: value of a field whose value goes on in the next line
  std::string_view pending;
  const auto finish = [&] {
    std::string_view name;
    std::string_view value;
    if (!pending.empty()) {
      if (split_field(pending, name, value, head)) {
        take_field(head, name, value);
        head.facts.take(name, value);
      } else {
        note(head.findings, "malformed_field");
      }
    }
    pending = {};
  };
  while (!fields.empty()) {
    const std::size_t end = std::min(fields.find('\n'), fields.size());
    std::string_view line = fields.substr(0, end);
    fields.remove_prefix(std::min(fields.size(), end + 1));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    } else {
      note(head.findings, "bare_lf");
    }
    if (line.find('\r') != std::string_view::npos) {
      note(head.findings, "bare_cr");
    }
    if (line.empty()) {
      break;
    }
    if ((line.front() == ' ' || line.front() == '\t') && !pending.empty()) {
      note(head.findings, "obs_fold");  // RFC 9112 5.2: read as one space
      std::string joined(pending);
      joined += ' ';
      joined += trim_ows(line);
      folded = std::move(joined);
      pending = folded;
      continue;
    }
    finish();
    pending = line;
  }
  finish();
  return head;
}

BodyPlan plan_request_body(const Head& head, std::string_view version) {
  BodyPlan plan;
  if (!only_identity(head.transfer_codings)) {
    note_transfer_coding(head, version, plan);
    if (has_final_chunked(head.transfer_codings)) {
      plan.mode = BodyMode::chunked;
    } else {
      plan.mode = BodyMode::unframeable;
      plan.findings.push_back("te_not_chunked");
    }
    return plan;
  }
  note_length(head, plan);
  switch (head.content_length_field) {
  case LengthField::absent:
    break;
  case LengthField::valid:
    plan.mode = head.content_length > 0 ? BodyMode::length : BodyMode::none;
    plan.length = head.content_length;
    break;
  case LengthField::invalid:
    plan.mode = BodyMode::unframeable;
    plan.findings.push_back("content_length_invalid");
    break;
  }
  return plan;
}

BodyPlan plan_response_body(const Head& head, int status, std::string_view version,
                            std::string_view method) {
  BodyPlan plan;
  if (status == 101) {
    plan.mode = BodyMode::tunnel;
    return plan;
  }
  if (method == "HEAD" || status < 200 || status == 204 || status == 304) {
    return plan;
  }
  if (method == "CONNECT" && status < 300) {
    plan.mode = BodyMode::tunnel;
    return plan;
  }
  if (!only_identity(head.transfer_codings)) {
    note_transfer_coding(head, version, plan);
    plan.mode = BodyMode::until_close;
    if (has_final_chunked(head.transfer_codings)) {
      plan.mode = BodyMode::chunked;
    } else {
      plan.findings.push_back("te_not_chunked");
    }
    return plan;
  }
  note_length(head, plan);
  switch (head.content_length_field) {
  case LengthField::absent:
    plan.mode = BodyMode::until_close;
    break;
  case LengthField::valid:
    plan.mode = head.content_length > 0 ? BodyMode::length : BodyMode::none;
    plan.length = head.content_length;
    break;
  case LengthField::invalid:
    plan.mode = BodyMode::until_close;
    plan.findings.push_back("content_length_invalid");
    break;
  }
  return plan;
}

std::vector<std::string> applied_codings(const Head& head) {
  std::vector<std::string> out;
  const auto add = [&out](const std::string& coding) {
    if (coding != "identity" && coding != "chunked") {
      out.push_back(coding == "x-gzip" ? "gzip" : coding);
    }
  };
  std::for_each(head.content_codings.begin(), head.content_codings.end(), add);
  std::for_each(head.transfer_codings.begin(), head.transfer_codings.end(), add);
  return out;
}

}  // namespace capaudit
