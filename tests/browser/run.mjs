// SPDX-License-Identifier: Apache-2.0
// Reports in headless Chromium, as TAP. Needs the packages of package-lock.json and a
// Chromium; makes no network access.
//
//   node run.mjs PROGRAM SOURCE-FOLDER CHROMIUM
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import * as captures from "./captures.mjs";
import * as checks from "./checks.mjs";

const [program, source, executablePath] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "browser-"));
let number = 0;
let failed = 0;

async function test(name, check) {
  let faults;
  try {
    faults = await check();
  } catch (error) {
    faults = [String(error.stack || error)];
  }
  console.log(`${faults.length ? "not ok" : "ok"} ${++number} ${name.replace(/#/g, "")}`);
  for (const fault of faults.slice(0, 20)) console.log("#   " + fault.replace(/\n/g, "\n#   "));
  failed += faults.length ? 1 : 0;
}

function made(name, make) {
  const path = join(folder, name);
  make(path);
  return path;
}

const recorded = (name) => join(source, "captures", name);

const kRowsOfLong = 50;

// name, capture or claims file, arguments, rows of each table that axe looks at
const reports = [
  ["census", recorded("census/methods.pcapng"), [], Infinity],
  ["azure", recorded("azure/json.pcapng.zst"), ["--no-bodies"], Infinity],
  ["cometd", recorded("cometd/cometd.pcapng"), [], Infinity],
  ["remoting", recorded("remoting/amf.pcapng.zst"), ["--no-bodies"], kRowsOfLong],
  ["cometd audit", recorded("cometd/claims.toml"), [], Infinity],
  ["census audit", recorded("census/claims.toml"), [], kRowsOfLong],
  ["azure audit", recorded("azure/claims.toml"), [], kRowsOfLong],
  ["remoting audit", recorded("remoting/claims.toml"), [], kRowsOfLong],
  ["empty capture", made("empty.pcap", captures.emptyCapture), [], Infinity],
  ["one exchange", made("one.pcap", captures.oneExchange), [], Infinity],
  ["100,000 exchanges", made("many.pcap", (path) => captures.manyExchanges(path, 100000)), ["--no-bodies"], kRowsOfLong],
  ["hostile capture", made("hostile.pcap", captures.hostileCapture), [], Infinity],
];

function exchangesOf(file) {
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8"));
  return JSON.parse(data[1]).exchanges_selected;
}

function size(file) {
  const bytes = statSync(file).size;
  const exchanges = exchangesOf(file);
  const limit = Math.min(150e3 + 400e3 * Math.ceil(exchanges / 100), 5e6);
  return bytes <= limit ? [] : [`${bytes} bytes for ${exchanges} exchanges, allowed ${limit}`];
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, capture, args, rows] of reports) {
    const file = join(folder, name.replace(/[^a-z0-9]/gi, "-") + ".html");
    const command = capture.endsWith(".toml") ? "audit" : "report";
    const outcome = spawnSync(program, [command, "-q", capture, ...args, "-o", file], { cwd: folder, stdio: "inherit" });
    // 1: claims are contradicted.
    if (outcome.status !== 0 && !(command === "audit" && outcome.status === 1)) throw new Error(`${command} of ${capture}: ${outcome.status}`);
    const some = exchangesOf(file) > 0;
    await test(`${name}: loads alone, without a request or a word on the console`, () => checks.loadsAlone(browser, file));
    await test(`${name}: within its size`, () => size(file));
    await test(`${name}: ids are unique and links lead somewhere`, () => checks.anchorsResolve(browser, file));
    await test(`${name}: fits 320 px`, () => checks.fits(browser, file, 320));
    await test(`${name}: fits 2560 px`, () => checks.fits(browser, file, 2560));
    await test(`${name}: works without script`, () => checks.worksWithoutScript(browser, file));
    if (some) await test(`${name}: sorts, filters and toggles`, () => checks.sortsAndFilters(browser, file));
    if (some) await test(`${name}: a link to a row opens it`, () => checks.linksOpenTheirRow(browser, file));
    await test(`${name}: valid HTML`, () => checks.valid(file));
    await test(`${name}: accessible in light`, () => checks.accessible(browser, file, "light", rows));
    await test(`${name}: accessible in dark`, () => checks.accessible(browser, file, "dark", rows));
    await test(`${name}: prints without cuts`, () => checks.prints(browser, file));
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
