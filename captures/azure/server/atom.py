#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""atom.py DATABASE PORT LOG: table storage as it answered in 2008, one AtomPub feed a page.

GET /census/Census[?$skiptoken=N]: at most 1,000 entries in the form of OData version 2 (ADO.NET
Data Services), with <link rel="next"> where there is more."""
import http.server
import json
import sqlite3
import sys
import time
import urllib.parse
from xml.sax.saxutils import escape

ROOT = "http://storage.example:8080/census/"
PAGE = 1000
STAMP = "2008-10-27T18:05:21.4812774Z"
SCHEMA = "http://schemas.microsoft.com/ado/2007/08/dataservices"
COLUMNS = ("PartitionKey", "RowKey", "id", "age", "classOfWorker", "education", "maritalStatus",
           "race", "sex")
EDM = {"id": "Edm.Int32", "age": "Edm.Int32"}


def entry(row):
    key = f"Census(PartitionKey='{row[0]}',RowKey='{row[1]}')"
    cells = "".join(
        f'\n        <d:{n} m:type="{EDM[n]}">{v}</d:{n}>' if n in EDM
        else f"\n        <d:{n}>{escape(v)}</d:{n}>" for n, v in zip(COLUMNS, row))
    return f"""  <entry m:etag="W/&quot;datetime'{urllib.parse.quote(STAMP)}'&quot;">
    <id>{ROOT}{key}</id>
    <title type="text"></title>
    <updated>{STAMP}</updated>
    <author>
      <name />
    </author>
    <link rel="edit" title="Census" href="{key}" />
    <category term="census.Census" scheme="{SCHEMA}/scheme" />
    <content type="application/xml">
      <m:properties>{cells}
        <d:Timestamp m:type="Edm.DateTime">{STAMP}</d:Timestamp>
      </m:properties>
    </content>
  </entry>
"""


def feed(rows, following):
    out = [f"""<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<feed xml:base="{ROOT}" xmlns:d="{SCHEMA}" xmlns:m="{SCHEMA}/metadata" xmlns="http://www.w3.org/2005/Atom">
  <title type="text">Census</title>
  <id>{ROOT}Census</id>
  <updated>{STAMP}</updated>
  <link rel="self" title="Census" href="Census" />
""", *map(entry, rows)]
    if following:
        out.append(f'  <link rel="next" href="{ROOT}Census?$skiptoken={following}" />\n')
    out.append("</feed>\n")
    return "".join(out).encode()


class Storage(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "census-storage", ""

    def do_GET(self):
        begin, url = time.perf_counter(), urllib.parse.urlsplit(self.path)
        after = int(dict(urllib.parse.parse_qsl(url.query)).get("$skiptoken", 0))
        db = sqlite3.connect(self.server.database)
        rows = db.execute("SELECT printf('part-%d', (id - 1) / 2700), printf('%06d', id), * FROM census"
                          " WHERE id > ? ORDER BY id LIMIT ?", (after, PAGE + 1)).fetchall()
        db.close()
        body = feed(rows[:PAGE], rows[PAGE - 1][2] if len(rows) > PAGE else None)
        self.send_response(200)
        self.send_header("Content-Type", "application/atom+xml;charset=utf-8")
        self.send_header("DataServiceVersion", "2.0;")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        line = {"client": self.client_address[0], "method": "GET", "target": self.path, "status": 200,
                "content_bytes": len(body), "rows": min(len(rows), PAGE),
                "server_ms": round((time.perf_counter() - begin) * 1000, 3)}
        with open(self.server.log, "a") as out:
            out.write(json.dumps(line) + "\n")

    def log_message(self, *_):
        pass


def main():
    database, port, log = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("0.0.0.0", int(port)), Storage)
    server.database, server.log = database, log
    server.serve_forever()


main()
