// SPDX-License-Identifier: Apache-2.0
// bench.mjs MODULES LOG soap|amf HOST SECONDS LIMIT: every test of the benchmark as a closed
// loop, one request at a time, until SECONDS are over or LIMIT requests are made. One JSON
// line an exchange goes to LOG, AMF bodies in base64 to LOG.bodies. Several calls of a test are several SOAP requests, but
// several messages in one AMF packet, as the Flash player batches the calls of one frame.
import { appendFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { Meter } from "../../common/meter.mjs";
import { readPacket, writePacket } from "../server/packet.mjs";
import { envelope } from "./soap.mjs";

const [modules, log, kind, host, seconds, limit] = process.argv.slice(2);
const codec = createRequire(`${modules}/package.json`)("amf-codec");
const meter = new Meter({ keep: true });
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const person = n => ({ name: `Person Number ${n}`, age: 20 + n, streetAddress: `${100 + n} Main Street`,
  city: "Springfield", state: "MA", zipCode: `0${1000 + n}` });
const list = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const text = n => "abcdefghij".repeat(n / 10);
const calls = {
  int: ["echoInt", 42], string20: ["echoString", text(20)], string200: ["echoString", text(200)],
  person: ["echoPerson", person(1)], array20: ["echoArray", list(20, i => `element ${i}`)],
  array2000: ["echoArray", list(2000, i => `element ${i}`)], persons20: ["echoPersonArray", list(20, person)],
};
const tests = {
  "echoInt": [calls.int], "echoString 20": [calls.string20], "echoString 200": [calls.string200],
  "echoPerson": [calls.person], "echoArray 20": [calls.array20], "echoArray 2000": [calls.array2000],
  "echoPersonArray 20": [calls.persons20], "echoInt batched": list(5, () => calls.int),
  "echoInt + echoString + echoPerson": [calls.int, calls.string20, calls.person],
  "echoPerson + echoArray + echoPersonArray": [calls.person, calls.array20, calls.persons20],
};

function post(port, path, headers, body, patience) {
  return new Promise((done, fail) => {
    const request = http.request({ host, port, path, method: "POST", agent, timeout: patience,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) } }, response => {
      const parts = [];
      response.on("data", part => parts.push(part)).on("end", () => done(Buffer.concat(parts)));
    });
    request.on("timeout", () => request.destroy().once("close", () => done(null)));
    request.on("error", error => error.code === "ECONNRESET" && request.destroyed || fail(error));
    request.end(body);
  });
}

let responder = 0;
async function amf(list, path = "/gateway", patience = 20000) {
  const messages = list.map(([name, value]) => ({ target: `Echo.${name}`, response: `/${++responder}`, value: [value] }));
  const answer = await post(8070, path, { "Content-Type": "application/x-amf" }, writePacket(codec, messages), patience);
  if (answer === null) return;
  const results = readPacket(answer, bytes => codec.fromAMF(bytes));
  messages.forEach(({ response, value }, i) => {
    if (results[i].target !== `${response}/onResult` || JSON.stringify(results[i].value) !== JSON.stringify(value[0]))
      throw Error(`${response} came back otherwise`);
  });
}

async function soap(list) {
  for (const [name, value] of list) {
    const answer = await post(8090, "/axis/services/Echo", { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' },
      envelope(name, value), 20000);
    if (!answer.includes(`:${name}Response`)) throw Error(answer.toString());
  }
}

function note(step) {
  for (const { sent_body, got_body, ...exchange } of meter.take()) {
    const facts = { sent: [], got: 0 };
    if (kind === "amf") {
      facts.sent = readPacket(sent_body, () => null).map(message => message.target);
      facts.got = got_body.length ? readPacket(got_body, () => null).length : 0;
      for (const body of [sent_body, got_body])
        if (body.length) appendFileSync(`${log}.bodies`, body.toString("base64") + "\n");
    } else {
      facts.sent = [/<m:(\w+)/.exec(sent_body)[1]];
      facts.got = 1;
    }
    appendFileSync(log, JSON.stringify({ step, ...exchange, ...facts }) + "\n");
  }
}

const once = { soap, amf }[kind];
for (const [step, list] of Object.entries(tests)) {
  const begin = performance.now();
  for (let i = 0; i < Number(limit) && performance.now() - begin < Number(seconds) * 1000; ++i) await once(list);
  note(step);
}
if (kind === "amf") {
  for (let i = 0; i < 50; ++i) await amf([calls.int, calls.person], "/gateway/lossy", 250);
  note("echoInt + echoPerson, unanswered");
}
agent.destroy();
