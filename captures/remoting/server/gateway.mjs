// SPDX-License-Identifier: Apache-2.0
// gateway.mjs MODULES LOG PORT: a Flash Remoting gateway for the class Echo, AMF0 over HTTP.
//
// POST /gateway        answers every call of a packet in one packet
// POST /gateway/lossy  the same, but every fifth packet is read and never answered
//
// One JSON line per packet goes to LOG: targets, whether it was answered, milliseconds.
import { appendFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { readPacket, writePacket } from "./packet.mjs";

const [modules, log, port] = process.argv.slice(2);
const codec = createRequire(`${modules}/package.json`)("amf-codec");
let lossy = 0;

function serve(request, response, body) {
  const begin = performance.now();
  const calls = readPacket(body, bytes => codec.fromAMF(bytes));
  const answered = request.url !== "/gateway/lossy" || ++lossy % 5 !== 0;
  if (answered) {
    const packet = writePacket(codec, calls.map(({ response, value }) => (
      { target: `${response}/onResult`, response: "null", value: value[0] })));
    response.writeHead(200, { "Content-Type": "application/x-amf", "Content-Length": packet.length });
    response.end(packet);
  }
  appendFileSync(log, JSON.stringify({ client_port: request.socket.remotePort, target: request.url, request_bytes: body.length,
    calls: calls.map(call => call.target), answered, server_ms: Number((performance.now() - begin).toFixed(3)) }) + "\n");
}

http.createServer((request, response) => {
  const parts = [];
  request.on("data", part => parts.push(part)).on("end", () => serve(request, response, Buffer.concat(parts)));
}).listen(Number(port));
