// SPDX-License-Identifier: Apache-2.0
// JSON.parse and JSON.stringify of headless Chromium, driven through its debugging pipe
// (Chrome DevTools Protocol: messages of JSON, each ended by a zero byte, read by the
// browser from descriptor 3 and written to 4). What it says holds for this browser on
// this machine.
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include <openssl/evp.h>

#include "analyzer/parse/engines.h"
#include "analyzer/parse/javascript.h"
#include "analyzer/parse/program_channel.h"
#include "decoders/formats/decode.h"
#include "decoders/writers/scalar_text.h"

namespace capaudit {
namespace {

constexpr std::chrono::milliseconds kTimeOut = std::chrono::minutes(1);

constexpr std::string_view kPage = R"js(
const decoder = new TextDecoder();
const engine = makeEngine(() => performance.now(), b => decoder.decode(b));
const load = base64 => engine.add(Uint8Array.from(atob(base64), c => c.charCodeAt(0)));
)js";

class Chromium final : public EngineRun {
 public:
  Chromium(const ParsePayload& payload, std::unique_ptr<ScratchFolder> profile,
           std::unique_ptr<ProgramChannel> channel)
      : payload_(payload), profile_(std::move(profile)), channel_(std::move(channel)) {}

  std::optional<Error> begin();

  Result<double> time(Work work, std::uint64_t iterations) override {
    const Result<double> ns = number("engine.time('" + std::string(protocol_word(work)) +
                                     "', " + std::to_string(iterations) + ")");
    return ns ? Result<double>(*ns * static_cast<double>(iterations)) : ns;
  }
  Result<std::vector<Buffer>> written(Work work) override;
  double quantum_ns() override {
    const Result<double> ns = number("engine.quantum()");
    return ns ? *ns : 0;
  }
  std::optional<std::uint64_t> peak_bytes(Work /*work*/) override { return std::nullopt; }
  std::string version() override { return version_; }

 private:
  /// The value of an expression, as text.
  Result<std::string> evaluate(const std::string& expression);
  Result<double> number(const std::string& expression);
  /// Sends a command and waits for its answer; events in between are passed over. The
  /// text of result.KEY, or of result.result.value.
  Result<std::string> command(std::string_view method, const std::string& parameters,
                              std::string_view key);

  const ParsePayload& payload_;
  std::unique_ptr<ScratchFolder> profile_;
  std::unique_ptr<ProgramChannel> channel_;
  std::string session_, version_;
  std::uint64_t number_ = 0;
};

std::string to_base64(const Buffer& bytes) {
  constexpr std::size_t kBlock = 3;
  constexpr std::size_t kCoded = 4;
  // EVP_EncodeBlock also writes a zero behind the text.
  Buffer out((bytes.size() + kBlock - 1) / kBlock * kCoded + 1);
  const int length =
      EVP_EncodeBlock(out.data(), bytes.data(), static_cast<int>(bytes.size()));
  return std::string(as_text(Bytes(out).first(static_cast<std::size_t>(length))));
}

/// The text or number that a path of names leads to.
std::optional<std::string> find_text(const Tree& tree,
                                     std::initializer_list<std::string_view> path) {
  NodeId id = tree.root;
  for (const std::string_view name : path) {
    id = id == kNoNode ? id : tree.find(id, name);
  }
  if (id == kNoNode) {
    return std::nullopt;
  }
  const Node& node = tree[id];
  if (node.kind == NodeKind::integer) {
    return std::to_string(node.integer());
  }
  if (node.kind == NodeKind::real) {
    std::string digits;
    append_double(node.real(), digits);
    return digits;
  }
  return std::string(tree.text(node));
}

Result<std::string> Chromium::command(std::string_view method,
                                      const std::string& parameters,
                                      std::string_view key) {
  const std::string id = std::to_string(++number_);
  std::string message = "{\"id\":" + id + ",\"method\":\"" + std::string(method) + "\"";
  if (!session_.empty()) {
    message += ",\"sessionId\":\"" + session_ + "\"";
  }
  if (const auto unsent = channel_->send(message + ",\"params\":{" + parameters + "}}")) {
    return *unsent;
  }
  for (;;) {
    const Result<std::string> answer = channel_->receive();
    if (!answer) {
      return answer;
    }
    Hints hints;
    hints.content_type = "application/json";
    const Decoded decoded = decode(as_bytes(*answer), hints, Limits());
    const Tree& tree = decoded.tree;
    if (tree.empty() || tree.error || find_text(tree, {"id"}) != id) {
      continue;
    }
    const auto thrown = find_text(tree, {"result", "exceptionDetails", "text"});
    const auto refused = find_text(tree, {"error", "message"});
    if (thrown || refused) {
      return Error{ErrorCode::malformed, 0, thrown ? *thrown : *refused};
    }
    const auto value = key.empty() ? find_text(tree, {"result", "result", "value"})
                                   : find_text(tree, {"result", key});
    return value.value_or(std::string());
  }
}

Result<std::string> Chromium::evaluate(const std::string& expression) {
  std::string parameters = "\"returnByValue\":true,\"expression\":";
  append_json_string(expression, parameters);
  return command("Runtime.evaluate", parameters, "");
}

Result<double> Chromium::number(const std::string& expression) {
  const Result<std::string> text = evaluate(expression);
  if (!text) {
    return text.error();
  }
  double value = 0;
  const auto [stop, error] =
      std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || !std::isfinite(value)) {
    return Error{ErrorCode::malformed, 0, "Chromium answers '" + *text + "'"};
  }
  return value;
}

std::optional<Error> Chromium::begin() {
  const Result<std::string> product = command("Browser.getVersion", "", "product");
  if (!product) {
    return product.error();
  }
  version_ = product->substr(product->find('/') + 1);
  const Result<std::string> target =
      command("Target.createTarget", "\"url\":\"about:blank\"", "targetId");
  if (!target) {
    return target.error();
  }
  const Result<std::string> session =
      command("Target.attachToTarget",
              "\"flatten\":true,\"targetId\":\"" + *target + "\"", "sessionId");
  if (!session) {
    return session.error();
  }
  session_ = *session;
  // One script, so that its names stay for the next ones.
  const Result<std::string> ready =
      evaluate(std::string(kJavascriptEngine) + std::string(kPage) + "'ready'");
  if (!ready) {
    return ready.error();
  }
  for (const ParseDocument& document : payload_.documents) {
    const Result<std::string> loaded =
        evaluate("load('" + to_base64(document.content) + "'), 'ok'");
    if (!loaded) {
      return loaded.error();
    }
  }
  return std::nullopt;
}

Result<std::vector<Buffer>> Chromium::written(Work work) {
  std::vector<Buffer> out;
  for (std::size_t i = 0; i < payload_.documents.size(); ++i) {
    const Result<std::string> text =
        evaluate("engine.written('" + std::string(protocol_word(work)) + "')[" +
                 std::to_string(i) + "]");
    if (!text) {
      return text.error();
    }
    out.push_back(to_bytes(*text));
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<EngineRun>> open_chromium(const ParsePayload& payload) {
  constexpr std::array<std::string_view, 4> kNames = {
      "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"};
  ChannelForm form;
  form.child_reads = 3;
  form.child_writes = 4;
  form.end = '\0';
  form.show_errors = false;
  for (const std::string_view name : kNames) {
    auto profile = std::make_unique<ScratchFolder>();
    Result<std::unique_ptr<ProgramChannel>> channel = ProgramChannel::start(
        {std::string(name), "--headless", "--no-sandbox", "--disable-gpu",
         "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
         "--user-data-dir=" + profile->path()},
        form, kTimeOut);
    if (!channel) {
      continue;
    }
    auto run =
        std::make_unique<Chromium>(payload, std::move(profile), std::move(*channel));
    if (const std::optional<Error> failed = run->begin()) {
      return *failed;
    }
    return std::unique_ptr<EngineRun>(std::move(run));
  }
  return Error{ErrorCode::unsupported, 0, "absent; install chromium-headless-shell"};
}

}  // namespace capaudit
