// SPDX-License-Identifier: Apache-2.0
// session.mjs MODULES LOG cometd|faye HOST ROWS.json: one Bayeux session. A listener
// subscribes to two channels; a teller publishes rows one by one and in batches; the listener
// waits out an idle long poll; both disconnect. One JSON line an exchange goes to LOG.
import { appendFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Meter } from "../../common/meter.mjs";

const [modules, log, kind, host, rowsFile] = process.argv.slice(2);
const require = createRequire(`${modules}/package.json`);
const meter = new Meter({ keep: true });
const rows = JSON.parse(readFileSync(rowsFile, "utf8"));
const ROWS = "/census/rows", NEWS = "/census/news", SINGLES = 10, BATCHES = 20, SIZE = 50;
const pause = ms => new Promise(done => setTimeout(done, ms));
const got = { [ROWS]: 0, [NEWS]: 0 };

// The two libraries behind one interface.
function cometdClient() {
  const client = new (require("cometd").CometD)();
  client.configure({ url: `http://${host}:8080/cometd`, logLevel: "warn" });
  client.unregisterTransport("websocket");
  const wait = begin => new Promise((done, fail) => begin(reply => reply.successful === false ? fail(Error(JSON.stringify(reply))) : done()));
  return {
    open: () => wait(done => client.handshake(done)),
    subscribe: channel => wait(done => client.subscribe(channel, () => ++got[channel], done)),
    publish: (channel, data) => wait(done => client.publish(channel, data, done)),
    batch: (channel, list) => new Promise(done => {
      let open = list.length;
      client.batch(() => list.forEach(data => client.publish(channel, data, () => --open || done())));
    }),
    close: () => wait(done => client.disconnect(done)),
  };
}

function fayeClient() {
  const client = new (require("faye").Client)(`http://${host}:8081/faye`, { timeout: 60 });
  client.disable("websocket");
  client.disable("eventsource");
  return {
    open: () => new Promise(done => client.connect(done)),
    subscribe: channel => client.subscribe(channel, () => { ++got[channel]; }),
    publish: (channel, data) => client.publish(channel, data),
    batch: (channel, list) => Promise.all(list.map(data => client.publish(channel, data))),
    close: () => client.disconnect(),
  };
}

if (kind === "cometd") require("cometd-nodejs-client").adapt();
const make = kind === "cometd" ? cometdClient : fayeClient;
const listener = make(), teller = make();
await listener.open();
await listener.subscribe(ROWS);
await listener.subscribe(NEWS);
await pause(500);
await teller.open();
for (let i = 0; i < SINGLES; ++i) {
  await teller.publish(NEWS, { number: i, text: `row ${rows[i].id} is new`, keys: Object.keys(rows[i]), flags: { urgent: i % 3 === 0, note: null } });
  await pause(20);
}
for (let i = 0; i < BATCHES; ++i)
  await teller.batch(ROWS, rows.slice(i * SIZE, (i + 1) * SIZE));
await pause(5000); // at least one connect is held until the server gives up
await teller.close();
await listener.close();
await pause(1000);

const channels = body => JSON.parse(body).map(message => message.channel);
const exchanges = meter.take();
for (const { sent_body, got_body, ...exchange } of exchanges)
  appendFileSync(log, JSON.stringify({ ...exchange, sent: channels(sent_body), got: channels(got_body) }) + "\n");
const wanted = { [ROWS]: BATCHES * SIZE, [NEWS]: SINGLES };
if (JSON.stringify(got) !== JSON.stringify(wanted)) throw Error(`delivered ${JSON.stringify(got)}`);
if (meter.open) throw Error(`${meter.open} requests without an answer`);
process.exit(0);
