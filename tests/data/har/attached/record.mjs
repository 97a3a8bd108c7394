// SPDX-License-Identifier: Apache-2.0
// Records session.zip (Playwright's recordHar with content "attach": a HAR and the bodies
// that it names) and expected.json (what the server sent and got) of one page that fetches
// gzip'd rows twice, a Latin-1 text, and posts a gzip'd JSON.
//
//   NODE_PATH=../../../browser/node_modules node record.mjs
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { gzipSync, gunzipSync } from 'node:zlib';

const { chromium } = createRequire(import.meta.url)('playwright-core');

const rows = JSON.stringify(
  Array.from({ length: 20 }, (_, i) => ({ id: i + 1, name: `row ${i + 1}`, odd: i % 2 === 0 })),
);
const page = `<!doctype html><meta charset="utf-8"><title>attached</title><script>
(async () => {
  await (await fetch('/rows')).json();
  await (await fetch('/rows?again')).json();
  await (await fetch('/latin1')).text();
  const gzip = new CompressionStream('gzip');
  const packed = new Response(new Blob([JSON.stringify({ say: 'grüße', n: [1, 2, 3] })]).stream().pipeThrough(gzip));
  const answer = await fetch('/post', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: await packed.arrayBuffer(),
  });
  await answer.json();
  document.title = 'done';
})();
</script>`;

const answers = {
  '/': { type: 'text/html; charset=utf-8', content: Buffer.from(page) },
  '/rows': { type: 'application/json', content: Buffer.from(rows), gzip: true },
  '/latin1': { type: 'text/plain; charset=iso-8859-1', content: Buffer.from('grün, süß', 'latin1') },
  '/post': { type: 'application/json', content: Buffer.from('{"taken":true}'), gzip: true },
};
const log = [];
const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const answer = answers[new URL(request.url, 'http://a').pathname];
    if (!answer) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    const sent = Buffer.concat(parts);
    const body = answer.gzip ? gzipSync(answer.content) : answer.content;
    const headers = { 'Content-Type': answer.type, 'Content-Length': body.length };
    if (answer.gzip) headers['Content-Encoding'] = 'gzip';
    response.writeHead(200, headers).end(body);
    const content = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
    log.push({
      method: request.method,
      url: request.url,
      request: { encoded_bytes: sent.length, content_bytes: content.length, sha256: digest(content) },
      response: { encoded_bytes: body.length, content_bytes: answer.content.length, sha256: digest(answer.content) },
    });
  });
});
await new Promise((resolve) => server.listen(8099, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const context = await browser.newContext({ recordHar: { path: 'session.zip', content: 'attach', mode: 'full' } });
const tab = await context.newPage();
await tab.goto('http://127.0.0.1:8099/');
await tab.waitForFunction(() => document.title === 'done');
await context.close();
await browser.close();
server.close();
writeFileSync('expected.json', JSON.stringify({ requests: log }, null, 1) + '\n');
