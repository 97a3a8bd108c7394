// SPDX-License-Identifier: Apache-2.0
// One object in several ranges (RFC 9110 14): 206 answers for one URL with one entity tag
// and one size. Complete when the ranges cover the object. A range that the object has
// already begins another download.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analyzer/operations/grouping.h"
#include "analyzer/operations/url.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostDownloads = 16;  ///< of one URL and client at a time
constexpr std::size_t kMostStretches = 1024;

struct Download {
  std::uint32_t last = 0;  ///< exchange
  std::uint64_t etag = 0;
  std::optional<std::uint64_t> size;
  std::vector<ContentRange> stretches;  ///< disjoint, ascending

  bool fits(const ContentRange& range, std::uint64_t tag) const;
  void add(const ContentRange& range);
  bool complete() const {
    return size && stretches.size() == 1 && stretches[0].first == 0 &&
           stretches[0].last + 1 == *size;
  }
};

bool Download::fits(const ContentRange& range, std::uint64_t tag) const {
  const bool same = (etag == 0 || tag == 0 || etag == tag) &&
                    (!size || !range.size || *size == *range.size);
  const auto holds = std::partition_point(
      stretches.begin(), stretches.end(),
      [&](const ContentRange& stretch) { return stretch.last < range.first; });
  const bool new_bytes =
      holds == stretches.end() || holds->first > range.first || holds->last < range.last;
  return same && new_bytes && !complete() && stretches.size() < kMostStretches;
}

void Download::add(const ContentRange& range) {
  ContentRange merged = range;
  const auto first = std::partition_point(
      stretches.begin(), stretches.end(), [&](const ContentRange& stretch) {
        return stretch.last < range.first && range.first - stretch.last > 1;
      });
  auto end = first;
  while (end != stretches.end() &&
         (end->first <= range.last || end->first - range.last == 1)) {
    merged.first = std::min(merged.first, end->first);
    merged.last = std::max(merged.last, end->last);
    ++end;
  }
  stretches.insert(stretches.erase(first, end), merged);
  if (!size) {
    size = range.size;
  }
}

class RangesRule : public GroupingRule {
 public:
  void see(Grouping& grouping, std::uint32_t index) override {
    const Exchange& exchange = grouping[index];
    if (exchange.status != 206 || !exchange.response ||
        !exchange.request->head_facts.has(HeadFlag::range)) {
      return;
    }
    const HeadFacts& head = exchange.response->head_facts;
    const std::optional<ContentRange> range =
        parse_content_range(head.text(HeadText::content_range));
    if (!range) {
      return;
    }
    std::vector<Download>& downloads =
        downloads_[mix(grouping.client(index), grouping.target(index))];
    Download* const download = find(grouping, downloads, *range, head.etag(), index);
    grouping.set_role(index, PartRole::piece);
    grouping.mark(index, OperationKind::ranges);
    if (download != nullptr) {
      grouping.join(download->last, index, OperationKind::ranges);
    }
    Download& into = download != nullptr ? *download : begin(downloads);
    into.last = index;
    into.etag = into.etag == 0 ? head.etag() : into.etag;
    into.add(*range);
    grouping.set_open(index, !into.complete());
  }

 private:
  static Download* find(const Grouping& grouping, std::vector<Download>& downloads,
                        const ContentRange& range, std::uint64_t etag,
                        std::uint32_t index) {
    Download* best = nullptr;
    int best_likeness = -1;
    for (Download& download : downloads) {
      const int likeness = grouping.likeness(download.last, index);
      if (likeness > best_likeness && download.fits(range, etag)) {
        best = &download;
        best_likeness = likeness;
      }
    }
    return best;
  }

  static Download& begin(std::vector<Download>& downloads) {
    if (downloads.size() == kMostDownloads) {
      downloads.erase(downloads.begin());
    }
    return downloads.emplace_back();
  }

  std::unordered_map<std::uint64_t, std::vector<Download>> downloads_;
};

}  // namespace

std::unique_ptr<GroupingRule> make_ranges_rule() {
  return std::make_unique<RangesRule>();
}

}  // namespace capaudit
