// SPDX-License-Identifier: Apache-2.0
#include "reports/page/cells.h"

#include "analyzer/analysis.h"
#include "reports/numbers.h"
#include "reports/text.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostTitleBytes = 2000;

}  // namespace

std::string exchange_anchor(const Exchange& exchange) {
  return "x" + std::to_string(exchange.capture + 1) + "-" +
         std::to_string(exchange.number);
}

std::string connection_anchor(std::uint32_t capture, std::uint32_t number) {
  return "c" + std::to_string(capture + 1) + "-" + std::to_string(number);
}

PageLink exchange_link(const Analysis& analysis, const Exchange& exchange) {
  return {analysis.captures.size() == 1 ? "#" + std::to_string(exchange.number)
                                        : visible(exchange_id(analysis, exchange)),
          exchange_anchor(exchange)};
}

PageCell text_cell(std::string text) {
  PageCell cell;
  cell.text = std::move(text);
  return cell;
}

PageCell cut_cell(std::string text, std::size_t width) {
  const std::string shown = visible(text);
  PageCell cell;
  cell.text = cut_middle(shown, width);
  if (cell.text != shown) {
    cell.title = cut_end(shown, kMostTitleBytes);
  }
  return cell;
}

PageCell number_cell(std::uint64_t value) {
  PageCell cell;
  cell.text = grouped(value);
  cell.order = static_cast<double>(value);
  return cell;
}

PageCell bytes_cell(std::uint64_t bytes) {
  PageCell cell = number_cell(bytes);
  if (bytes >= 1000) {
    cell.note = short_bytes(bytes);
  }
  return cell;
}

PageCell bytes_cell(const std::optional<std::uint64_t>& bytes) {
  if (bytes) {
    return bytes_cell(*bytes);
  }
  PageCell cell = text_cell(std::string(kUnknown));
  cell.order = -1;
  return cell;
}

PageCell exact_bytes_cell(const std::optional<std::uint64_t>& bytes) {
  return bytes ? number_cell(*bytes) : bytes_cell(bytes);
}

PageCell ms_cell(const std::optional<double>& ms) {
  PageCell cell = text_cell(ms ? column_ms(*ms) : std::string(kUnknown));
  cell.order = ms.value_or(-1);
  return cell;
}

PageCell share_cell(std::uint64_t part, std::uint64_t whole) {
  PageCell cell = text_cell(percent(part, whole));
  const double share =
      whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  if (part != 0) {
    cell.share = share;
  }
  cell.order = share;
  return cell;
}

std::string frames_text(std::uint64_t first, std::uint64_t last) {
  if (first == 0) {
    return std::string(kUnknown);
  }
  return first == last ? grouped(first) : grouped(first) + " to " + grouped(last);
}

}  // namespace capaudit
