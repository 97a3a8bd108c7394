// SPDX-License-Identifier: Apache-2.0
#include "reports/page/html.h"

#include <exception>

#include <kainjow/mustache.hpp>

#include "reports/page/html_policy.h"
#include "reports/text.h"
#include "reports/version.h"

namespace capaudit {
namespace {

// Values are escaped, so no captured text can look like this.
constexpr std::string_view kContent = "<capaudit-content>";

std::string theme_name(Theme theme) {
  switch (theme) {
  case Theme::automatic:
    return {};
  case Theme::light:
    return "light";
  case Theme::dark:
    return "dark";
  }
  return {};
}

kainjow::mustache::data values_of(const Report& report, const Templates& templates,
                                  const HtmlOptions& options) {
  using kainjow::mustache::data;
  data values;
  values.set("title", visible(report.title));
  values.set("subtitle", visible(report.subtitle));
  values.set("version", std::string(version()));
  const std::string theme = theme_name(options.theme);
  if (!theme.empty()) {
    values.set("theme", theme);
  }
  data sections(data::type::list);
  for (const Section& section : report.sections) {
    data entry;
    entry.set("id", section.id);
    entry.set("title", section.title);
    sections.push_back(entry);
  }
  values.set("sections", sections);
  values.set("policy", "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
                           content_security_policy(templates.style, templates.script) +
                           "\">");
  values.set("style", "<style>" + templates.style + "</style>");
  values.set("script", "<script>" + templates.script + "</script>");
  values.set("content", std::string(kContent));
  return values;
}

Result<std::string> render_page(const Report& report, const Templates& templates,
                                const HtmlOptions& options) {
  try {
    kainjow::mustache::mustache page(templates.page);
    if (!page.is_valid()) {
      return Error{ErrorCode::malformed, 0, "page.mustache: " + page.error_message()};
    }
    return page.render(values_of(report, templates, options));
  } catch (const std::exception& error) {
    return Error{ErrorCode::malformed, 0, std::string("page.mustache: ") + error.what()};
  }
}

}  // namespace

Result<bool> write_html(const Report& report, const Templates& templates,
                        const HtmlOptions& options, Output& out) {
  const auto page = render_page(report, templates, options);
  if (!page) {
    return page.error();
  }
  const std::size_t at = page->find(kContent);
  if (at == std::string::npos) {
    return Error{ErrorCode::malformed, 0, "page.mustache has no {{{content}}}"};
  }
  const std::string_view shell = *page;
  out.write(shell.substr(0, at));
  write_sections(report, options, out);
  if (options.data) {
    out.write("<script type=\"application/json\" id=\"data\">");
    options.data(out);
    out.write("</script>\n");
  }
  out.write(shell.substr(at + kContent.size()));
  return true;
}

}  // namespace capaudit
