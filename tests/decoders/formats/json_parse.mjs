// SPDX-License-Identifier: Apache-2.0
// What JSON.parse (ECMA-262 25.5.1) says to each document: one line of hexadecimal digits
// each on standard input, one line of answer on standard output. The answer is "refused",
// or the value: n t f, #bits of the double, "UTF-16 units", [items], {"name":value} with
// the members sorted by name.
import { readFileSync } from 'node:fs';

const bits = new DataView(new ArrayBuffer(8));

const digits = (text) => {
  let out = '';
  for (let i = 0; i < text.length; ++i) {
    out += text.charCodeAt(i).toString(16).padStart(4, '0');
  }
  return `"${out}"`;
};

const form = (value) => {
  if (value === null) {
    return 'n';
  }
  if (typeof value === 'boolean') {
    return value ? 't' : 'f';
  }
  if (typeof value === 'number') {
    bits.setFloat64(0, value);
    return '#' + bits.getBigUint64(0).toString(16).padStart(16, '0');
  }
  if (typeof value === 'string') {
    return digits(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(form).join(',')}]`;
  }
  const members = Object.keys(value).map((name) => digits(name) + ':' + form(value[name]));
  return `{${members.sort().join(',')}}`;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const answer = (line) => {
  try {
    return form(JSON.parse(utf8.decode(Buffer.from(line, 'hex'))));
  } catch {
    return 'refused';
  }
};

const lines = readFileSync(0, 'latin1').split('\n').slice(0, -1);
process.stdout.write(lines.map((line) => answer(line) + '\n').join(''));
