// SPDX-License-Identifier: Apache-2.0
// server.mjs MODULES LOG: two Bayeux servers, CometD's on port 8080 and Faye on 8081. Both hold
// a connect for 4 seconds. Each request and its status goes to LOG as one JSON line.
import { appendFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";

const [modules, log] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);

function listen(port, handle) {
  const server = http.createServer();
  handle(server); // first: Faye takes the listeners that are there when it attaches
  server.on("request", (request, response) => response.on("finish", () => appendFileSync(log, JSON.stringify({
    server_port: port, client_port: request.socket.remotePort, method: request.method, target: request.url,
    status: response.statusCode }) + "\n")));
  server.listen(port);
}

const cometd = require("cometd-nodejs-server").createCometDServer({ timeout: 4000, maxInterval: 10000 });
listen(8080, server => server.on("request", cometd.handle));

const faye = require("faye");
listen(8081, server => new faye.NodeAdapter({ mount: "/faye", timeout: 4 }).attach(server));
