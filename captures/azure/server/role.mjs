// SPDX-License-Identifier: Apache-2.0
// The web role: a proxy before the two storage services. Pages are handed on one for one;
// "full" asks the storage for all pages and answers with everything at once.
//
//   /json/Census?$top=1000[&NextPartitionKey=..&NextRowKey=..]   /json/full
//   /atom/Census[?$skiptoken=..]                                 /atom/full
import { appendFileSync } from "node:fs";
import http from "node:http";
import { firstPage, nextPage, signed } from "./sharedkey.mjs";

const [listen, tables, atom, log] = process.argv.slice(2), { ACCOUNT: account, KEY: key } = process.env;
const agent = new http.Agent({ keepAlive: true });
const storage = "http://storage.example:8080/census/", own = "http://role.example/atom/";

function get(port, path, headers) {
  return new Promise((done, fail) => {
    http.get({ host: "127.0.0.1", port, path, headers, agent }, response => {
      const parts = [];
      response.on("data", part => parts.push(part))
        .on("end", () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    }).on("error", fail);
  });
}

const jsonPage = query => get(tables, `/${account}/Census()${query}`, signed(account, key, "GET", `/${account}/Census()`));
const atomPage = query => get(atom, `/census/Census${query}`, { Host: "storage.example:8080", Accept: "application/atom+xml" });
const skip = feed => /<link rel="next" href="[^"?]*([^"]*)"/.exec(feed)?.[1].replaceAll("&amp;", "&");

async function jsonFull() {
  let head, rows = [];
  for (let query = firstPage; query;) {
    const page = await jsonPage(query), value = JSON.parse(page.body);
    head ??= page.headers["content-type"];
    rows = rows.concat(value.value);
    query = nextPage(page.headers);
    if (!query) return { type: head, body: JSON.stringify({ "odata.metadata": value["odata.metadata"], value: rows }) };
  }
}

async function atomFull() {
  let begin, entries = "";
  for (let query = ""; query !== undefined;) {
    const feed = (await atomPage(query)).body.toString();
    const first = feed.indexOf("<entry"), last = feed.lastIndexOf("</entry>") + 8;
    begin ??= feed.slice(0, first);
    entries += feed.slice(first, last);
    query = skip(feed);
  }
  return { type: "application/atom+xml;charset=utf-8", body: (begin + entries + "\n</feed>\n").replaceAll(storage, own) };
}

async function answer(request, response) {
  const { pathname, search } = new URL(request.url, own);
  if (pathname.endsWith("/full")) {
    const { type, body } = await (pathname === "/json/full" ? jsonFull() : atomFull());
    response.setHeader("Content-Type", type);
    if (pathname === "/json/full") // no length: sent in chunks
      for (let at = 0; at < body.length; at += 65536) response.write(body.slice(at, at + 65536));
    else
      response.setHeader("Content-Length", Buffer.byteLength(body)).write(body);
    response.end();
    return Buffer.byteLength(body);
  }
  const page = pathname === "/json/Census" ? await jsonPage(search) : await atomPage(search);
  const body = pathname === "/json/Census" ? page.body : Buffer.from(page.body.toString().replaceAll(storage, own));
  const headers = { "Content-Type": page.headers["content-type"], "Content-Length": body.length };
  for (const [name, value] of Object.entries(page.headers))
    if (name.startsWith("x-ms-continuation-")) headers[name] = value;
  response.writeHead(page.status, headers);
  response.end(body);
  return body.length;
}

http.createServer(async (request, response) => {
  const begin = performance.now();
  const bytes = await answer(request, response);
  appendFileSync(log, JSON.stringify({ method: request.method, target: request.url, status: response.statusCode,
    content_bytes: bytes, server_ms: Number((performance.now() - begin).toFixed(3)) }) + "\n");
}).listen(Number(listen));
