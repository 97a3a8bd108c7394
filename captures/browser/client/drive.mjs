// SPDX-License-Identifier: Apache-2.0
// drive.mjs BROWSER HAR: one session of a headless browser, whose tooling writes the HAR.
// The steps are those of expected: what is asked for, from where it must come.
import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(join(process.env.NODE_PATH, "x"))("playwright-core");
const [executablePath, path] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking"] });
const context = await browser.newContext({ recordHar: { path, mode: "full", content: "embed" } });
const page = await context.newPage();
const site = "http://site.example";
const step = (work) => page.evaluate(work).then(() => page.waitForTimeout(150));

await page.goto(site + "/index.html", { waitUntil: "networkidle" }); // page, style, script, image
await step(() => fetch("/rows.json").then((r) => r.json())); // gzip, chunked
await step(() => fetch("/rows.json").then((r) => r.json())); // 304
await step(() => fetch("/old").then((r) => r.json())); // 302, then 304
await step(() => fetch("/static/code.js").then((r) => r.text())); // cache
await step(() => fetch("/form", { method: "POST", body: "a=1&b=" + "x".repeat(500),
  headers: { "Content-Type": "application/x-www-form-urlencoded" } }).then((r) => r.text()));
await step(() => fetch("/missing").then((r) => r.text())); // 404
await step(() => fetch("/rows.json", { method: "HEAD" }).then((r) => r.status));
await step(() => fetch("data:text/plain,hello").then((r) => r.text()));
await page.goto(site + "/index.html?again", { waitUntil: "networkidle" }); // page; the rest from the cache
await page.waitForTimeout(300);
await context.close();
await browser.close();
