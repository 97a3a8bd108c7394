// SPDX-License-Identifier: Apache-2.0
// A Markdown table (GitHub's dialect). Captured text cannot become markup: what could is
// escaped.
#include <string>
#include <string_view>

#include "reports/list/list.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

std::string known(const std::optional<std::uint64_t>& value) {
  return value ? grouped(*value) : std::string(kUnknown);
}

}  // namespace

void write_list_markdown(const Selected& input, const Redactor& redactor,
                         const Terminal& /*terminal*/, Output& out) {
  out.write(
      "| id | method | status | state | format | encoded bytes | decoded bytes | wait ms "
      "| total ms | url |\n"
      "|:---|:---|---:|:---|:---|---:|---:|---:|---:|:---|\n");
  const Half none;
  for (const Exchange* exchange : input.exchanges) {
    const Half& response = exchange->response ? *exchange->response : none;
    const auto cell = [&out](const std::string& text) {
      out.write(" ");
      out.write(text);
      out.write(" |");
    };
    const auto ms = [](const std::optional<double>& value) {
      return value ? exact_ms(*value) : std::string(kUnknown);
    };
    out.put('|');
    cell(escape_markdown(exchange_id(input.analysis, *exchange)));
    cell(exchange->method.empty() ? std::string(kUnknown)
                                  : escape_markdown(exchange->method));
    cell(exchange->status ? std::to_string(*exchange->status) : "none");
    cell(escape_markdown(to_string(exchange->state)));
    cell(response.facts.format ? std::string(to_string(*response.facts.format))
                               : std::string(kUnknown));
    cell(known(response.encoded_bytes));
    cell(known(response.facts.content_bytes));
    cell(ms(exchange->time.wait));
    cell(ms(exchange->time.total));
    cell(exchange->url.empty() ? std::string(kUnknown)
                               : escape_markdown(redactor.url(exchange->url)));
    out.put('\n');
  }
}

}  // namespace capaudit
