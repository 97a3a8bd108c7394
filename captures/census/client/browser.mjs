// SPDX-License-Identifier: Apache-2.0
// A headless Chromium driven over its debugging pipe (messages end with NUL), so that no
// debugging traffic runs over a network. A context is a fresh browser session: no cookies,
// no cache, no connections.
import { spawn } from "node:child_process";

export class Browser {
  static start(profile) {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      `--user-data-dir=${profile}`, "--remote-debugging-pipe"];
    return new Browser(spawn("chromium-headless-shell", flags,
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] }));
  }

  constructor(child) {
    this.child = child;
    this.last = 0;
    this.waiting = new Map();
    let rest = "";
    child.stdio[4].setEncoding("utf8").on("data", chunk => {
      const parts = (rest + chunk).split("\0");
      rest = parts.pop();
      for (const part of parts) this.receive(JSON.parse(part));
    });
    child.on("exit", () => {
      for (const { fail } of this.waiting.values()) fail(Error("the browser ended"));
    });
  }

  receive({ id, result, error }) {
    const call = this.waiting.get(id);
    if (!call) return; // an event
    this.waiting.delete(id);
    if (error) call.fail(Error(error.message));
    else call.done(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.last;
    this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  async open(url) {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, browserContextId, sessionId);
    await this.send("Page.navigate", { url }, sessionId);
    for (let i = 0; i < 300; ++i) {
      const here = await page.run("location.href !== 'about:blank' && document.readyState === 'complete'");
      if (here) return page;
      await new Promise(r => setTimeout(r, 20));
    }
    throw Error(`${url} did not load`);
  }

  async stop() {
    await this.send("Browser.close").catch(() => {});
    await new Promise(done => this.child.exitCode === null ? this.child.on("exit", done) : done());
  }
}

class Page {
  constructor(browser, context, session) {
    Object.assign(this, { browser, context, session });
  }

  /** The value of an expression, awaited, as JSON carries it. */
  async run(expression) {
    const { result, exceptionDetails } = await this.browser.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true }, this.session);
    if (exceptionDetails) throw Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** The page's own request, as the browser counted it (Navigation Timing). */
  navigation() {
    return this.run(`(() => { const e = performance.getEntriesByType("navigation")[0];
      return { method: "GET", url: location.href, rows: null, encoded: e.encodedBodySize,
               decoded: e.decodedBodySize, transfer: e.transferSize }; })()`);
  }

  close() {
    return this.browser.send("Target.disposeBrowserContext", { browserContextId: this.context });
  }
}
