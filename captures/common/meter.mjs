// SPDX-License-Identifier: Apache-2.0
// Measures the HTTP exchanges of a node client from the inside: bytes written to and read
// from the socket, and the body as the parser hands it on (transfer framing taken off).
// Works under any library that uses node's http module. One request at a time a socket.
//
//   const meter = new Meter(); ...; meter.take()   the exchanges that ended since the last
//   call, in the order in which their requests were handed to a socket. With `keep`, each has
//   its bodies in sent_body and got_body. A request that ended without a whole response has
//   status and response null. meter.open: requests without an end so far.
import { createHash } from "node:crypto";
import http from "node:http";

export class Meter {
  constructor({ keep = false } = {}) {
    Object.assign(this, { keep, done: [], begun: 0, open: 0 });
    const meter = this;
    for (const name of ["request", "get"]) {
      const original = http[name];
      http[name] = (...args) => meter.#begin(original(...args));
    }
    const push = http.IncomingMessage.prototype.push;
    http.IncomingMessage.prototype.push = function (chunk, ...rest) {
      if (this.req?.metered) meter.#piece(this, chunk);
      return push.call(this, chunk, ...rest);
    };
  }

  #begin(request) {
    const x = request.metered = { sent: [], got: [] };
    request.once("socket", socket => {
      x.before = [socket.bytesWritten, socket.bytesRead];
      x.start = performance.now();
      x.order = ++this.begun;
      ++this.open;
      const connected = () => { x.port = socket.localPort; }; // gone once the socket is closed
      if (socket.connecting) socket.once("connect", connected);
      else connected();
    });
    request.once("close", () => x.start === undefined || x.ended || this.#end(request, request.socket, null));
    for (const name of ["write", "end"]) {
      const original = request[name];
      request[name] = function (chunk, encoding, ...rest) {
        // end(data) calls write(data) in some versions of node: only the outermost counts.
        if (!x.inside && chunk !== undefined && chunk !== null && typeof chunk !== "function") {
          x.sent.push(Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8"));
        }
        x.inside = true;
        try {
          return original.call(this, chunk, encoding, ...rest);
        } finally {
          x.inside = false;
        }
      };
    }
    return request;
  }

  #piece(response, chunk) {
    const request = response.req, x = request.metered;
    if (chunk !== null) {
      x.got.push(Buffer.from(chunk));
      return;
    }
    this.#end(request, response.socket, response);
  }

  #end(request, socket, response) {
    const x = request.metered, sent = Buffer.concat(x.sent), got = Buffer.concat(x.got);
    const hash = body => body.length ? createHash("sha256").update(body).digest("hex") : null;
    x.ended = true;
    --this.open;
    this.done.push({
      order: x.order, client_port: x.port, method: request.method, target: request.path,
      host: request.getHeader("host"), status: response && response.statusCode,
      request: { total_bytes: socket.bytesWritten - x.before[0], encoded_bytes: sent.length,
                 content_type: request.getHeader("content-type") ?? null, sha256: hash(sent) },
      response: response && {
        total_bytes: socket.bytesRead - x.before[1], encoded_bytes: got.length,
        codings: response.headers["content-encoding"] ? [response.headers["content-encoding"]] : [],
        content_type: response.headers["content-type"] ?? null, sha256: hash(got) },
      ms: performance.now() - x.start,
      ...this.keep ? { sent_body: sent, got_body: got } : {},
    });
  }

  take() {
    return this.done.splice(0).sort((a, b) => a.order - b.order);
  }
}
