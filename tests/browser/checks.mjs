// SPDX-License-Identifier: Apache-2.0
// What must hold for every report in a browser. Each check gives a list of faults.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { HtmlValidate } from "html-validate";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The rules of the HTML standard. Left out: what a house style may want differently, and
// "prefer-native-element", since regions that scroll are named sections on purpose.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-inline-style": "error", "no-dup-id": "error", "require-csp-nonce": "off" },
});

// A page that notes every request and every word on the console.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({
    offline: true,
    colorScheme: options.scheme || "light",
    javaScriptEnabled: options.script !== false,
    viewport: { width: options.width || 1280, height: 900 },
    bypassCSP: options.bypassCSP === true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(180000);  // a machine may have other things to do
  const faults = [];
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) faults.push("a request for " + request.url());
  });
  page.on("console", (message) => faults.push("on the console: " + message.text()));
  page.on("pageerror", (error) => faults.push("an error: " + error.message));
  await page.goto(pathToFileURL(file).href);
  return { page, faults, close: () => context.close() };
}

export async function loadsAlone(browser, file) {
  const { page, faults, close } = await open(browser, file);
  await page.mouse.wheel(0, 2000);
  if (await page.evaluate(() => window.canary !== undefined)) faults.push("captured script ran");
  const csp = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  if (!csp.startsWith("default-src 'none'") || csp.includes("unsafe")) faults.push("policy: " + csp);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("script"), { textContent: "window.late = 1" })));
  if (await page.evaluate(() => window.late !== undefined)) faults.push("a script without a hash ran");
  await close();
  return faults.filter((fault) => !/Content Security Policy/.test(fault));
}

// `rows`: of a long page only so many rows of each table and bars of each waterfall are
// looked at, the others are like them.
export async function accessible(browser, file, scheme, rows = Infinity) {
  const { page, close } = await open(browser, file, { scheme, bypassCSP: true });
  if (rows !== Infinity) {
    await page.evaluate((most) => {
      for (const table of document.querySelectorAll("table")) {
        const all = Array.from(table.tBodies).flatMap((body) => Array.from(body.rows));
        for (const row of all.slice(most)) row.remove();
      }
      for (const drawing of document.querySelectorAll("main svg:not(.plot)")) {
        for (const mark of Array.from(drawing.children).slice(most)) mark.remove();
      }
      for (const body of document.querySelectorAll("tbody")) if (!body.rows.length) body.remove();
    }, rows);
  }
  await page.evaluate(axeSource);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  await close();
  return found.violations.map((v) => `${v.id} (${v.nodes.length}): ${v.help}: ${v.nodes[0].html.slice(0, 160)}`);
}

export async function valid(file) {
  const report = await validator.validateString(readFileSync(file, "utf8"));
  return report.results.flatMap((r) => r.messages).filter((m) => m.severity === 2)
    .slice(0, 20).map((m) => `${m.ruleId} at line ${m.line}: ${m.message}`);
}

export async function anchorsResolve(browser, file) {
  const { page, close } = await open(browser, file);
  const faults = await page.evaluate(() => {
    const ids = new Set();
    const out = [];
    for (const e of document.querySelectorAll("[id]")) {
      if (ids.has(e.id)) out.push("id twice: " + e.id);
      ids.add(e.id);
    }
    for (const a of document.querySelectorAll("a")) {
      const to = a.getAttribute("href") || "";
      if (!to.startsWith("#") || !ids.has(to.slice(1))) out.push("a link to nothing: " + to);
    }
    return out;
  });
  await close();
  return faults;
}

export async function fits(browser, file, width) {
  const { page, close } = await open(browser, file, { width });
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
  const culprit = wide <= width ? "" : await page.evaluate((w) => {
    const all = Array.from(document.querySelectorAll("main *")).filter((e) => !e.closest(".scroll") && e.getBoundingClientRect().right > w);
    return all.length ? all[all.length - 1].outerHTML.slice(0, 120) : "";
  }, width);
  await close();
  return wide <= width ? [] : [`${wide} px wide at ${width} px: ${culprit}`];
}

// On paper nothing scrolls: all that is wider than the page would be cut.
export async function prints(browser, file) {
  const paper = 1032;  // A4 landscape less its margins, at 96 px an inch
  const { page, close } = await open(browser, file, { width: paper });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const faults = await page.evaluate((limit) => {
    const out = [];
    for (const e of document.querySelectorAll("main .scroll, main table, main pre, main svg")) {
      const box = e.getBoundingClientRect();
      if (box.right > limit + 1) out.push(`${Math.round(box.right)} px: ${e.outerHTML.slice(0, 100)}`);
      if (e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible") out.push("cut: " + e.outerHTML.slice(0, 100));
    }
    for (const head of document.querySelectorAll("thead")) {
      if (getComputedStyle(head).display !== "table-header-group") out.push("a table's head is not repeated");
    }
    return out.slice(0, 10);
  }, paper);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (pdf.subarray(0, 5).toString() !== "%PDF-" || pdf.length < 10000) faults.push("no PDF");
  await close();
  return faults;
}

export async function worksWithoutScript(browser, file) {
  const { page, faults, close } = await open(browser, file, { script: false });
  for (const section of await page.locator("main > section").all()) {
    if (!(await section.isVisible())) faults.push("a section is not visible");
  }
  const summary = page.locator("#requests-table .more summary").first();
  if (await summary.count()) {
    const sheet = page.locator("#requests-table tr.details").first();
    if (await sheet.isVisible()) faults.push("details are open");
    await summary.click();
    if (!(await sheet.isVisible())) faults.push("details do not open");
  }
  await close();
  return faults;
}

export async function sortsAndFilters(browser, file) {
  const { page, faults, close } = await open(browser, file);
  const table = page.locator("#requests-table");
  const values = (column) => table.locator("tbody > tr:not(.details)").evaluateAll(
    (rows, n) => rows.filter((r) => !r.closest("[hidden]")).map((r) => {
      const cell = r.cells[n];
      return cell.dataset.v || (n > 0 ? cell.firstChild.textContent.replace(/,/g, "") : cell.textContent);
    }), column);
  const head = table.locator("thead th", { hasText: "Encoded" });
  const column = await head.evaluate((e) => e.cellIndex);
  await head.locator("button").click();
  const down = (await values(column)).map(Number);
  if (down.some((v, i) => i > 0 && v > down[i - 1])) faults.push("not sorted downwards");
  if (await head.getAttribute("aria-sort") !== "descending") faults.push("aria-sort is not set");
  await head.locator("button").press("Enter");
  const up = (await values(column)).map(Number);
  if (up.some((v, i) => i > 0 && v < up[i - 1])) faults.push("not sorted upwards");
  const all = up.length;
  await table.locator("input[type=search]").fill("no such text anywhere");
  if ((await values(0)).length !== 0) faults.push("the filter hides nothing");
  const first = await table.locator("tbody th").first().evaluate((e) => e.textContent);
  await table.locator("input[type=search]").fill(first);
  const some = (await values(0)).length;
  if (some < 1 || some > all) faults.push("the filter finds nothing");
  await table.locator("input[type=search]").fill("");
  await table.locator("button", { hasText: "Open all" }).click();
  const open_rows = await table.locator("tr.details").evaluateAll((rows) => rows.filter((r) => r.offsetParent !== null).length);
  if (open_rows < 1) faults.push("rows do not open");
  const theme = page.locator("button.theme");
  await theme.click();
  await theme.click();
  if (await page.locator("html").getAttribute("data-theme") !== "dark") faults.push("the theme does not change");
  await close();
  return faults;
}

export async function linksOpenTheirRow(browser, file) {
  const { page, faults, close } = await open(browser, file);
  await page.evaluate(() => { location.hash = document.querySelector("#requests-table tbody tr[id]").id; });
  await page.waitForTimeout(50);
  if (!(await page.locator("#requests-table tr.details").first().isVisible())) faults.push("the row is closed");
  await close();
  return faults;
}
