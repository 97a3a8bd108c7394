// SPDX-License-Identifier: Apache-2.0
// amf.mjs MODULES BODIES.jsonl: decodes every AMF packet of the client's log with two libraries
// that took no part in writing it, amf and amfjs, and compares their values.
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { readPacket } from "../server/packet.mjs";

const [modules, bodies] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const amf = require("amf"), amfjs = require("amfjs");

const plain = value => Array.isArray(value) ? value.map(plain)
  : value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).filter(([k]) => k !== "__class").map(([k, v]) => [k, plain(v)]))
  : value;

function withAmf(bytes) {
  const info = { offset: 0 }, value = amf.read(bytes, info);
  if (info.byteLength !== bytes.length) throw Error(`amf read ${info.byteLength} of ${bytes.length} bytes`);
  return plain(value);
}

function withAmfjs(bytes) {
  const stream = new Readable({ read() {} });
  stream.push(bytes);
  stream.read(0);
  const value = new amfjs.AMFDecoder(stream).decode(amfjs.AMF0);
  if (stream.readableLength !== 0) throw Error(`amfjs left ${stream.readableLength} bytes`);
  return plain(value);
}

let packets = 0, messages = 0;
for await (const line of createInterface({ input: createReadStream(bodies) })) {
  const bytes = Buffer.from(line, "base64");
  const [a, b] = [readPacket(bytes, withAmf), readPacket(bytes, withAmfjs)];
  if (!isDeepStrictEqual(a, b)) throw Error(`packet ${packets + 1}: amf and amfjs disagree`);
  ++packets;
  messages += a.length;
}
console.log(`amf: ${packets} packets with ${messages} messages, two decoders agree`);
