// SPDX-License-Identifier: Apache-2.0
// fill.mjs HOST PORT: puts the rows (JSON lines on standard input) into table storage.
import http from "node:http";
import { createInterface } from "node:readline";
import { signed } from "./sharedkey.mjs";

const [host, port] = process.argv.slice(2), { ACCOUNT: account, KEY: key } = process.env;
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

function post(path, value) {
  const body = JSON.stringify(value);
  const headers = signed(account, key, "POST", path, {
    "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Prefer: "return-no-content" });
  return new Promise((done, fail) => {
    http.request({ host, port, method: "POST", path, headers, agent }, response => {
      response.resume().on("end", () => response.statusCode === 204 ? done() : fail(Error(`${path}: ${response.statusCode}`)));
    }).on("error", fail).end(body);
  });
}

await post(`/${account}/Tables`, { TableName: "Census" });
let pending = [];
for await (const line of createInterface({ input: process.stdin })) {
  pending.push(post(`/${account}/Census`, JSON.parse(line)));
  if (pending.length === 64) await Promise.all(pending.splice(0));
}
await Promise.all(pending);
agent.destroy();
