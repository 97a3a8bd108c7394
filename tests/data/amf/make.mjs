// SPDX-License-Identifier: Apache-2.0
// Makes read.json and written.json: AMF as libraries that are not ours write and read it.
// Run by hand, with a network: npm ci --ignore-scripts && node make.mjs
//
// read.json: values made here, encoded by a library, checked with a second one where one
// can read them; the expected value is the one made here. written.json: the bytes in
// written.hex, which our writers wrote, as libraries read them. README.md says which
// library is trusted with what.
import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

const require = createRequire(import.meta.url);
const codec = require('amf-codec');
const { AMF0 } = require('amf0-ts');
const { AMF3 } = require('amf3-ts');
const amf = require('amf');
const amfjs = require('amfjs');

// The same values in every run.
let state = 20;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const pick = (all) => all[below(all.length)];
const many = (most, make) => Array.from({ length: below(most + 1) }, make);

class Row {}
AMF0.registerClassAlias('t.Row', Row);

// JSON has no undefined, dates, -0 and NaN, and loses what kind an array is. An ECMA array
// of AMF0 is pairs of name and value, whatever they were: a list only if all are items.
const tagged = (value, ecma = false) => {
  const inner = (each) => tagged(each, ecma);
  if (value === undefined) return { undefined: true };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { number: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (value instanceof Date) return { date: value.getTime() };
  if (ArrayBuffer.isView(value)) return Array.from(value, inner);
  const names = Object.keys(value);
  const members = (chosen) => chosen.map((name) => [name, inner(value[name])]);
  if (Array.isArray(value)) {
    const named = names.filter((name) => !/^\d+$/.test(name));
    const items = value.map(inner);
    if (ecma && (items.length === 0 || named.length !== 0)) {
      return { type: '', members: members(names) };
    }
    return named.length === 0 ? items : { members: members(named), items };
  }
  const type = value instanceof Row ? 't.Row' : '';
  return { type, members: members(names) };
};

const kTexts = ['', 'a', 'row', 'id', 'h\u00e9llo', '\u20ac', '\u{1d11e}', 'x\u0000y', 'a'.repeat(127),
  'b'.repeat(64), 'Not in universe', '\u4e2d\u6587', 'line\r\nend', '"quoted"'];
const kNumbers = [0, 1, -1, 127, 128, 16383, 16384, 2097151, 2097152, 2 ** 28 - 1, 2 ** 28, -(2 ** 28), -(2 ** 28) - 1,
  2 ** 53 - 1, 2 ** 53, -(2 ** 53), 0.1, -2.5, 1e300, 5e-324, NaN, Infinity, -Infinity, -0];
const kNames = ['id', 'age', 'name', 'k', 'h\u00e9', 'a b', '\u{1f600}', 'longer name of a member'];
// amf3-ts writes -0 as the integer 0.
const kNumbers3 = kNumbers.filter((value) => !Object.is(value, -0));
const scalar = (numbers) => () =>
  pick([() => pick(kTexts), () => pick(kTexts), () => pick(numbers), () => below(2 ** 30) - 2 ** 29,
    () => below(2) === 0, () => null, () => undefined, () => new Date(below(2 ** 31) * 1000 + below(1000))])();

// amf0-ts counts dates among the objects that references number; the specification (2.9) does not.
const undated = () => {
  for (;;) {
    const value = scalar(kNumbers)();
    if (!(value instanceof Date)) return value;
  }
};

// `leaf`, and arrays and objects of it; `shared` values come again as the same object.
const tree = (depth, { array, object, leaf = scalar(kNumbers), shared = [] }) => {
  const again = () => tree(depth - 1, { array, object, leaf, shared });
  const kind = depth === 0 ? 0 : below(5);
  if (kind < 2) return leaf();
  if (kind === 2 && shared.length > 0 && below(2) === 0) return pick(shared);
  const made = kind === 3 ? array(again) : object(again);
  shared.push(made);
  return made;
};
const list = (again) => many(6, again);
const mixed = (again) => {
  const all = many(4, again);
  for (const name of new Set(many(2, () => pick(kNames)))) all[name] = again();
  return all;
};
const filled = (target) => (again) => {
  for (const name of new Set(many(5, () => pick(kNames)))) target()[name] = again();
};
const object = (again) => {
  const made = {};
  filled(() => made)(again);
  return made;
};
const typed = (again) => {
  const made = below(2) === 0 ? new Row() : {};
  filled(() => made)(again);
  return made;
};
// No value comes twice.
const apart = { shared: { push() {}, length: 0 } };

const decode3 = (bytes, start = 0) => {
  const stream = new PassThrough();
  stream.end(bytes.subarray(start));
  stream.read(0);
  return new amfjs.AMFDecoder(stream).decode(amfjs.AMF3);
};
const plain = (value) => (Array.isArray(value) ? value.map(plain)
  : value instanceof Date || value === null || typeof value !== 'object' ? value
    : Object.fromEntries(Object.keys(value).filter((key) => !key.startsWith('__')).map((key) => [key, plain(value[key])])));

const cases = [];
const add = (by, version, value, bytes, second) => {
  if (second && !isDeepStrictEqual(plain(second(bytes)), plain(value))) {
    throw new Error(`${by}: the second library reads something else: ${bytes.toString('hex')}`);
  }
  cases.push({ by, version, bytes: bytes.toString('hex'), value: tagged(value, by === 'amf0-ts') });
};

for (const value of [...kNumbers, ...kTexts, true, false, null, undefined, new Date(0), new Date(-1)]) {
  add('amf-codec', 0, value, codec.toAMF(value), (bytes) => amf.read(bytes, 0));
}
for (const value of [...kNumbers3, ...kTexts, true, false, null, undefined, new Date(0), new Date(-1)]) {
  add('amf3-ts', 3, value, Buffer.from(AMF3.stringify(value)), decode3);
}
for (let i = 0; i < 80; ++i) {
  const value = tree(3, { array: list, object, ...apart });
  add('amf-codec', 0, value, codec.toAMF(value), (bytes) => amf.read(bytes, 0));
}
for (let i = 0; i < 80; ++i) {
  const value = tree(3, { array: mixed, object: typed, leaf: undated, shared: [] });
  add('amf0-ts', 0, value, Buffer.from(AMF0.stringify(value)));
}
for (let i = 0; i < 160; ++i) {
  const value = tree(4, { array: i % 2 === 0 ? list : mixed, object, leaf: scalar(kNumbers3), shared: [] });
  const second = i % 2 === 0 ? decode3 : undefined;
  add('amf3-ts', 3, value, Buffer.from(AMF3.stringify(value)), second);
}
for (const value of [new Int32Array([0, 1, 2 ** 31 - 1]), new Uint32Array([1, 2 ** 32 - 1]),
  new Float64Array([0.5, -0, NaN])]) {
  add('amf3-ts', 3, value, Buffer.from(AMF3.stringify(value)));
}
const lines = (all) => '[\n' + all.map((each) => JSON.stringify(each)).join(',\n') + '\n]\n';
writeFileSync(new URL('read.json', import.meta.url), lines(cases));

const written = [];
for (const line of readFileSync(new URL('written.hex', import.meta.url), 'utf8').trim().split('\n')) {
  const [writer, hex] = line.split(' ');
  const bytes = Buffer.from(hex, 'hex');
  // Version, no header, one message, "/1/onResult", "", length: then its value.
  const start = 2 + 2 + 2 + 2 + 11 + 2 + 4;
  const readers = writer === 'amf0'
    ? { 'amf-codec': () => codec.decodeAMF(bytes, new codec.Memo(start)), amf: () => amf.read(bytes, start) }
    : { amfjs: () => decode3(bytes, start + 1) };
  for (const [by, read] of Object.entries(readers)) {
    const rows = Array.from(read(), (row) => tagged(plain(row)).members);
    written.push({ writer, by, bytes: hex, rows });
  }
}
writeFileSync(new URL('written.json', import.meta.url), lines(written));
console.log(`${cases.length} values read, ${written.length} tables written`);
