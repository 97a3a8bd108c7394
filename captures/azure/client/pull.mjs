// SPDX-License-Identifier: Apache-2.0
// pull.mjs LOG RUNS VARIANT...: pulls all rows by each variant in turn, RUNS times, and
// writes one JSON line per exchange, in order. One connection a pull, serial requests.
import { appendFileSync } from "node:fs";
import http from "node:http";
import { Meter } from "../../common/meter.mjs";
import { firstPage, nextPage, signed } from "../server/sharedkey.mjs";

const [log, runs, ...variants] = process.argv.slice(2), { ACCOUNT: account, KEY: key } = process.env;
const meter = new Meter();

function get(agent, host, port, path, headers) {
  return new Promise((done, fail) => {
    http.get({ host, port, path, agent, headers }, response => {
      response.setEncoding("utf8");
      let text = "";
      response.on("data", part => { text += part; })
        .on("end", () => done({ headers: response.headers, text }));
    }).on("error", fail);
  });
}

const jsonFacts = text => {
  const { value } = JSON.parse(text);
  return { rows: value.length, columns: Object.keys(value[0]).length };
};
const atomFacts = text => ({
  rows: text.split("<entry").length - 1,
  columns: /<m:properties>(.*?)<\/m:properties>/s.exec(text)[1].match(/<d:/g).length });

// Each yields the facts of one page after the other; `full` is a series of one page.
async function* json(agent, host, port, path, headers) {
  for (let query = path.endsWith("full") ? "" : firstPage; query !== null;) {
    const page = await get(agent, host, port, path + query, headers());
    yield { format: "odata-json", ...jsonFacts(page.text) };
    query = nextPage(page.headers);
  }
}

async function* atom(agent, host, port, path) {
  for (let next = path; next;) {
    const { text } = await get(agent, host, port, next, { Accept: "application/atom+xml" });
    yield { format: "odata-atom", ...atomFacts(text) };
    const link = /<link rel="next" href="([^"]*)"/.exec(text)?.[1].replaceAll("&amp;", "&");
    next = link && new URL(link).pathname + new URL(link).search;
  }
}

const plain = () => ({ Accept: "application/json" });
const path = `/${account}/Census()`;
const ways = {
  "json": agent => json(agent, "role.example", 80, "/json/Census", plain),
  "json full": agent => json(agent, "role.example", 80, "/json/full", plain),
  "json direct": agent => json(agent, "tables.example", 10002, path, () => signed(account, key, "GET", path)),
  "atom": agent => atom(agent, "role.example", 80, "/atom/Census"),
  "atom full": agent => atom(agent, "role.example", 80, "/atom/full"),
  "atom direct": agent => atom(agent, "storage.example", 8080, "/census/Census"),
};

for (let run = 1; run <= Number(runs); ++run) {
  for (const variant of variants) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for await (const facts of ways[variant](agent)) {
      const [exchange, ...more] = meter.take();
      if (!exchange || more.length) throw Error(`${variant}: ${more.length + 1} exchanges at once`);
      appendFileSync(log, JSON.stringify({ run, step: variant, ...exchange, ...facts }) + "\n");
    }
    agent.destroy();
  }
}
