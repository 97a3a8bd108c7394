// SPDX-License-Identifier: Apache-2.0
// Calling pugixml. It parses in place and without recursion; it says how far it came.
#include "decoders/formats/xml_source.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "decoders/core/text.h"

namespace capaudit {
namespace {

constexpr unsigned kFlags = pugi::parse_cdata | pugi::parse_ws_pcdata |
                            pugi::parse_embed_pcdata | pugi::parse_doctype |
                            pugi::parse_fragment;
constexpr std::size_t kBytesPerNode = 128;  // an element of pugixml and its text

/// What pugixml may still allocate for the document being read by this thread. Its own
/// limit would be the memory of the machine.
thread_local std::size_t allowance = std::numeric_limits<std::size_t>::max();

void* allocate(std::size_t size) {
  if (size > allowance) {
    return nullptr;
  }
  allowance -= size;
  return std::malloc(size);  // NOLINT(cppcoreguidelines-no-malloc): pugixml's interface
}

void release(void* memory) {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc): pugixml's interface
}

}  // namespace

XmlSource::XmlSource(std::string_view body, std::size_t begin, std::size_t max_nodes)
    : body_(body), begin_(begin), copy_(body.substr(begin)), sound_end_(body.size()) {
  static const bool bounded = [] {
    pugi::set_memory_management_functions(allocate, release);
    return true;
  }();
  // pugixml ends at the first NUL; the body keeps it.
  if (copy_.find('\0') != std::string::npos) {
    std::replace(copy_.begin(), copy_.end(), '\0', '\x01');
  }
  copy_ += '\n';  // pugixml puts its end mark over the last character
  allowance = bounded ? (std::size_t{1} << 20) + max_nodes * kBytesPerNode : 0;
  result_ = document_.load_buffer_inplace(copy_.data(), copy_.size(), kFlags,
                                          pugi::encoding_utf8);
  allowance = std::numeric_limits<std::size_t>::max();
  if (!sound()) {
    sound_end_ = std::min(begin_ + static_cast<std::size_t>(result_.offset), body.size());
  }
}

std::size_t XmlSource::end_tag(std::size_t at) const {
  constexpr std::size_t npos = std::string_view::npos;
  while (at < body_.size()) {
    const std::string_view rest = body_.substr(at);
    if (rest.starts_with("</")) {
      const std::size_t end = body_.find('>', at);
      return end == npos ? npos : end + 1;
    }
    const bool comment = rest.starts_with("<!--");
    if (!comment && !rest.starts_with("<?")) {
      return npos;
    }
    const std::size_t end =
        comment ? body_.find("-->", at + 4) : body_.find("?>", at + 2);
    if (end == npos) {
      return npos;
    }
    at = end + (comment ? 3 : 2);
  }
  return npos;
}

/// pugixml is one too far when a name is followed by what cannot follow it.
bool XmlSource::behind_mistake(std::size_t at) const {
  const char c = at == 0 || at > body_.size() ? ' ' : body_[at - 1];
  return result_.status == pugi::status_bad_start_element && !is_blank(c) &&
         !is_alpha(c) && !is_digit(c) && static_cast<unsigned char>(c) < 0x80 &&
         std::string_view("/:_-.\"'").find(c) == std::string_view::npos;
}

/// Whether the body ends at `at` or inside the markup there.
bool XmlSource::ends_early(std::size_t at, std::string_view innermost) const {
  if (at >= body_.size()) {
    return true;
  }
  const std::string_view rest = body_.substr(at);
  const std::size_t bracket = body_.substr(0, at + 1).rfind('<');
  const std::string_view tag =
      bracket == std::string_view::npos ? rest : body_.substr(bracket);
  switch (static_cast<int>(result_.status)) {
  case pugi::status_bad_attribute: {
    // A value that has no end: pugixml stands behind its quote.
    const std::string_view before = trim(body_.substr(0, at - 1));
    return (body_[at - 1] == '"' || body_[at - 1] == '\'') && before.ends_with('=') &&
           rest.find(body_[at - 1]) == std::string_view::npos;
  }
  case pugi::status_end_element_mismatch:
    return tag.size() > 2 && innermost.size() > 1 &&
           innermost.substr(1).starts_with(tag.substr(2));
  case pugi::status_unrecognized_tag:
    return std::string_view("<!DOCTYPE").starts_with(tag);
  case pugi::status_bad_doctype:
    return rest == "<";
  default:
    return false;
  }
}

/// Where the mistake stands that pugixml noticed at `at`.
std::size_t XmlSource::place(std::size_t at) const {
  if (result_.status == pugi::status_end_element_mismatch) {
    const std::size_t tag = body_.substr(0, at).rfind("</");
    return tag == std::string_view::npos ? at : tag;
  }
  if (result_.status != pugi::status_bad_attribute || at < 2) {
    return at;
  }
  const std::size_t before = body_.substr(0, at).find_last_not_of(" \t\r\n");
  const bool behind_name = before != std::string_view::npos && body_[before] != '=' &&
                           body_[at - 1] != '"' && body_[at - 1] != '\'';
  return behind_name ? at - 1 : at;
}

Error XmlSource::error(std::string_view innermost) const {
  std::size_t at = begin_ + static_cast<std::size_t>(result_.offset);
  at -= behind_mistake(at) ? 1u : 0u;
  if (result_.status == pugi::status_out_of_memory) {
    return {ErrorCode::limit, std::min(at, body_.size()), "more XML nodes than allowed"};
  }
  if (ends_early(at, innermost)) {
    return {ErrorCode::truncated, body_.size(),
            innermost.empty() ? "XML ends in the prolog or its first tag"
                              : "XML ends inside an element"};
  }
  const char* what = "markup that is not well-formed";
  switch (static_cast<int>(result_.status)) {
  case pugi::status_end_element_mismatch:
    what = "an end tag that does not match";
    break;
  case pugi::status_bad_attribute:
    what = "an attribute without a quoted value";
    break;
  case pugi::status_unrecognized_tag:
    what = "no element name";
    break;
  default:
    break;
  }
  return {ErrorCode::malformed, place(at), what};
}

}  // namespace capaudit
