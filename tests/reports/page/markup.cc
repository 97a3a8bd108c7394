// SPDX-License-Identifier: Apache-2.0
#include "tests/reports/page/markup.h"

#include <algorithm>
#include <array>
#include <set>

namespace capaudit {
namespace {

constexpr std::array<std::string_view, 3> kVoid = {"meta", "br", "hr"};
constexpr std::array<std::string_view, 9> kAlien = {
    "iframe", "object", "embed", "base", "form", "link", "img", "foreignobject", "audio"};

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Reference {
  std::string_view name, text;
};
constexpr std::array<Reference, 5> kReferences = {{
    {"&lt;", "<"},
    {"&gt;", ">"},
    {"&quot;", "\""},
    {"&#39;", "'"},
    {"&amp;", "&"},
}};

std::string resolved(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* const it =
        std::find_if(kReferences.begin(), kReferences.end(),
                     [text](const Reference& r) { return text.starts_with(r.name); });
    const bool found = it != kReferences.end();
    out += found ? it->text : text.substr(0, 1);
    text.remove_prefix(found ? it->name.size() : 1);
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view page) : page_(page) {}

  Markup read() {
    while (at_ < page_.size()) {
      if (page_[at_] == '<') {
        tag();
      } else {
        const std::size_t end = std::min(page_.find('<', at_), page_.size());
        out_.text += resolved(page_.substr(at_, end - at_));
        at_ = end;
      }
    }
    if (!open_.empty()) {
      fault("never closed: " + open_.back());
    }
    return std::move(out_);
  }

 private:
  void fault(const std::string& what) {
    out_.faults.push_back(what + " before '" + std::string(page_.substr(at_, 60)) + "'");
  }

  void tag() {
    if (page_.substr(at_).starts_with("<!DOCTYPE html>")) {
      at_ += 15;
      return;
    }
    const bool closing = at_ + 1 < page_.size() && page_[at_ + 1] == '/';
    at_ += closing ? 2u : 1u;
    const std::string name = word();
    if (name.empty() || one_of(kAlien, name)) {
      fault("tag '" + name + "'");
    }
    const bool script_data = attributes(name);
    const bool self_closed = at_ > 0 && page_[at_ - 1] == '/';
    ++at_;  // '>'
    if (closing) {
      close(name);
    } else if (name == "script" || name == "style") {
      raw(name, script_data);
    } else if (!self_closed && !one_of(kVoid, name)) {
      open_.push_back(name);
    }
  }

  std::string word() {
    std::string out;
    while (at_ < page_.size() &&
           (std::isalnum(static_cast<unsigned char>(page_[at_])) != 0 ||
            std::string_view("-:_").find(page_[at_]) != std::string_view::npos)) {
      out += page_[at_++];
    }
    return out;
  }

  /// Up to '>'; true of data, a script that is none.
  bool attributes(const std::string& tag) {
    bool data = false;
    bool is_policy = false;
    while (at_ < page_.size() && page_[at_] != '>') {
      if (page_[at_] == ' ' || page_[at_] == '\n' || page_[at_] == '/') {
        ++at_;
        continue;
      }
      const std::string name = word();
      const std::string value = attribute_value();
      if (name.empty()) {
        fault("attribute of " + tag);
        return data;
      }
      check(tag, name, value);
      data = data || (tag == "script" && value == "application/json");
      is_policy = is_policy || value == "Content-Security-Policy";
      if (is_policy && name == "content") {
        out_.policy = value;
      }
    }
    return data;
  }

  std::string attribute_value() {
    if (at_ >= page_.size() || page_[at_] != '=') {
      return {};
    }
    const char quote = page_[++at_];
    if (quote != '"' && quote != '\'') {
      fault("an attribute without quotes");
      return {};
    }
    const std::size_t end = std::min(page_.find(quote, at_ + 1), page_.size());
    const std::string value(page_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return resolved(value);
  }

  void check(const std::string& tag, const std::string& name, const std::string& value) {
    if (name.starts_with("on") || name == "style" || name == "src") {
      fault(name + " on " + tag);
    }
    if ((name == "href" || name == "xlink:href") && !value.starts_with("#")) {
      fault("a link out of the page on " + tag);
    }
    if (name == "id" && !ids_.insert(value).second) {
      fault("id " + value + " is given twice");
    }
  }

  void close(const std::string& name) {
    if (open_.empty() || open_.back() != name) {
      fault("</" + name + "> closes " + (open_.empty() ? "nothing" : open_.back()));
      return;
    }
    open_.pop_back();
  }

  void raw(const std::string& name, bool data) {
    const std::size_t end = std::min(page_.find("</" + name, at_), page_.size());
    const std::string text(page_.substr(at_, end - at_));
    (name == "style" ? out_.styles : data ? out_.data : out_.scripts).push_back(text);
    at_ = std::min(page_.find('>', end), page_.size() - 1) + 1;
  }

  std::string_view page_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
  Markup out_;
};

}  // namespace

Markup read_markup(std::string_view page) {
  return Reader(page).read();
}

}  // namespace capaudit
