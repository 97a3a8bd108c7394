// SPDX-License-Identifier: Apache-2.0
// Grouping: operations while they are being put together. Each exchange begins as an
// operation of its own; a rule joins it with an earlier one. A joined pair is found again
// by union-find, so the whole is linear in the number of exchanges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analyzer/analysis.h"

namespace capaudit {

class Grouping {
 public:
  explicit Grouping(const Analysis& analysis);

  const Exchange& operator[](std::uint32_t index) const {
    return analysis_.exchanges[index];
  }
  /// Fingerprint of who asked: the client's address without its port, and User-Agent.
  std::uint64_t client(std::uint32_t index) const { return clients_[index]; }

  /// target_key() of its URL, worked out once.
  std::uint64_t target(std::uint32_t index) const;

  /// Makes one operation of the two that hold `earlier` and `later`.
  void join(std::uint32_t earlier, std::uint32_t later, OperationKind rule);
  /// The rule applies to the operation that holds `index`.
  void mark(std::uint32_t index, OperationKind rule);
  void set_role(std::uint32_t index, PartRole role) { roles_[index] = role; }
  PartRole role(std::uint32_t index) const { return roles_[index]; }
  /// Once cold it stays so.
  void set_start(std::uint32_t index, Start start);
  void set_inferred(std::uint32_t index);
  /// Does the operation that holds `index` lack its end? The last word counts.
  void set_open(std::uint32_t index, bool open);

  /// Was `later` joined with one before it as the next of a chain? A request has one
  /// predecessor.
  bool follows(std::uint32_t later) const { return follows_[later]; }
  void set_follows(std::uint32_t later) { follows_[later] = true; }

  /// Had the answer to `earlier` begun when `later` was sent?
  bool could_lead_to(std::uint32_t earlier, std::uint32_t later) const;

  /// Within a minute: what a program does on its own, without waiting for its user.
  bool soon(std::uint32_t earlier, std::uint32_t later) const;
  /// How much speaks for one client: the same connection (2), the same session (1).
  int likeness(std::uint32_t earlier, std::uint32_t later) const;

  void write(Analysis& analysis);

 private:
  struct Marks {
    std::uint16_t rules = 0;
    Start start = Start::none;
    bool inferred = false, open = false;
  };

  static std::optional<std::int64_t> answered_ns(const Exchange& exchange);
  std::uint32_t find(std::uint32_t index);
  void finish(Operation& operation, const Marks& state) const;

  const Analysis& analysis_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> sizes_;
  std::vector<Marks> states_;  ///< of roots
  std::vector<PartRole> roles_;
  std::vector<bool> follows_;
  std::vector<std::uint64_t> clients_;
  mutable std::vector<std::uint64_t> targets_;  ///< 0: not worked out yet
};

/// One rule at work on one capture, which shows it the exchanges in order.
class GroupingRule {
 public:
  virtual ~GroupingRule() = default;
  virtual void see(Grouping& grouping, std::uint32_t index) = 0;
  /// After the last exchange.
  virtual void finish(Grouping&) {}
};

std::unique_ptr<GroupingRule> make_preflight_rule();
std::unique_ptr<GroupingRule> make_authentication_rule();
std::unique_ptr<GroupingRule> make_redirect_rule();
std::unique_ptr<GroupingRule> make_retry_rule();
std::unique_ptr<GroupingRule> make_ranges_rule();
std::unique_ptr<GroupingRule> make_paging_rule();
std::unique_ptr<GroupingRule> make_batch_rule();
std::unique_ptr<GroupingRule> make_long_poll_rule();
std::unique_ptr<GroupingRule> make_bayeux_rule();
std::unique_ptr<GroupingRule> make_amf_handshake_rule();

}  // namespace capaudit
