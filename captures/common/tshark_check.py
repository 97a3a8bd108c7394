#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tshark_check.py EXPECTED.json CAPTURE: holds a capture to the counts that come from the
servers' and clients' own logs, with tshark as the reader.

Equal have to be: the requests of each connection in order (method, target), their statuses,
and the decoded bodies of both directions, by SHA-256 of what tshark exports. No frame may be
malformed, no segment missing.

The dissectors of bodies are off: bodies are compared as a whole, and that of AMF in tshark 4.0
does not expand objects with a trait reference. tshark notes "subdissector failed" for each."""
import collections
import hashlib
import json
import os
import subprocess
import sys
import tempfile

TSHARK = ["tshark", "-n", "-o", "tcp.analyze_sequence_numbers:TRUE",
          "-o", "gui.max_export_objects:10000000",
          *(part for name in ("amf", "json", "xml") for part in ("--disable-protocol", name))]
LOST = ("tcp.analysis.lost_segment", "tcp.analysis.ack_lost_segment")
FIELDS = ("frame.number", "tcp.srcport", "tcp.dstport", "http.request.method", "http.request.uri",
          "http.response.code", "_ws.malformed", "http.subdissector_failed", *LOST)


def read(capture, ports):
    """The frames that matter, as dictionaries of FIELDS, and how often tshark exports each body."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [*TSHARK, "-r", capture, "-T", "fields", "-E", "separator=/t",
                "-Y", " || ".join(("http.request", "http.response", "_ws.malformed", *LOST)),
                "--export-objects", f"http,{folder}"]
        for port in ports:
            argv += ["-d", f"tcp.port=={port},http"]
        for name in FIELDS:
            argv += ["-e", name]
        run = subprocess.run(argv, check=True, capture_output=True, text=True)
        bodies = collections.Counter()
        for file in os.listdir(folder):
            with open(os.path.join(folder, file), "rb") as f:
                bodies[hashlib.sha256(f.read()).hexdigest()] += 1
    return [dict(zip(FIELDS, line.split("\t"))) for line in run.stdout.splitlines()], bodies


def main():
    expected, capture = sys.argv[1:]
    name = os.path.basename(capture)
    with open(expected) as f:
        truth = json.load(f)["captures"][name]
    listed, wrong = truth["exchanges"], []
    frames, bodies = read(capture, truth.get("http_ports", []))

    def same(what, seen, wanted):
        if seen != wanted:
            wrong.append(f"{what}: tshark has {str(seen)[:500]}, the logs have {str(wanted)[:500]}")

    asked, answered = collections.defaultdict(list), collections.defaultdict(list)
    for f in frames:
        if f["http.request.method"]:
            asked[int(f["tcp.srcport"])].append([f["http.request.method"], f["http.request.uri"]])
        if f["http.response.code"]:
            answered[int(f["tcp.dstport"])].append(int(f["http.response.code"]))
    same("connections", sorted(asked), sorted({x["client_port"] for x in listed}))
    for port in asked:
        mine = [x for x in listed if x["client_port"] == port]
        same(f"requests of port {port}", asked[port], [[x["method"], x["target"]] for x in mine])
        same(f"answers to port {port}", answered[port],
             [x["status"] for x in mine if x["status"] is not None])
    same("malformed frames", [f["frame.number"] for f in frames if f["_ws.malformed"]
                              and not f["http.subdissector_failed"]], [])
    same("missing segments", [f["frame.number"] for f in frames if any(f[k] for k in LOST)], [])
    wanted = collections.Counter(x[side]["sha256"] for x in listed for side in ("request", "response")
                                 if x[side] and x[side]["content_bytes"])
    same("bodies", sorted((bodies - wanted).items()), [])
    same("bodies missing", sorted((wanted - bodies).items()), [])
    if wrong:
        print("\n".join(wrong[:20]), file=sys.stderr)
        sys.exit(f"{name}: {len(wrong)} differences")
    print(f"{name}: {len(listed)} exchanges and {sum(wanted.values())} bodies as the logs say")


main()
