// SPDX-License-Identifier: Apache-2.0
#include "reports/charts/svg.h"

#include <algorithm>
#include <array>

#include "reports/charts/marks.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::string_view kOpen = "<svg";
constexpr std::string_view kClose = "</svg>";
/// Of every text; the style sheet has it.
constexpr std::string_view kText = " stroke=\"none\" fill=\"black\" font-size=\"13.00\"";
constexpr std::string_view kGroup =
    " fill=\"none\" color=\"black\" stroke=\"currentColor\"";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Value of an attribute, in either kind of quotes; empty: it has none.
std::string_view value_of(std::string_view tag, std::string_view name) {
  const std::size_t at = tag.find(name);
  if (at == std::string_view::npos || at + name.size() >= tag.size()) {
    return {};
  }
  const std::size_t from = at + name.size() + 1;
  return tag.substr(from, tag.find(tag[from - 1], from) - from);
}

/// "rgb( 31, 111, 178)" as "#1f6fb2", which is what the style sheet knows it by.
void shorten_colours(std::string& tag) {
  constexpr std::string_view kRgb = "rgb(";
  constexpr std::string_view kHex = "0123456789abcdef";
  for (std::size_t at = tag.find(kRgb); at != std::string::npos;
       at = tag.find(kRgb, at + 1)) {
    const std::size_t end = tag.find(')', at);
    std::array<unsigned, 3> parts{};
    std::size_t part = 0;
    for (std::size_t i = at + kRgb.size(); i < end && i < tag.size(); ++i) {
      if (tag[i] == ',') {
        ++part;
      } else if (tag[i] >= '0' && tag[i] <= '9' && part < parts.size()) {
        parts[part] = parts[part] * 10 + static_cast<unsigned>(tag[i] - '0');
      }
    }
    if (end == std::string::npos || part + 1 != parts.size() ||
        std::any_of(parts.begin(), parts.end(), [](unsigned p) { return p > 255; })) {
      continue;
    }
    std::string hex = "#";
    for (const unsigned value : parts) {
      hex += kHex[value >> 4];
      hex += kHex[value & 15];
    }
    tag.replace(at, end + 1 - at, hex);
  }
}

/// A path that moves and draws nothing, as gnuplot has for the ticks of a grid.
bool draws_nothing(std::string_view tag) {
  return tag.starts_with("<path ") && tag.find(" d='M") != std::string_view::npos &&
         value_of(tag, " d=").find_first_of("LlHhVvCcSsQqTtAaZz") ==
             std::string_view::npos &&
         value_of(tag, " d=").find('M', 1) == std::string_view::npos;
}

/// Attributes of one tag: ids get a prefix, style attributes go.
std::string rewrite_tag(std::string_view tag, const std::string& prefix) {
  if (tag.starts_with("<g id=\"gnuplot_plot_")) {
    return "<g>";  // nothing points there
  }
  std::string out(tag);
  const bool canvas = tag == "<g id=\"gnuplot_canvas\">";
  for (const char quote : {'"', '\''}) {
    const std::string q(1, quote);
    replace_all(out, " = " + q, "=" + q);
    replace_all(out, " id=" + q, " id=" + q + prefix);
    replace_all(out, "href=" + q + "#", "href=" + q + "#" + prefix);
  }
  replace_all(out, "url(#", "url(#" + prefix);
  replace_all(out, " xlink:href=", " href=");
  // What SVG takes for granted, and the font, which is the style sheet's.
  shorten_colours(out);
  replace_all(out, "  ", " ");
  replace_all(out, " '/>", "'/>");
  // The same on every group: the canvas has them.
  replace_all(out, kGroup, "");
  replace_all(out, kText, "");
  if (const std::string_view data = value_of(out, " d="); !data.empty()) {
    const std::string shorter = shorter_path(data);
    out.replace(static_cast<std::size_t>(data.data() - out.data()), data.size(), shorter);
  }
  replace_all(out, " stroke-width=\"1.00\"", "");
  replace_all(out, " text-anchor=\"start\"", "");
  replace_all(out, " font-family=\"sans-serif\"", "");
  replace_all(out, " stroke-linecap=\"butt\"", "");
  replace_all(out, " stroke-linejoin=\"miter\"", "");
  for (std::size_t at = out.find(" style="); at != std::string::npos;
       at = out.find(" style=", at)) {
    const char quote = at + 7 < out.size() ? out[at + 7] : '\0';
    const std::size_t end = out.find(quote, at + 8);
    out.erase(at, end == std::string::npos ? std::string::npos : end + 1 - at);
  }
  if (canvas) {
    out.insert(out.size() - 1, kGroup);
  }
  return out;
}

/// Writes elements, leaving out groups that turn out to be empty.
class Writer {
 public:
  void tag(const std::string& tag) {
    if (tag == "</g>" && !open_.empty()) {
      const std::size_t begin = open_.back().begin;
      const bool empty = open_.back().content_begin == out_.size();
      open_.pop_back();
      if (empty) {
        out_.resize(begin);
        return;
      }
    }
    const std::size_t begin = out_.size();
    out_ += tag;
    if (tag.starts_with("<g ") || tag == "<g>") {
      open_.push_back({begin, out_.size()});
    }
  }
  void text(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
      out_ += text;
    }
  }
  std::string take() && { return std::move(out_); }

 private:
  struct Group {
    std::size_t begin, content_begin;
  };
  std::string out_;
  std::vector<Group> open_;
};

/// Cuts "<defs>…</defs>" or "<title>…</title>" out; `at` is where it begins.
std::size_t element_end(std::string_view text, std::size_t at, std::string_view close) {
  const std::size_t end = text.find(close, at);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

/// The ground, which is not painted.
bool is_ground(std::string_view tag) {
  return tag.starts_with("<rect x=\"0\" y=\"0\" ") && tag.ends_with(" fill=\"none\"/>");
}

/// The definition of a mark (" id='gpPt6'") that nothing in `body` draws with.
bool is_unused_mark(std::string_view tag, std::string_view body) {
  constexpr std::string_view kId = " id='gp";
  const std::size_t at = tag.find(kId);
  if (at == std::string_view::npos || !tag.ends_with("/>")) {
    return false;
  }
  const std::string_view name = tag.substr(at + 5);
  const std::size_t end = name.find('\'');
  return end != std::string_view::npos &&
         body.find("#" + std::string(name.substr(0, end + 1))) == std::string_view::npos;
}

std::string rewrite_body(std::string_view body, const std::string& prefix,
                         bool keep_definitions) {
  const bool has_filters = body.find("url(#") != std::string_view::npos;
  Writer writer;
  std::size_t at = 0;
  while (at < body.size()) {
    const std::size_t open = std::min(body.find('<', at), body.size());
    writer.text(body.substr(at, open - at));
    if (open == body.size()) {
      break;
    }
    const std::string_view rest = body.substr(open);
    if (rest.starts_with("<title>")) {
      at = element_end(body, open, "</title>");
    } else if (rest.starts_with("<desc>")) {
      at = element_end(body, open, "</desc>");
    } else if (rest.starts_with("<defs>") && !keep_definitions) {
      at = element_end(body, open, "</defs>");
    } else if (rest.starts_with("<filter ") && !has_filters) {
      at = element_end(body, open, "</filter>");
    } else {
      const std::size_t end = std::min(body.find('>', open), body.size() - 1) + 1;
      const std::string_view tag = body.substr(open, end - open);
      if (!is_unused_mark(tag, body) && !draws_nothing(tag) && !is_ground(tag)) {
        writer.tag(rewrite_tag(tag, prefix));
      }
      at = end;
    }
  }
  return draw_marks(std::move(writer).take());
}

}  // namespace

std::vector<std::string_view> split_svg(std::string_view output) {
  std::vector<std::string_view> documents;
  for (std::size_t at = output.find(kOpen); at != std::string_view::npos;) {
    const std::size_t end = output.find(kClose, at);
    if (end == std::string_view::npos) {
      break;
    }
    documents.push_back(output.substr(at, end + kClose.size() - at));
    at = output.find(kOpen, end);
  }
  return documents;
}

Result<std::string> inline_svg(std::string_view document, const SvgText& text) {
  const std::size_t head_end = document.find('>');
  if (!document.starts_with(kOpen) || !document.ends_with(kClose) ||
      head_end == std::string_view::npos) {
    return Error{ErrorCode::malformed, 0, "gnuplot wrote no SVG"};
  }
  const std::string view_box =
      std::string(value_of(document.substr(0, head_end), "viewBox="));
  const std::string_view body =
      document.substr(head_end + 1, document.size() - head_end - 1 - kClose.size());
  const bool marks = body.find("<use xlink:href='#gpPt", body.find("</defs>")) !=
                         std::string_view::npos ||
                     body.find("url(#") != std::string_view::npos;
  std::string out = "<svg class=\"plot\" role=\"img\" viewBox=\"" +
                    escape_html(view_box) + "\" aria-labelledby=\"" + text.id + "-t " +
                    text.id + "-d\">";
  out += "<title id=\"" + text.id + "-t\">" + escape_html(visible(text.title)) +
         "</title><desc id=\"" + text.id + "-d\">" +
         escape_html(visible(text.description)) + "</desc>";
  out += rewrite_body(body, text.prefix, marks);
  return out + "</svg>";
}

}  // namespace capaudit
