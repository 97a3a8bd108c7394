// SPDX-License-Identifier: Apache-2.0
// Two pages, compared line by line: a row of a table is a line, so a line that is on one
// page only says what was changed.
#include <algorithm>
#include <map>
#include <set>

#include "reports/text.h"
#include "reports/verify.h"

namespace capaudit {
namespace {

constexpr std::size_t kLineWidth = 160;
constexpr std::string_view kPlot = "<svg class=\"plot\"";
constexpr std::string_view kPlotEnd = "</svg>";

/// Takes out what stands between `open` and `close`, both included.
std::string without(std::string_view text, std::string_view open,
                    std::string_view close) {
  std::string out;
  for (;;) {
    const std::size_t at = text.find(open);
    const std::size_t end =
        at == std::string_view::npos ? at : text.find(close, at + open.size());
    if (end == std::string_view::npos) {
      return out.append(text);
    }
    out.append(text.substr(0, at));
    text.remove_prefix(end + close.size());
  }
}

/// A row of a table that rests on times measured when the report was made.
bool is_measured(std::string_view line) {
  const std::size_t row = line.find("<tr");
  return row != std::string_view::npos &&
         line.substr(row, line.find('>', row) - row).ends_with(" data-measured");
}

/// An answer that rests on such times: its question alone is compared.
std::string_view question_of(std::string_view line) {
  constexpr std::string_view kEnd = "</dt>";
  const std::size_t end = line.find(kEnd);
  const bool answer = line.starts_with("<div class=") &&
                      line.substr(0, line.find('>')).ends_with(" data-measured");
  return answer && end != std::string_view::npos ? line.substr(0, end + kEnd.size())
                                                 : line;
}

/// Figures of measured rows become '#': their words are compared all the same.
std::string without_measured_figures(std::string_view text) {
  constexpr std::string_view kFigure = "0123456789.,";
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n') + 1, text.size());
    const std::string_view line =
        text.substr(0, text.find('\n') == std::string_view::npos ? text.size() : end);
    if (is_measured(line)) {
      for (const char c : line) {
        if (kFigure.find(c) == std::string_view::npos) {
          out += c;
        } else if (out.empty() || out.back() != '#') {
          out += '#';
        }
      }
    } else {
      out += question_of(line);
      out += out.empty() || out.back() == '\n' || !line.ends_with('\n') ? "" : "\n";
    }
    text.remove_prefix(line.size());
  }
  return out;
}

/// Without the sections of times that were measured; a section ends where the next one
/// of the report begins, or with the last end of a section.
std::string without_measured(std::string_view page, const Report& report) {
  constexpr std::string_view kEnd = "\n</section>\n";
  std::string out(page);
  for (const Section& section : report.sections) {
    const std::size_t at =
        section.measured ? out.find("\n<section id=\"" + section.id + "\"") : out.npos;
    if (at == std::string::npos) {
      continue;
    }
    std::size_t end = out.find(std::string(kEnd) + "<section id=\"", at);
    end = end == std::string::npos ? out.rfind(kEnd) : end;
    if (end != std::string::npos && end > at) {
      out.erase(at, end + kEnd.size() - 1 - at);
    }
  }
  return out;
}

std::string comparable(std::string_view page, const Report& report) {
  const std::string text =
      without(page, "<script type=\"application/json\" id=\"data\">", "</script>");
  return without_measured_figures(
      without(without_measured(text, report), kPlot, kPlotEnd));
}

std::multiset<std::string_view> lines_of(std::string_view text) {
  std::multiset<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.insert(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Lines of `text` that `other` does not have, in order.
std::vector<std::string_view> only_in(std::string_view text,
                                      std::multiset<std::string_view> other) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto found = other.find(text.substr(0, end));
    if (found == other.end()) {
      out.push_back(text.substr(0, end));
    } else {
      other.erase(found);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// What a reader sees of a line.
std::string seen(std::string_view line) {
  std::string out;
  bool tag = false;
  for (const char c : line) {
    tag = c == '<' || (tag && c != '>');
    if (c == '>' || c == '<') {
      out += out.empty() || out.back() == ' ' ? "" : " ";
    } else if (!tag) {
      out += c;
    }
  }
  const bool blank = out.find_first_not_of(' ') == std::string::npos;
  return cut_middle(visible(blank ? line : std::string_view(out)), kLineWidth);
}

std::map<std::string, std::string_view> plots_of(std::string_view page) {
  std::map<std::string, std::string_view> plots;
  for (std::size_t at = page.find(kPlot); at != std::string_view::npos;
       at = page.find(kPlot, at + 1)) {
    const std::size_t end = std::min(page.find(kPlotEnd, at), page.size());
    const std::string_view plot = page.substr(at, end - at);
    const std::size_t id = plot.find("aria-labelledby=\"");
    const std::string_view rest =
        id == std::string_view::npos ? std::string_view() : plot.substr(id + 17);
    plots[std::string(rest.substr(0, rest.find("-t ")))] = plot;
  }
  return plots;
}

}  // namespace

Differences compare_pages(std::string_view reported, std::string_view derived,
                          const Report& report) {
  const std::string left = comparable(reported, report);
  const std::string right = comparable(derived, report);
  Differences out;
  if (left == right) {
    return out;
  }
  const std::vector<std::string_view> added = only_in(left, lines_of(right));
  const std::vector<std::string_view> lost = only_in(right, lines_of(left));
  for (std::size_t i = 0; i < std::max(added.size(), lost.size()); ++i) {
    out.add({"text of the page", i < added.size() ? seen(added[i]) : "not there",
             i < lost.size() ? seen(lost[i]) : "not there"});
  }
  if (out.count == 0) {
    out.add({"text of the page", "lines in another order", "the same lines"});
  }
  return out;
}

std::vector<std::string> charts_that_differ(std::string_view reported,
                                            std::string_view derived,
                                            const Report& report) {
  const std::string reported_text = without_measured(reported, report);
  const std::string derived_text = without_measured(derived, report);
  const auto left = plots_of(reported_text);
  const auto right = plots_of(derived_text);
  std::set<std::string> ids;
  for (const auto* plots : {&left, &right}) {
    for (const auto& [id, plot] : *plots) {
      const auto a = left.find(id);
      const auto b = right.find(id);
      if (a == left.end() || b == right.end() || a->second != b->second) {
        ids.insert(visible(id));
      }
    }
  }
  return {ids.begin(), ids.end()};
}

}  // namespace capaudit
