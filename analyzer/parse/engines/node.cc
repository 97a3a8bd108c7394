// SPDX-License-Identifier: Apache-2.0
// JSON.parse and JSON.stringify of node, by the protocol of programs.
#include <string>

#include "analyzer/parse/engines.h"
#include "analyzer/parse/javascript.h"
#include "analyzer/parse/program_channel.h"

namespace capaudit {
namespace {

constexpr std::string_view kLines = R"js(
const fs = require('fs');
const { performance } = require('perf_hooks');
const engine = makeEngine(() => performance.now(), b => b.toString('utf8'));
const answer = line => {
  const [word, ...rest] = line.split(' ');
  switch (word) {
    case 'hello': return 'hello node ' + process.versions.node;
    case 'load':
      if (rest[0] !== 'json') return 'unsupported';
      for (const file of rest.slice(1)) engine.add(fs.readFileSync(file));
      return 'ok';
    case 'write':
      engine.written(rest[0]).forEach((t, i) => fs.writeFileSync(`${rest[1]}/${i + 1}`, t));
      return 'ok';
    case 'time': return 'ns ' + engine.time(rest[0], +rest[1]);
    case 'quantum': return 'ns ' + engine.quantum();
    default: return 'unsupported';
  }
};
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  let out;
  try { out = answer(line); } catch (e) { out = 'error ' + String(e.message).split('\n')[0]; }
  process.stdout.write(out + '\n');
});
)js";

constexpr std::chrono::milliseconds kTimeOut = std::chrono::minutes(1);

}  // namespace

Result<std::unique_ptr<EngineRun>> open_node(const ParsePayload& payload) {
  constexpr bool kShowErrors = false;
  Result<std::unique_ptr<EngineRun>> run = open_program(
      payload, {"node", "-e", std::string(kJavascriptEngine) + std::string(kLines)},
      kTimeOut, kShowErrors);
  if (!run && run.error().code == ErrorCode::unsupported) {
    return Error{ErrorCode::unsupported, 0, "absent; install nodejs"};
  }
  return run;
}

}  // namespace capaudit
