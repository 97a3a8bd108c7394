// SPDX-License-Identifier: Apache-2.0
#include "analyzer/har/read_har.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "analyzer/har/attached.h"
#include "analyzer/har/date.h"
#include "analyzer/har/dialect.h"
#include "analyzer/har/document.h"
#include "analyzer/har/identities.h"
#include "analyzer/har/mapping.h"
#include "analyzer/har/settle.h"
#include "analyzer/http/body_pool.h"
#include "analyzer/http/opening.h"

namespace capaudit {
namespace {

constexpr std::size_t kLongestName = 200;

std::string shortened(std::string text) {
  if (text.size() > kLongestName) {
    text.resize(kLongestName);
  }
  return text;
}

// Bodies in files of their own may be named many times: together they may have so many
// bytes, which is more than any real session's.
constexpr std::uint64_t kAttachedFree = std::uint64_t{1} << 30;
constexpr std::uint64_t kAttachedFactor = 64;

std::uint64_t attached_budget(std::uint64_t file_bytes) {
  return kAttachedFree + kAttachedFactor * std::min(file_bytes, UINT64_MAX >> 8);
}

std::optional<std::uint32_t> connection_number(const std::string& text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number > 0 ? std::optional(number)
                                                           : std::nullopt;
}

/// An entry between reading and settling.
struct Held {
  Exchange exchange;
  HarFigures figures;
  std::optional<std::int64_t> started;
};

class Reader final : public HarSink {
 public:
  Reader(Intake& intake, const AnalyzeOptions& options, unsigned jobs,
         const HarWanted& wanted)
      : intake_(intake),
        options_(options),
        wanted_(wanted),
        attached_(intake.attachments(), attached_budget(intake.info().file_bytes)),
        pool_(jobs) {
    map_options_.keep_heads = options.keep_heads;
    map_options_.bodies = options.examine_bodies || !wanted.empty();
    map_options_.max_body = options.max_body;
  }

  void log_member(std::string_view key, std::string_view json) override {
    if (key == "version") {
      info_.version = shortened(parse_har_string(json));
      return;
    }
    HarProduct product = parse_har_product(json);
    if (key == "creator") {
      info_.creator = shortened(std::move(product.name));
      info_.creator_version = shortened(std::move(product.version));
    } else if (key == "browser") {
      info_.browser = shortened(std::move(product.name));
      info_.browser_version = shortened(std::move(product.version));
    }
  }

  void entry(std::uint64_t index, std::uint64_t offset, std::string_view json) override {
    bool repaired = false;
    const Result<const HarEntry*> parsed = parser_.parse(json, repaired);
    if (!parsed) {
      lost_entry(index, offset, parsed.error().what);
      return;
    }
    if (!(**parsed).request.present && !is_har_answer((**parsed).response)) {
      lost_entry(index, offset, "it has neither request nor response");
      return;
    }
    if (repaired) {
      ++info_.repaired;
      intake_.warn("har_entry_repaired",
                   "entry " + std::to_string(index) + " at offset " +
                       std::to_string(offset) +
                       " is no valid JSON: what is no number became unknown, what is no "
                       "character U+FFFD",
                   "", offset, std::nullopt);
    }
    take(**parsed, index);
    if (options_.progress && index % kProgressEvery == 0) {
      options_.progress(intake_.bytes_read(), intake_.info().file_bytes);
    }
  }

  void lost_entry(std::uint64_t index, std::uint64_t offset,
                  const std::string& why) override {
    if (info_.lost++ == 0) {
      first_loss_ = " (entry " + std::to_string(index) + ": " + why + ")";
    }
    intake_.damage("har_entry_lost", offset,
                   "entry " + std::to_string(index) + " at offset " +
                       std::to_string(offset) + " could not be read: " + why,
                   "export the session again");
  }

  Result<HarPass> run() {
    DocumentLimits limits;
    limits.max_entry_bytes = options_.max_memory / 4;  // with room for its parsed form
    const HarDocument document = read_har_document(intake_.content(), limits, *this);
    if (held_.empty() && (document.failure || document.entry_lists == 0)) {
      return refusal(document);
    }
    note_end(document);
    intake_.finish();
    attached_.tell(intake_.info());
    return finish();
  }

 private:
  static constexpr std::uint64_t kProgressEvery = 256;

  Error refusal(const HarDocument& document) const {
    const std::string path = intake_.info().path + ": ";
    if (const std::optional<Error>& failure = intake_.content().failure()) {
      return {failure->code, failure->offset, path + failure->what};
    }
    if (document.failure) {
      return {document.failure->code, document.failure->offset,
              path + document.failure->what + first_loss_};
    }
    return {ErrorCode::unsupported, 0,
            path + (document.logs == 0 ? "not a HAR: the JSON has no \"log\""
                                       : "not a HAR: its log has no list of entries")};
  }

  void note_end(const HarDocument& document) {
    if (document.failure && intake_.content().failure()) {
      intake_.source_failure();
    } else if (document.failure) {
      const bool cut = document.failure->code == ErrorCode::truncated;
      intake_.damage(cut ? "truncated_file" : "har_malformed", document.failure->offset,
                     document.failure->what,
                     "export the session again: what stands before is read");
    } else if (document.trailing_offset) {
      intake_.warn("har_trailing_bytes",
                   "something follows the end of the HAR at offset " +
                       std::to_string(*document.trailing_offset) + ": it is not read",
                   "", document.trailing_offset, std::nullopt);
    }
    if (document.entry_lists > 1) {
      intake_.warn("har_several_logs",
                   std::to_string(document.entry_lists) +
                       " lists of entries stand in the file: all are read",
                   "keep one log in a file", std::nullopt, std::nullopt);
    }
  }

  void take(const HarEntry& entry, std::uint64_t index) {
    const bool body_wanted =
        options_.examine_bodies || wanted_.contains(ExchangeKey{.frame = index + 1});
    map_options_.attached = body_wanted ? &attached_ : nullptr;
    MappedEntry mapped = map_har_entry(entry, map_options_);
    mapped.figures.index = index;
    mapped.exchange.key.frame = index + 1;
    const auto place = static_cast<std::uint32_t>(held_.size());
    for (std::optional<BodyTask>* body : {&mapped.request_body, &mapped.response_body}) {
      if (*body) {
        submit(std::move(**body), place, mapped);
      }
    }
    info_.websocket_messages += entry.websocket_messages;
    Held held{std::move(mapped.exchange), std::move(mapped.figures),
              parse_har_date(entry.started)};
    if (!held.started) {
      intake_.warn("har_start_unreadable",
                   "entry " + std::to_string(index) +
                       " has no startedDateTime that is an instant: its start is unknown",
                   "", std::nullopt, std::nullopt);
    }
    held_.push_back(std::move(held));
  }

  void submit(BodyTask task, std::uint32_t place, const MappedEntry& mapped) {
    if (const auto found = wanted_.find(mapped.exchange.key); found != wanted_.end()) {
      WantedBody& body = *found->second;
      (task.is_request ? body.request : body.response) = task.encoded;
      (task.is_request ? body.request_complete : body.response_complete) = true;
      (task.is_request ? body.request_type : body.response_type) = task.content_type;
      (task.is_request ? body.request_codings_removed : body.response_codings_removed) =
          task.codings.empty();
    }
    if (options_.examine_bodies) {
      task.exchange = place;
      pool_.submit(std::move(task));
    }
  }

  void settle() {
    for (BodyFacts& result : pool_.finish()) {
      Exchange& exchange = held_[result.exchange].exchange;
      Half& half = result.is_request ? *exchange.request : *exchange.response;
      exchange.findings.append(result.facts.findings);
      half.facts = std::move(result.facts);
    }
    const HarDialect& dialect = har_dialect(info_);
    info_.dialect = dialect.name;
    HarIdentities identities;
    for (Held& held : held_) {
      Exchange& exchange = held.exchange;
      identities.see(held.figures);
      if (dialect.own && held.figures.own) {
        restore_own_har(held.figures, *info_.codes, exchange);
      } else {
        settle_as(dialect, held);
      }
      sort_findings(exchange);
      count(exchange, held.figures);
    }
    info_.checks = identities.checks();
  }

  static void settle_as(const HarDialect& dialect, Held& held) {
    Exchange& exchange = held.exchange;
    prepare_har(dialect, held.figures, exchange);
    exchange.findings.append(held.figures.notes);
    settle_har_sizes(held.figures, exchange);
    settle_har_times(held.figures, held.started, exchange.time);
    if (dialect.own && !(exchange.time.wait && exchange.time.receive)) {
      exchange.time.total.reset();  // `time` has to be a number, even of an unknown span
    }
    repair_har(dialect, held.figures, exchange);
    name_response(exchange);
  }

  void count(const Exchange& exchange, const HarFigures& figures) {
    ++info_.origins[static_cast<std::size_t>(exchange.origin)];
    if (exchange.origin == HarOrigin::network) {
      info_.preflights += figures.preflight ? 1u : 0u;
      info_.not_modified += exchange.status == 304 ? 1u : 0u;
    }
  }

  std::vector<std::size_t> as_listed() const {
    std::vector<std::size_t> order(held_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
  }

  // By start; an entry without one stays behind the entry before it.
  std::vector<std::size_t> order() const {
    std::vector<std::int64_t> starts;
    starts.reserve(held_.size());
    std::int64_t last = INT64_MIN;
    for (const Held& held : held_) {
      last = held.exchange.time.start_ns.value_or(last);
      starts.push_back(last);
    }
    std::vector<std::size_t> order = as_listed();
    std::stable_sort(order.begin(), order.end(), [&starts](std::size_t a, std::size_t b) {
      return starts[a] < starts[b];
    });
    return order;
  }

  void add_times(const Exchange& exchange, Capture& capture) {
    if (!exchange.time.start_ns) {
      return;
    }
    const std::int64_t start = *exchange.time.start_ns;
    const double last =
        static_cast<double>(start) +
        (exchange.time.total.value_or(0) - opening_ms(exchange.time)) * 1e6;
    constexpr double kMost = 9.2e18;
    const std::int64_t end =
        last < kMost ? std::max(start, static_cast<std::int64_t>(last)) : start;
    capture.first_ns = std::min(capture.first_ns.value_or(start), start);
    capture.last_ns = std::max(capture.last_ns.value_or(end), end);
  }

  // Are all connections numbers that we gave to those of one capture? Then the entries
  // stand in its order.
  bool has_own_numbers() const {
    return har_dialect(info_).own &&
           std::all_of(held_.begin(), held_.end(), [](const Held& held) {
             const std::string& text = held.figures.connection;
             return held.figures.own && (text.empty() || connection_number(text));
           });
  }

  HarPass finish() {
    settle();
    HarPass pass;
    std::map<std::string, std::uint32_t> connections;
    const bool numbered = has_own_numbers();
    for (const std::size_t place : numbered ? as_listed() : order()) {
      Held& held = held_[place];
      Exchange& exchange = pass.exchanges.emplace_back(std::move(held.exchange));
      exchange.number = static_cast<std::uint32_t>(pass.exchanges.size());
      if (numbered) {
        exchange.connection = connection_number(held.figures.connection);
      } else if (!held.figures.connection.empty()) {
        const auto number = static_cast<std::uint32_t>(connections.size() + 1);
        exchange.connection =
            connections.emplace(std::move(held.figures.connection), number).first->second;
      }
      add_times(exchange, pass.capture);
    }
    info_.entries = held_.size();
    held_.clear();
    SourceInfo& source = intake_.info();
    source.container = "HAR";
    source.application = info_.creator + (info_.creator_version.empty() ? "" : " ") +
                         info_.creator_version;
    pass.capture.source = source;
    pass.capture.har = std::move(info_);
    pass.findings = source.findings;
    return pass;
  }

  Intake& intake_;
  const AnalyzeOptions& options_;
  const HarWanted& wanted_;
  MapOptions map_options_;
  AttachedBodies attached_;
  HarEntryParser parser_;
  BodyPool pool_;
  HarInfo info_;
  std::string first_loss_;  ///< why there may be nothing
  std::vector<Held> held_;
};

}  // namespace

Result<HarPass> read_har(Intake& intake, const AnalyzeOptions& options, unsigned jobs,
                         const HarWanted& wanted) {
  return Reader(intake, options, jobs, wanted).run();
}

}  // namespace capaudit
