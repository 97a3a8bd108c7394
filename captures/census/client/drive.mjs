// SPDX-License-Identifier: Apache-2.0
// drive.mjs SET LOG PROFILE: one set of measurements, strictly one request after the
// other; each exchange becomes one JSON line of LOG, in order.
import { appendFileSync } from "node:fs";
import { Browser } from "./browser.mjs";

const LADDER = [0, 1, 2, 5, 10, 20, 50, 80, 100, 200, 400, 1000, 2000, 5000, 12400];
// name, id and command of the Ajax methods
const HTML = ["ajax_html", "getHTML"], JSON_ROWS = ["ajax_json", "getJSON"], DOJO = ["dojo", "getDojoJSON"],
  COLUMNS = ["ajax_json", "getJSONColumns"], ENUMS = ["ajax_json", "getJSONEnums"],
  ALL_ENUMS = ["ajax_json", "getJSONAllEnums"], E4X = ["flex_e4x", "getXML"];

const [set, log, profile] = process.argv.slice(2);
const site = "http://census.example/census/";
const browser = Browser.start(profile);

function note(what, exchanges) {
  for (const exchange of exchanges) appendFileSync(log, JSON.stringify({ set, ...what, ...exchange }) + "\n");
}

// Several methods from one page; [method, rows] each.
async function ajax(run, steps, gzip) {
  const page = await browser.open(site + "index.html" + (gzip ? "?gzip=true" : ""));
  note({ run, step: "page" }, [await page.navigation()]);
  for (const [[id, command], rows] of steps) {
    const seen = await page.run(`load("${id}", "${command}", ${rows}, ${gzip})`);
    note({ run, step: command, asked: rows }, [seen]);
  }
  await page.close();
}

// A cold call of three requests, then warm ones on the same channel.
async function amf(run, rows, warm, gzip) {
  const page = await browser.open(`${site}flex_amf3.html?rows=${rows}` + (gzip ? "&gzip=true" : ""));
  await page.run("ready");
  for (let i = 0; i < warm; ++i) await page.run(`call(${rows})`);
  note({ run, step: "amf cold", asked: rows }, [await page.navigation(), ...await page.run("calls.slice(0, 2)")]);
  note({ run, step: "amf warm", asked: rows }, await page.run("calls.slice(2)"));
  await page.close();
}

const sets = {
  // The published methods at their row counts, interleaved, four runs.
  async methods() {
    for (let run = 1; run <= 4; ++run) {
      await ajax(run, [[HTML, 5000], [JSON_ROWS, 5000], [DOJO, 1000], [E4X, 5000], [E4X, 20000]], true);
      await amf(run, 5000, 1, true);
      await ajax(run, [[COLUMNS, 5000], [ENUMS, 5000], [ALL_ENUMS, 5000]], true);
    }
  },
  // Sizes against row count, two runs, the second one downwards.
  async ladder() {
    for (let run = 1; run <= 2; ++run) {
      for (const rows of run === 1 ? LADDER : [...LADDER].reverse()) {
        await ajax(run, [[JSON_ROWS, rows], [COLUMNS, rows], [ENUMS, rows]], true);
        await amf(run, rows, 1, true);
      }
    }
  },
  // The same without compression.
  async plain() {
    await ajax(1, [[HTML, 1000], [JSON_ROWS, 1000], [DOJO, 1000], [COLUMNS, 1000], [ENUMS, 1000],
                   [ALL_ENUMS, 1000], [E4X, 1000]], false);
    await amf(1, 1000, 2, false);
    await ajax(1, [[JSON_ROWS, 5000]], false);
    await amf(1, 5000, 1, false);
  },
};

try {
  await sets[set]();
} finally {
  await browser.stop();
}
