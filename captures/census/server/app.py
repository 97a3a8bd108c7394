#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""app.py DATABASE LOG BODIES PORT: the census application behind the web server.

GET  /census/CensusServiceServlet?id=METHOD&command=COMMAND&rows=N[&gzip=true]
POST /census/messagebroker/amf, /census/messagebroker/amfgzip
     Flex messages: client ping, then calls of census.getRows(N).

One JSON line a request goes to LOG: what was answered, decoded, before the web server
compressed it, and how long each part took. Bodies are kept in BODIES/<request id>.{req,res};
the request id is the web server's own ($request_id)."""
import hashlib
import http.server
import json
import sqlite3
import sys
import threading
import time
import urllib.parse
import uuid

import amf3
import formats

FLEX = "flex.messaging.messages."
QUERY = f"SELECT {', '.join(formats.COLUMNS)} FROM census ORDER BY id LIMIT ?"


class Clock:
    """Splits the time since the request came in into named parts."""

    def __init__(self):
        self.begin = self.last = time.perf_counter()
        self.ms = {}

    def part(self, name):
        now = time.perf_counter()
        self.ms[name] = self.ms.get(name, 0) + (now - self.last) * 1000
        self.last = now

    def total(self):
        return {k: round(v, 3) for k, v in self.ms.items()} | {
            "total": round((time.perf_counter() - self.begin) * 1000, 3)}


class Census(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "census", ""

    def rows(self, count):
        if not 0 <= count <= 100_000:
            raise ValueError("rows")
        db = sqlite3.connect(self.server.database)
        try:
            rows = db.execute(QUERY, (count,)).fetchall()
        finally:
            db.close()
        self.clock.part("query")
        return rows

    def do_GET(self):
        self.clock, url = Clock(), urllib.parse.urlsplit(self.path)
        try:
            query = dict(urllib.parse.parse_qsl(url.query, strict_parsing=True))
            if url.path != "/census/CensusServiceServlet":
                raise ValueError("path")
            kind, name, encode = formats.COMMANDS[query["command"]]
            rows = self.rows(int(query["rows"]))
        except (KeyError, ValueError):
            self.answer(404, "text/plain", b"", b"", {"format": "empty"})
            return
        body = encode(rows)
        self.clock.part("encode")
        self.answer(200, kind, b"", body,
                    {"format": name, "rows": len(rows), "columns": len(formats.COLUMNS)})

    def do_POST(self):
        self.clock = Clock()
        data = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            calls = amf3.read_packet(data)
            self.clock.part("decode")
            facts = {"format": "amf3", "names": [], "messages": len(calls)}
            messages = [self.call(*call, facts) for call in calls]
            body = amf3.write_packet(messages)
        except (ValueError, KeyError, IndexError) as error:
            print(f"refused: {error}", file=sys.stderr)
            self.answer(400, "text/plain", data, b"", {"format": "empty"})
            return
        self.clock.part("encode")
        self.answer(200, "application/x-amf", data, body, facts)

    def call(self, target, response, message, facts):
        if target != "null":
            raise ValueError("target")
        headers, result = {}, None
        if message["class"] == FLEX + "CommandMessage" and message["operation"] == 5:
            facts["names"].append("client ping")
            headers = {"DSMessagingVersion": 1.0, "DSId": str(uuid.uuid4()).upper()}
        elif message["class"] == FLEX + "RemotingMessage" and message["operation"] == "getRows":
            facts["names"].append(f"{message['destination']}.{message['operation']}")
            rows = self.rows(message["body"][0])
            result = amf3.Collection([
                amf3.Object("samples.census.CensusEntryVO", dict(zip(formats.COLUMNS, row)))
                for row in rows])
            facts |= {"rows": len(rows), "columns": len(formats.COLUMNS)}
        else:
            raise ValueError("message")
        # The full form, members in the order in which BlazeDS writes them.
        answer = amf3.Object(FLEX + "AcknowledgeMessage", {
            "headers": headers, "timeToLive": 0.0, "clientId": str(uuid.uuid4()).upper(),
            "destination": None, "messageId": str(uuid.uuid4()).upper(),
            "correlationId": message["messageId"], "body": result,
            "timestamp": float(int(time.time() * 1000))})
        return f"{response}/onResult", "", answer

    def answer(self, status, kind, request, body, facts):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        # XML and HTML are streamed as a servlet would, without telling their length.
        if facts["format"] in ("xml", "html"):
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        if "client ping" in facts.get("names", ()):
            self.send_header("Set-Cookie", f"JSESSIONID={uuid.uuid4().hex}; Path=/census; HttpOnly")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True
        number = self.headers["X-Request-Id"]
        for side, data in (("req", request), ("res", body)):
            with open(f"{self.server.bodies}/{number}.{side}", "wb") as out:
                out.write(data)
        line = {"id": number, "method": self.command, "target": self.path, "status": status,
                "request_bytes": len(request), "content_bytes": len(body),
                "content_sha256": hashlib.sha256(body).hexdigest(), **facts,
                "server_ms": self.clock.total()}
        with self.server.lock, open(self.server.log, "a") as out:
            out.write(json.dumps(line) + "\n")

    def log_message(self, *_):
        pass


def main():
    database, log, bodies, port = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Census)
    server.database, server.log, server.bodies = database, log, bodies
    server.lock = threading.Lock()
    server.serve_forever()


if __name__ == "__main__":
    main()
