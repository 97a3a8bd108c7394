// SPDX-License-Identifier: Apache-2.0
#include "analyzer/audit/claims_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>

#include "analyzer/audit/claims_table.h"
#include "analyzer/ingest/hashed_source.h"
#include "analyzer/parse/engine.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;
constexpr double kLongestWindow = 1e6;  // seconds

struct Op {
  std::string_view text;
  Relation op;
};
constexpr std::array kOps = {Op{"=", Relation::equal}, Op{"<", Relation::less},
                             Op{"<=", Relation::at_most}, Op{">", Relation::more},
                             Op{">=", Relation::at_least}};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "\"";
}

using Texts = std::vector<std::pair<std::string, Place>>;
constexpr std::array<std::string_view, 7> kSelectKeys = {
    "host", "url", "method", "format", "status", "state", "name"};

class Reader {
 public:
  Reader(const toml::table& root, ClaimsText& file, ClaimsFile& into)
      : root_(root), file_(file), into_(into) {}

  void read() {
    ClaimsTable top(root_, "claims file", {"title", "source", "scenario", "claim"},
                    file_);
    into_.title = top.text("title");
    into_.source = top.text("source");
    each("scenario", [this](const toml::table& table) { read_scenario(table); });
    each("claim", [this](const toml::table& table) { read_claim(table); });
    if (into_.claims.empty() && file_.errors.empty()) {
      file_.fail({1, 1}, "the file has no [[claim]]");
    }
  }

 private:
  template <class Take>
  void each(std::string_view key, Take take) {
    const toml::node* const node = root_.get(key);
    if (node == nullptr) {
      return;
    }
    const toml::array* const list = node->as_array();
    if (list == nullptr) {
      file_.fail(place_of(*node),
                 "write [[" + std::string(key) + "]], in two pairs of brackets");
      return;
    }
    for (const toml::node& one : *list) {
      if (one.as_table() != nullptr) {
        take(*one.as_table());
      } else {
        file_.fail(place_of(one), std::string(key) + " is a table");
      }
    }
  }

  void read_scenario(const toml::table& table) {
    ClaimsTable in(
        table, "scenario",
        {"id", "name", "captures", "select", "run", "rows", "start", "exchanges"}, file_);
    ScenarioSpec out;
    out.place = in.has("id") ? in.place("id") : in.place();
    out.id = in.text("id", true);
    if (find_scenario(out.id) != nullptr) {
      in.fail("id", "another scenario, in line " +
                        std::to_string(find_scenario(out.id)->place.line) +
                        ", has the id '" + out.id + "' already");
    }
    out.name = in.text("name");
    out.name = out.name.empty() ? out.id : out.name;
    if (!in.has("captures")) {
      file_.fail(in.place(), "this scenario lacks 'captures'");
    }
    for (auto& [path, place] : in.texts("captures")) {
      out.captures.push_back(std::move(path));
      out.capture_places.push_back(place);
    }
    read_select(in, out.select);
    read_run(in, out.run);
    out.rows = in.whole("rows");
    const std::string start = in.text("start");
    out.start = start == "cold"   ? StartFilter::cold
                : start == "warm" ? StartFilter::warm
                                  : StartFilter::any;
    if (!start.empty() && start != "any" && out.start == StartFilter::any) {
      in.fail("start",
              "start is cold, warm or any" + suggestion(start, {"cold", "warm", "any"}));
    }
    read_exchanges(in, out.exchanges);
    into_.scenarios.push_back(std::move(out));
  }

  void read_select(ClaimsTable& in, Selection& into) {
    const toml::node* const node = in.find("select");
    if (node == nullptr) {
      return;
    }
    const toml::table* const table = node->as_table();
    if (table == nullptr) {
      in.fail("select", "select is a table, such as { url = \"*rows=5000*\" }");
      return;
    }
    ClaimsTable select(*table, "select", {kSelectKeys.begin(), kSelectKeys.end()}, file_);
    for (const auto& [key, value] : *table) {
      if (std::find(kSelectKeys.begin(), kSelectKeys.end(), key.str()) ==
          kSelectKeys.end()) {
        continue;
      }
      const std::string name(key.str());
      std::string values =
          value.is_integer() ? std::to_string(value.as_integer()->get()) : std::string();
      for (const auto& [one, place] : value.is_integer() ? Texts() : select.texts(name)) {
        values += (values.empty() ? "" : "|") + quoted(one);
      }
      Result<Selection> term = Selection::parse(name + "=" + values);
      if (term) {
        into.add(*term);
      } else if (!values.empty()) {
        file_.fail(place_of(value), term.error().what);
      }
    }
  }

  void read_run(ClaimsTable& in, RunRule& into) {
    const toml::node* const node = in.find("run");
    if (node == nullptr) {
      return;
    }
    if (const toml::table* const table = node->as_table()) {
      ClaimsTable run(*table, "run", {"seconds"}, file_);
      const std::optional<double> seconds = table->get("seconds") == nullptr
                                                ? std::nullopt
                                                : table->get("seconds")->value<double>();
      if (!seconds || !(*seconds > 0) || *seconds > kLongestWindow) {
        in.fail("run", "run is \"operation\", \"capture\" or { seconds = 60 }");
        return;
      }
      into = {RunRule::Kind::window, *seconds};
      return;
    }
    const std::string word = in.text("run");
    if (word == "capture") {
      into.kind = RunRule::Kind::capture;
    } else if (!word.empty() && word != "operation") {
      in.fail("run", "run is \"operation\", \"capture\" or { seconds = 60 }" +
                         suggestion(word, {"operation", "capture"}));
    }
  }

  /// "1-100" or "7", or an array of them.
  void read_exchanges(ClaimsTable& in, std::vector<NumberRange>& into) {
    for (const auto& [text, place] : in.texts("exchanges")) {
      NumberRange range;
      const char* const end = text.data() + text.size();
      auto result = std::from_chars(text.data(), end, range.first);
      range.last = range.first;
      if (result.ec == std::errc() && result.ptr != end && *result.ptr == '-') {
        result = std::from_chars(result.ptr + 1, end, range.last);
      }
      if (result.ec != std::errc() || result.ptr != end || range.first == 0 ||
          range.last < range.first) {
        file_.fail(place,
                   "exchanges are numbers as list prints them, \"7\" or \"1-100\"");
        continue;
      }
      into.push_back(range);
    }
  }

  void read_claim(const toml::table& table) {
    ClaimsTable in(table, "claim",
                   {"id", "says", "source", "scenario", "metric", "value", "op",
                    "tolerance", "explain", "relative_to", "as", "engine"},
                   file_);
    ClaimSpec out;
    out.place = in.has("id") ? in.place("id") : in.place();
    out.id = in.text("id", true);
    const auto same =
        std::find_if(into_.claims.begin(), into_.claims.end(),
                     [&out](const ClaimSpec& other) { return other.id == out.id; });
    if (same != into_.claims.end() && !out.id.empty()) {
      in.fail("id", "another claim, in line " + std::to_string(same->place.line) +
                        ", has the id '" + out.id + "' already");
    }
    out.says = in.text("says", true);
    out.source = in.text("source");
    out.source = out.source.empty() ? into_.source : out.source;
    out.as = read_encoding(in);
    out.engine = read_engine(in);
    out.explain = in.flag("explain");
    read_metric(in, out);
    read_scenario_of(in, out);
    read_reference(in, out);
    read_value(in, out);
    into_.claims.push_back(std::move(out));
  }

  static std::string read_encoding(ClaimsTable& in) {
    const std::string name = in.text("as");
    std::vector<std::string> known;
    for (const RowWriter& writer : row_writers()) {
      known.emplace_back(writer.name);
    }
    if (!name.empty() && find_row_writer(name) == nullptr) {
      in.fail("as", "no encoding is named '" + name + "'" + suggestion(name, known));
    }
    return name;
  }

  static std::string read_engine(ClaimsTable& in) {
    const std::string name = in.text("engine");
    std::vector<std::string> known;
    for (const ParseEngine& engine : parse_engines()) {
      known.emplace_back(engine.name);
    }
    if (!name.empty() && find_parse_engine(name) == nullptr) {
      in.fail("engine", "no engine is named '" + name + "'" + suggestion(name, known));
    }
    return name;
  }

  void read_metric(ClaimsTable& in, ClaimSpec& out) {
    const std::string name = in.text("metric", true);
    out.metric = find_metric_info(name);
    if (out.metric == nullptr && !name.empty()) {
      std::vector<std::string> known;
      for (const MetricInfo& metric : metric_table()) {
        known.emplace_back(metric.name);
      }
      in.fail("metric", "no metric is named '" + name + "'" + suggestion(name, known));
    }
  }

  void check_scenario(ClaimsTable& in, std::string_view key, const std::string& id) {
    if (id.empty() || find_scenario(id) != nullptr) {
      return;
    }
    std::vector<std::string> known;
    for (const ScenarioSpec& scenario : into_.scenarios) {
      known.push_back(scenario.id);
    }
    in.fail(key, "no scenario has the id '" + id + "'" + suggestion(id, known));
  }

  void read_scenario_of(ClaimsTable& in, ClaimSpec& out) {
    const bool needed = out.metric == nullptr || out.metric->observed != Observed::never;
    out.scenario = in.text("scenario", needed);
    check_scenario(in, "scenario", out.scenario);
  }

  void read_reference(ClaimsTable& in, ClaimSpec& out) {
    const toml::node* const node = in.find("relative_to");
    if (node == nullptr) {
      return;
    }
    if (node->is_string()) {
      out.relative_to = Reference{in.text("relative_to"), {}, {}};
      check_scenario(in, "relative_to", out.relative_to->scenario);
      return;
    }
    if (node->as_table() == nullptr) {
      in.fail("relative_to", "relative_to is a scenario's id or { scenario = \"id\" }");
      return;
    }
    ClaimsTable reference(*node->as_table(), "relative_to", {"scenario", "as", "engine"},
                          file_);
    out.relative_to = Reference{reference.text("scenario"), read_encoding(reference),
                                read_engine(reference)};
    check_scenario(reference, "scenario", out.relative_to->scenario);
    if (out.relative_to->scenario.empty() && out.relative_to->as.empty() &&
        out.relative_to->engine.empty()) {
      in.fail("relative_to", "relative_to names a scenario, an encoding or an engine");
    }
  }

  void read_value(ClaimsTable& in, ClaimSpec& out) {
    const std::string text = in.figure("value");
    if (!text.empty()) {
      Result<Quantity> value = parse_quantity(text);
      if (value) {
        out.value = *std::move(value);
        check_dimension(in, out);
      } else {
        in.fail("value", "'" + text + "', character " +
                             std::to_string(value.error().offset + 1) + ": " +
                             value.error().what);
      }
    }
    const std::string op = in.text("op");
    const auto* const known = std::find_if(
        kOps.begin(), kOps.end(), [&op](const Op& one) { return one.text == op; });
    if (known != kOps.end()) {
      out.op = known->op;
    } else if (!op.empty()) {
      in.fail("op", "op is = < <= > or >=, not '" + op + "'");
    }
    if (out.value.about) {
      out.tolerance.source = Tolerance::Source::about;
      out.tolerance.relative = kAboutTolerance;
    }
    if (in.has("tolerance")) {
      read_tolerance(in, out);
    }
    const bool zero_time =
        out.value.zero && out.value.dimension == Dimension::milliseconds;
    if (zero_time && out.op == Relation::equal && out.value.per == Per::nothing &&
        !out.tolerance.absolute) {
      read_as_quantum(out.value);
    }
  }

  void read_tolerance(ClaimsTable& in, ClaimSpec& out) {
    const std::string text = in.figure("tolerance");
    if (text.empty()) {
      return;
    }
    Result<Tolerance> tolerance = parse_tolerance(text);
    if (!tolerance) {
      in.fail("tolerance", tolerance.error().what);
      return;
    }
    if (tolerance->absolute && tolerance->dimension != out.value.dimension) {
      in.fail("tolerance", "the value is " + std::string(to_string(out.value.dimension)) +
                               ", the tolerance is " +
                               std::string(to_string(tolerance->dimension)));
      return;
    }
    out.tolerance = *std::move(tolerance);
  }

  void check_dimension(ClaimsTable& in, const ClaimSpec& claim) {
    // What cannot be observed is not computed either: any figure will do.
    if (claim.metric == nullptr || claim.metric->observed == Observed::never) {
      return;
    }
    const Dimension has = claim.value.dimension;
    const Dimension wants = claim.metric->dimension;
    if (has == Dimension::ratio && !claim.relative_to) {
      in.fail("value", "'" + claim.value.text + "' of what? relative_to is missing");
    } else if (has != Dimension::ratio && has != wants) {
      in.fail("value", std::string(claim.metric->name) + " is " +
                           std::string(to_string(wants)) + ", '" + claim.value.text +
                           "' is " + std::string(to_string(has)));
    } else if (has == Dimension::ratio && wants == Dimension::milliseconds &&
               claim.value.zero && claim.value.than == Than::nothing) {
      in.fail("value", "'" + claim.value.text +
                           "' of a time is a time of 0, below some clock's quantum: it "
                           "takes part in no ratio; claim \"0 s\" without relative_to");
    } else if (claim.value.than != Than::nothing && !claim.relative_to) {
      in.fail("value", "'" + claim.value.text + "' than what? relative_to is missing");
    }
  }

  const ScenarioSpec* find_scenario(const std::string& id) const {
    const auto found =
        std::find_if(into_.scenarios.begin(), into_.scenarios.end(),
                     [&id](const ScenarioSpec& scenario) { return scenario.id == id; });
    return found == into_.scenarios.end() || id.empty() ? nullptr : &*found;
  }

  const toml::table& root_;
  ClaimsText& file_;
  ClaimsFile& into_;
};

}  // namespace

std::string_view to_string(Relation op) {
  return kOps[static_cast<std::size_t>(op)].text;
}

ReadClaims parse_claims(std::string_view text, const std::string& path) {
  ReadClaims out;
  out.file.path = path;
  const std::size_t slash = path.rfind('/');
  out.file.folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  ClaimsText file{text, {}};
  try {
    const toml::table root = toml::parse(text);
    Reader(root, file, out.file).read();
  } catch (const toml::parse_error& error) {
    file.fail(place_of(error.source()), std::string(error.description()));
  }
  out.errors = std::move(file.errors);
  std::stable_sort(out.errors.begin(), out.errors.end(),
                   [](const ClaimsError& a, const ClaimsError& b) {
                     return a.place.line != b.place.line
                                ? a.place.line < b.place.line
                                : a.place.column < b.place.column;
                   });
  return out;
}

ReadClaims read_claims(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) {
    text.resize(kMostBytes + 1);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
  }
  const std::string fault = !file.eof() && (file.fail() || file.bad()) ? "cannot be read"
                            : text.size() > kMostBytes ? "is larger than 4 MiB"
                                                       : "";
  if (!fault.empty()) {
    ReadClaims out;
    out.file.path = path;
    out.errors.push_back({{}, "the claims file " + fault});
    return out;
  }
  ReadClaims out = parse_claims(text, path);
  out.file.sha256 = sha256_of(as_bytes(text));
  return out;
}

std::string error_line(const std::string& path, const ClaimsError& error) {
  const std::string place = error.place.line == 0
                                ? std::string()
                                : ":" + std::to_string(error.place.line) + ":" +
                                      std::to_string(error.place.column);
  return path + place + ": " + error.what;
}

}  // namespace capaudit
