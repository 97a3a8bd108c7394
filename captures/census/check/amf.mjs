// SPDX-License-Identifier: Apache-2.0
// amf.mjs RUN: decodes every AMF packet of a run with two independent libraries, libamf and
// amfjs, and compares: the two with each other, messages and names with the application's
// log, rows with those of the largest JSON answer of the same run.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Readable } from "node:stream";
import Module, { createRequire } from "node:module";

const run = process.argv[2];
const require = createRequire(`${run}/npm/package.json`);
// libamf asks for a server framework and bytearray-node for LZMA; neither takes part here.
const load = Module._load;
Module._load = (name, ...rest) => ["express", "body-parser", "lzma-native"].includes(name) ? {} : load(name, ...rest);
const ByteArray = require("bytearray-node");
ByteArray.prototype.reset ??= function () {};
const libamf = require("libamf");
const amfjs = require("amfjs");

const plain = value => Array.isArray(value) ? Array.from(value, plain)
  : value instanceof Map ? plain(Object.fromEntries(value))
  : value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).filter(([k]) => k !== "__class").map(([k, v]) => [k, plain(v)]))
  : value;

async function withLibamf(bytes) {
  const packet = await libamf.Packet.read(bytes);
  return packet.messages.map(m => ({ target: m.targetURI, response: m.responseURI, value: plain(m.content) }));
}

// amfjs decodes values from a stream, so the envelope is walked here.
function withAmfjs(bytes) {
  let at = 4;
  const text = () => { const n = bytes.readUInt16BE(at); at += 2 + n; return bytes.toString("utf8", at - n, at); };
  if (bytes.readUInt16BE(2) !== 0) throw Error("packet headers");
  const count = bytes.readUInt16BE(at), messages = [];
  at += 2;
  for (let i = 0; i < count; ++i) {
    const target = text(), response = text(), length = bytes.readUInt32BE(at);
    at += 4;
    const stream = new Readable({ read() {} });
    stream.push(bytes.subarray(at, at + length));
    stream.read(0);
    const decoder = new amfjs.AMFDecoder(stream);
    messages.push({ target, response, value: plain(decoder.decode(amfjs.AMF0)) });
    if (stream.readableLength !== 0) throw Error(`${stream.readableLength} bytes left`);
    at += length;
  }
  if (at !== bytes.length) throw Error("bytes after the last message");
  return messages;
}

const log = readFileSync(`${run}/app.log`, "utf8").trim().split("\n").map(JSON.parse);
const body = (x, side) => readFileSync(`${run}/bodies/${x.id}.${side}`);
const most = log.filter(x => x.target.includes("command=getJSON&")).reduce((a, b) => b.rows > a.rows ? b : a);
const rows = JSON.parse(body(most, "res")).items;

let packets = 0, compared = 0;
for (const x of log.filter(x => x.format === "amf3")) {
  const decoded = {};
  for (const side of ["req", "res"]) {
    const [a, b] = [await withLibamf(body(x, side)), withAmfjs(body(x, side))];
    if (!isDeepStrictEqual(a, b)) throw Error(`${x.id}.${side}: libamf and amfjs disagree`);
    if (a.length !== x.messages) throw Error(`${x.id}.${side}: ${a.length} messages`);
    decoded[side] = a;
    ++packets;
  }
  decoded.req.forEach(({ response, value: [request] }, i) => {
    const name = request.operation === 5 ? "client ping" : `${request.destination}.${request.operation}`;
    if (name !== x.names[i]) throw Error(`${x.id}: ${name} is not ${x.names[i]}`);
    const answer = decoded.res[i];
    if (answer.target !== response + "/onResult" || answer.value.correlationId !== request.messageId)
      throw Error(`${x.id}: not the answer to this call`);
    if (x.rows === undefined) return;
    if (!isDeepStrictEqual(answer.value.body, rows.slice(0, x.rows))) throw Error(`${x.id}: other rows than JSON`);
    compared += x.rows;
  });
}
console.log(`amf: ${packets} packets, two decoders agree; ${compared} rows equal those of JSON`);
