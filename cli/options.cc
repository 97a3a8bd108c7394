// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>
#include <utility>

#include <boost/program_options.hpp>

#include "analyzer/nearest.h"
#include "cli/commands.h"

namespace po = boost::program_options;

namespace capaudit {
namespace {

Error usage(std::string what) {
  return {ErrorCode::malformed, 0, std::move(what)};
}

auto* argument(const char* name) {
  return po::value<std::string>()->value_name(name);
}

po::options_description describe(const Command& command) {
  using Text = std::string;
  po::options_description all("Options", 80, 40);
  auto add = all.add_options();
  if ((command.groups & kFormat) != 0) {
    add("format", argument("NAME"), "output format; default: by the extension of -o");
  }
  if ((command.groups & kJson) != 0) {
    add("json", "print the result as one JSON object");
  }
  if ((command.groups & kOutput) != 0) {
    add("output,o", argument("FILE"), "write to this file instead of standard output");
  }
  if ((command.groups & kBody) != 0) {
    add("body", argument("FORM"),
        "print a body: wire, decoded or tree (JSON with types)");
    add("side", argument("SIDE"), "whose body: request or response (default)");
  }
  if ((command.groups & kSame) != 0) {
    add("same", "a HAR against packets of the same session: where the HAR is wrong");
    add("select-a", argument("TERMS"), "what of A is compared, as --select of list");
    add("select-b", argument("TERMS"), "what of B is compared");
    add("templates", argument("DIR"), "folder with templates of a page to use instead");
  }
  if ((command.groups & kFigures) != 0) {
    add("json", "the same as --format json");
    add("side", argument("SIDE"), "whose body: request or response (default)");
    add("templates", argument("DIR"), "folder with templates of a page to use instead");
  }
  if ((command.groups & kLadder) != 0) {
    add("up-to", argument("ROWS"),
        "go beyond the captured rows, by drawing from them; marked as such");
  }
  if ((command.groups & kTiming) != 0) {
    add("engine", po::value<std::vector<Text>>()->composing()->value_name("NAME"),
        "an engine, or NAME=COMMAND for a program; may be given again");
    add("timeout", argument("SECONDS"), "for one answer of a program (default 60)");
  }
  if ((command.groups & kRuns) != 0) {
    add("runs", argument("N"),
        "timed batches of each engine (at least 20; default 30, with --parse 20)");
    add("warmup", argument("N"), "batches set aside at the start (default: as found)");
  }
  if ((command.groups & kSelecting) != 0) {
    add("select", argument("TERMS"),
        "exchanges: host=H,url=GLOB,method=M,format=F,status=2xx,state=S,name=N");
  }
  if ((command.groups & kPage) != 0) {
    add("title", argument("TEXT"), "title of the report");
    add("theme", argument("THEME"), "auto (default), light or dark");
    add("templates", argument("DIR"), "folder with templates to use instead");
    add("parse", "time here how long captured answers take to parse");
    add("data", argument("PLACE"),
        "data of the report: embed (default), side (a file beside it) or none");
  }
  if ((command.groups & kZone) != 0) {
    add("tz", argument("ZONE"),
        "zone of times: UTC (default), local, +HH:MM, Europe/Berlin");
  }
  if ((command.groups & kLedgers) != 0) {
    add("connections", "the byte ledger of each connection too");
  }
  if ((command.groups & kNoBodies) != 0) {
    add("no-bodies", "count and measure bodies, but decode none");
  }
  if ((command.groups & kBodies) != 0) {
    add("bodies", "har: bodies as well; with --redact off, for secrets are in them");
  }
  if ((command.groups & kNoInput) == 0) {
    add("filter", argument("EXPR"), "packets: a capture filter (BPF), as for tcpdump");
    add("decode-as", po::value<std::vector<Text>>()->composing()->value_name("PORT=http"),
        "read that port as HTTP; may be given again");
    add("check-checksums",
        "verify IP and TCP checksums; wrong ones are counted, not dropped");
    add("dedup", argument("WHEN"),
        "auto (default): count copies of a packet once; off: keep them");
    add("jobs,j", argument("N"), "threads that decode bodies (default: one per core)");
    add("max-body", argument("SIZE"),
        "bytes of a body kept for decoding (default 256M; K, M, G, T are 1,024s)");
    add("max-memory", argument("SIZE"), "bytes buffered in all (default 1G)");
    add("redact", argument("HOW"), "secrets in the output: default, strict or off");
    add("strict", "exit with 4 when an input is damaged or a claim could not be judged");
  }
  add("color", argument("WHEN"), "auto (default), always or never");
  add("quiet,q", "no messages but errors");
  add("verbose,v", "say what was found in the captures");
  add("help,h", "this text");
  add("version", "version of the program");
  return all;
}

std::optional<std::uint64_t> parse_bytes(std::string text) {
  std::uint64_t factor = 1;
  if (!text.empty()) {
    const std::string_view units = "KMGT";
    const std::size_t unit = units.find(
        text.back() >= 'a' ? static_cast<char>(text.back() - 32) : text.back());
    if (unit != std::string_view::npos) {
      factor = std::uint64_t{1} << (10 * (unit + 1));
      text.pop_back();
    }
  }
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end ||
      number > std::numeric_limits<std::uint64_t>::max() / factor) {
    return std::nullopt;
  }
  return number * factor;
}

/// Takes values out of a parsed command line; keeps the first error.
class Taker {
 public:
  explicit Taker(const po::variables_map& values) : values_(values) {}

  bool has(const char* name) const { return values_.count(name) > 0; }
  std::string text(const char* name) const {
    return has(name) ? values_[name].as<std::string>() : std::string();
  }
  /// One of `words`; its index, or none when the option was not given.
  std::optional<std::size_t> choice(const char* name,
                                    const std::vector<std::string>& words) {
    if (!has(name)) {
      return std::nullopt;
    }
    const std::string word = text(name);
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
      std::string list;
      for (const std::string& known : words) {
        list += (list.empty() ? "" : ", ") + known;
      }
      fail("--" + std::string(name) + " takes " + list + ", not '" + word + "'");
      return std::nullopt;
    }
    return static_cast<std::size_t>(found - words.begin());
  }
  void bytes(const char* name, std::uint64_t& into) {
    if (!has(name)) {
      return;
    }
    const auto value = parse_bytes(text(name));
    if (!value || *value == 0) {
      fail("--" + std::string(name) + " takes a number of bytes such as 64M, not '" +
           text(name) + "'");
      return;
    }
    into = *value;
  }
  /// A whole number up to `most`.
  void count(const char* name, std::uint64_t most, std::uint64_t& into) {
    if (!has(name)) {
      return;
    }
    const std::string digits = text(name);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, into);
    if (error != std::errc() || stop != end || into > most) {
      fail("--" + std::string(name) + " takes a number up to " + std::to_string(most) +
           ", not '" + digits + "'");
    }
  }
  void fail(std::string what) {
    if (!error_) {
      error_ = usage(std::move(what));
    }
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const po::variables_map& values_;
  std::optional<Error> error_;
};

void take_ports(const po::variables_map& values, Taker& taker, AnalyzeOptions& analyze) {
  if (values.count("decode-as") == 0) {
    return;
  }
  for (const std::string& rule : values["decode-as"].as<std::vector<std::string>>()) {
    const std::size_t equals = rule.find('=');
    const auto port = parse_bytes(rule.substr(0, equals));
    if (equals == std::string::npos || rule.substr(equals + 1) != "http" || !port ||
        *port == 0 || *port > 65535) {
      taker.fail("--decode-as takes PORT=http, not '" + rule + "'");
      return;
    }
    analyze.http_ports.push_back(static_cast<std::uint16_t>(*port));
  }
}

void take_all(const po::variables_map& values, Taker& taker, Options& options) {
  AnalyzeOptions& analyze = options.analyze;
  analyze.filter = taker.text("filter");
  analyze.check_checksums = taker.has("check-checksums");
  analyze.examine_bodies = !taker.has("no-bodies");
  analyze.remove_duplicates = taker.choice("dedup", {"auto", "off"}).value_or(0) == 0;
  take_ports(values, taker, analyze);
  if (taker.has("jobs")) {
    const auto jobs = parse_bytes(taker.text("jobs"));
    if (!jobs || *jobs > 1024) {
      taker.fail("--jobs takes a number of threads, not '" + taker.text("jobs") + "'");
    } else {
      analyze.jobs = static_cast<unsigned>(*jobs);
    }
  }
  taker.bytes("max-body", analyze.max_body);
  taker.bytes("max-memory", analyze.max_memory);
  constexpr RedactMode kRedact[] = {RedactMode::standard, RedactMode::strict,
                                    RedactMode::off};
  options.redact =
      kRedact[taker.choice("redact", {"default", "strict", "off"}).value_or(0)];
  constexpr ColorMode kColor[] = {ColorMode::automatic, ColorMode::always,
                                  ColorMode::never};
  options.color = kColor[taker.choice("color", {"auto", "always", "never"}).value_or(0)];
  constexpr BodyView kBody[] = {BodyView::wire, BodyView::decoded, BodyView::tree};
  if (const auto body = taker.choice("body", {"wire", "decoded", "tree"})) {
    options.body = kBody[*body];
  }
  options.response_side = taker.choice("side", {"request", "response"}).value_or(1) == 1;
  taker.choice("theme", {"auto", "light", "dark"});
  options.theme = taker.has("theme") ? taker.text("theme") : "auto";
  constexpr DataPlace kData[] = {DataPlace::embed, DataPlace::side, DataPlace::none};
  options.data = kData[taker.choice("data", {"embed", "side", "none"}).value_or(0)];
  options.timezone = taker.has("tz") ? taker.text("tz") : "UTC";
  options.json = taker.has("json");
  options.connections = taker.has("connections");
  options.same = taker.has("same");
  options.bodies = taker.has("bodies");
  taker.count("up-to", 10'000'000, options.up_to);
  if (taker.has("runs")) {
    options.runs = 0;
    taker.count("runs", 100'000, *options.runs);
  }
  options.parse = taker.has("parse");
  taker.count("timeout", 86'400, options.timeout_s);
  if (taker.has("warmup")) {
    options.warmup = 0;
    taker.count("warmup", 100'000, *options.warmup);
  }
  if (taker.has("engine")) {
    options.engines = values["engine"].as<std::vector<std::string>>();
  }
  options.format = taker.text("format");
  options.output = taker.text("output");
  options.title = taker.text("title");
  options.templates = taker.text("templates");
  options.strict = taker.has("strict");
  options.quiet = taker.has("quiet");
  options.verbose = taker.has("verbose");
  options.help = taker.has("help");
  options.version = taker.has("version");
}

void take_selection(Taker& taker, const char* name, Selection& selection,
                    std::string& text) {
  if (!taker.has(name)) {
    return;
  }
  text = taker.text(name);
  Result<Selection> parsed = Selection::parse(text);
  if (!parsed) {
    taker.fail("--" + std::string(name) + ", column " +
               std::to_string(parsed.error().offset + 1) + ": " + parsed.error().what);
    return;
  }
  selection = std::move(*parsed);
}

std::vector<std::string> known_options(const po::options_description& all) {
  std::vector<std::string> names;
  for (const auto& option : all.options()) {
    names.push_back("--" + option->long_name());
  }
  return names;
}

}  // namespace

Result<Options> parse_options(const Command& command,
                              const std::vector<std::string>& arguments) {
  const po::options_description all = describe(command);
  po::options_description hidden;
  hidden.add_options()("argument", po::value<std::vector<std::string>>());
  po::options_description every;
  every.add(all).add(hidden);
  po::positional_options_description positional;
  positional.add("argument", -1);
  po::variables_map values;
  try {
    const int style =
        po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments)
                  .options(every)
                  .positional(positional)
                  .style(style)
                  .run(),
              values);
  } catch (const po::unknown_option& error) {
    const std::string name = error.get_option_name();
    const auto meant = nearest(name, known_options(all));
    return usage(std::string(command.name) + " has no option " + name +
                 (meant ? "; did you mean " + *meant + "?" : ""));
  } catch (const po::error& error) {
    return usage(error.what());
  }
  Options options;
  options.given = arguments;
  Taker taker(values);
  take_all(values, taker, options);
  if (taker.error()) {
    return *taker.error();
  }
  take_selection(taker, "select", options.select, options.selection);
  take_selection(taker, "select-a", options.select_a, options.selection_a);
  take_selection(taker, "select-b", options.select_b, options.selection_b);
  if (taker.error()) {
    return *taker.error();
  }
  if (values.count("argument") > 0) {
    options.arguments = values["argument"].as<std::vector<std::string>>();
  }
  return options;
}

std::string describe_options(const Command& command) {
  std::ostringstream text;
  text << describe(command);
  return text.str();
}

}  // namespace capaudit
