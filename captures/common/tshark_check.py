#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tshark_check.py EXPECTED.json CAPTURE: holds a capture to the counts that come from the
servers' and clients' own logs, with tshark as the reader.

Equal have to be: the requests in order (client port, method, target), each one's status,
and the decoded bodies of both directions, by SHA-256 of what tshark exports. No frame may be
malformed, no segment missing. The AMF dissector of tshark 4.0 does not expand objects with a
trait reference and then reports malformed packets, so it is switched off, which tshark notes
as malformed too; AMF is checked by other means."""
import collections
import hashlib
import json
import os
import subprocess
import sys
import tempfile

TSHARK = ["tshark", "-n", "-o", "tcp.analyze_sequence_numbers:TRUE", "--disable-protocol", "amf"]
EMPTY = hashlib.sha256(b"").hexdigest()


def fields(capture, shown, *names, ports=()):
    argv = [*TSHARK, "-r", capture, "-Y", shown, "-T", "fields", "-E", "separator=/t"]
    for port in ports:
        argv += ["-d", f"tcp.port=={port},http"]
    for name in names:
        argv += ["-e", name]
    run = subprocess.run(argv, check=True, capture_output=True, text=True)
    return [line.split("\t") for line in run.stdout.splitlines()]


def main():
    expected, capture = sys.argv[1:]
    name = os.path.basename(capture)
    with open(expected) as f:
        truth = json.load(f)["captures"][name]
    listed, ports = truth["exchanges"], truth.get("http_ports", [])
    wrong = []

    def same(what, seen, wanted):
        if seen != wanted:
            wrong.append(f"{what}: tshark has {seen}, the logs have {wanted}")

    requests = fields(capture, "http.request", "tcp.srcport", "http.request.method",
                      "http.request.uri", ports=ports)
    same("requests", len(requests), len(listed))
    for seen, x in zip(requests, listed):
        same(f"request {x['n']}", seen, [str(x["client_port"]), x["method"], x["target"]])
    answers = collections.defaultdict(list)
    for port, status in fields(capture, "http.response", "tcp.dstport", "http.response.code",
                               ports=ports):
        answers[int(port)].append(int(status))
    for port in {x["client_port"] for x in listed}:
        same(f"answers on port {port}", answers[port],
             [x["status"] for x in listed if x["client_port"] == port])
    for what, shown in (("malformed frames", '_ws.malformed && !(http.content_type == "application/x-amf")'),
                        ("missing segments", "tcp.analysis.lost_segment || tcp.analysis.ack_lost_segment")):
        same(what, [f[0] for f in fields(capture, shown, "frame.number", ports=ports)], [])
    with tempfile.TemporaryDirectory() as folder:
        argv = [*TSHARK, "-r", capture, "-q", "--export-objects", f"http,{folder}"]
        for port in ports:
            argv += ["-d", f"tcp.port=={port},http"]
        subprocess.run(argv, check=True, capture_output=True)
        seen = collections.Counter()
        for file in os.listdir(folder):
            with open(os.path.join(folder, file), "rb") as f:
                seen[hashlib.sha256(f.read()).hexdigest()] += 1
    wanted = collections.Counter(x[side]["sha256"] for x in listed for side in ("request", "response")
                                 if x[side]["content_bytes"])
    same("bodies", sorted((seen - wanted).items()), [])
    same("bodies missing", sorted((wanted - seen).items()), [])
    if wrong:
        print("\n".join(wrong[:20]), file=sys.stderr)
        sys.exit(f"{name}: {len(wrong)} differences")
    print(f"{name}: {len(listed)} exchanges and {sum(wanted.values())} bodies as the logs say")


main()
