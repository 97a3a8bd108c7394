// SPDX-License-Identifier: Apache-2.0
// Small captures made on the spot: pcap files (raw IPv4) of HTTP/1.1 conversations.
import { closeSync, openSync, writeSync } from "node:fs";

const kLinkTypeRaw = 101;

class PcapFile {
  constructor(path) {
    this.file = openSync(path, "w");
    this.us = 0;
    this.blocks = [];
    this.bytes = 0;
    const head = Buffer.alloc(24);
    head.writeUInt32LE(0xa1b2c3d4, 0);
    head.writeUInt16LE(2, 4);
    head.writeUInt16LE(4, 6);
    head.writeUInt32LE(262144, 16);
    head.writeUInt32LE(kLinkTypeRaw, 20);
    this.put(head);
  }
  put(block) {
    this.blocks.push(block);
    this.bytes += block.length;
    if (this.bytes > 1 << 20) this.flush();
  }
  flush() {
    writeSync(this.file, Buffer.concat(this.blocks));
    this.blocks = [];
    this.bytes = 0;
  }
  packet(from, to, ports, seq, ack, flags, payload) {
    this.us += 400;
    const ip = Buffer.alloc(40);
    const length = 40 + payload.length;
    ip[0] = 0x45;
    ip.writeUInt16BE(length, 2);
    ip[8] = 64;
    ip[9] = 6;
    ip.set([192, 0, 2, from], 12);
    ip.set([192, 0, 2, to], 16);
    ip.writeUInt16BE(ports[0], 20);
    ip.writeUInt16BE(ports[1], 22);
    ip.writeUInt32BE(seq >>> 0, 24);
    ip.writeUInt32BE(ack >>> 0, 28);
    ip[32] = 0x50;
    ip[33] = flags;
    ip.writeUInt16BE(65535, 34);
    const head = Buffer.alloc(16);
    head.writeUInt32LE(1700000000 + Math.floor(this.us / 1e6), 0);
    head.writeUInt32LE(this.us % 1e6, 4);
    head.writeUInt32LE(length, 8);
    head.writeUInt32LE(length, 12);
    this.put(Buffer.concat([head, ip, payload]));
  }
  close() {
    this.flush();
    closeSync(this.file);
  }
}

const none = Buffer.alloc(0);
const bytes = (text) => (Buffer.isBuffer(text) ? text : Buffer.from(text, "latin1"));

// A connection of exchanges [request, response], split at 1,400 bytes a segment.
function connection(pcap, port, exchanges) {
  let client = 1000, server = 5000;
  const up = (flags, payload = none) => pcap.packet(1, 2, [port, 80], client, server, flags, payload);
  const down = (flags, payload = none) => pcap.packet(2, 1, [80, port], server, client, flags, payload);
  up(0x02);
  client += 1;
  down(0x12);
  server += 1;
  up(0x10);
  const send = (text, put, advance) => {
    const all = bytes(text);
    for (let at = 0; at < all.length; at += 1400) {
      const piece = all.subarray(at, at + 1400);
      put(0x18, piece);
      advance(piece.length);
    }
  };
  for (const [request, response] of exchanges) {
    send(request, up, (n) => { client += n; });
    send(response, down, (n) => { server += n; });
  }
  up(0x11);
  client += 1;
  down(0x11);
}

const answer = (body, type = "application/json") =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

export function emptyCapture(path) {
  new PcapFile(path).close();
}

export function oneExchange(path) {
  const pcap = new PcapFile(path);
  connection(pcap, 40000, [["GET /rows HTTP/1.1\r\nHost: example.com\r\n\r\n", answer('[{"a":1},{"a":2}]')]]);
  pcap.close();
}

export function manyExchanges(path, count) {
  const pcap = new PcapFile(path);
  const perConnection = 250;
  for (let first = 0; first < count; first += perConnection) {
    const exchanges = [];
    for (let i = first; i < Math.min(count, first + perConnection); ++i) {
      exchanges.push([`GET /rows?n=${i} HTTP/1.1\r\nHost: h${i % 7}.example.com\r\n\r\n`,
        answer(`[{"n":${i}},{"n":${i + 1}}]`)]);
    }
    connection(pcap, 10000 + first / perConnection, exchanges);
  }
  pcap.close();
}

// What a page must not run, break on or be deceived by.
const hostile = [
  "</script><script>window.canary=1</script>",
  "--><img src=x onerror=window.canary=1>",
  "\" onmouseover=\"window.canary=1",
  "javascript:window.canary=1",
  "</style></title></textarea><svg onload=window.canary=1>",
  "{{{content}}}<capaudit-content>{{#a}}",
  "`touch canary`\"; system('touch canary')",
  "\u202egnp.exe\u0007\u001b[31m",
  "<!--<script>",
  "&lt;b&gt;&#60;i&#62;",
];

export function hostileCapture(path) {
  const pcap = new PcapFile(path);
  const utf8 = (text) => Buffer.from(text, "utf8");
  const exchanges = hostile.map((text, i) => {
    const word = text.replace(/[\s\r\n]/g, "%20");
    const body = JSON.stringify({ [text]: text, rows: [{ [text]: i }, { [text]: text }] });
    return [
      utf8(`POST /${word}?q=${word} HTTP/1.1\r\nHost: ${word.replace(/[^a-z.]/g, "")}x\r\nX-Name: ${text}\r\n` +
        `SOAPAction: "${text}"\r\nContent-Length: 0\r\n\r\n`),
      utf8(`HTTP/1.1 200 ${text}\r\nContent-Type: application/json; charset="${text}"\r\n` +
        `Content-Length: ${utf8(body).length}\r\n\r\n${body}`),
    ];
  });
  exchanges.push([`GET /long HTTP/1.1\r\nHost: x\r\nX-Long: ${"<b>".repeat(340000)}\r\n\r\n`, answer("[]")]);
  connection(pcap, 41000, exchanges);
  pcap.close();
}
