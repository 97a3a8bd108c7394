# SPDX-License-Identifier: Apache-2.0
"""What the `expected` scripts of the rigs share: reading logs, holding them to each other,
and the form of expected.json (one exchange a line, so that a diff shows which one changed)."""
import collections
import json
import sys


def lines(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def agree(what, *values):
    """The one value that all logs have; stops where they differ."""
    if any(v != values[0] for v in values):
        sys.exit(f"{what}: the logs disagree: {[str(v)[:300] for v in values]}")
    return values[0]


def exchange(n, x, request=None, response=None, **more):
    """One exchange of common/meter.mjs without content coding; `request` and `response` add
    what the bodies hold. Without an answer, status and response are null."""
    asked, got = x["request"], x["response"]
    if got:
        agree(f"#{n} codings", got["codings"], [])
        got = {**got, "content_bytes": got["encoded_bytes"], **(response or {})}
    facts = {"content_bytes": asked["encoded_bytes"], "format": "empty", "messages": 0, "names": []}
    return {"n": n, "client_port": x["client_port"], "method": x["method"], "target": x["target"],
            "url": f"http://{x['host']}{x['target']}", "status": x["status"], **more,
            "request": {**asked, **facts, **(request or {})},
            "response": got,
            "client_ms": round(x["ms"], 3)}


def counts(listed, **more):
    answers = [x["response"] for x in listed if x["response"]]
    return {"requests": len(listed), "responses": len(answers),
            "connections": len({x["client_port"] for x in listed}),
            "request_bytes": sum(x["request"]["total_bytes"] for x in listed),
            "response_bytes": sum(x["total_bytes"] for x in answers),
            "content_bytes": sum(x["content_bytes"] for x in answers), **more}


def names(listed):
    return dict(sorted(collections.Counter(n for x in listed for n in x["request"]["names"]).items()))


def write(path, captures):
    blocks = []
    for name, capture in captures.items():
        keys = ",\n".join(f'   "{k}": {json.dumps(v)}' for k, v in capture.items() if k != "exchanges")
        rows = ",\n".join("   " + json.dumps(x) for x in capture["exchanges"])
        blocks.append(f'  "{name}": {{\n{keys},\n   "exchanges": [\n{rows}\n  ]}}')
    with open(path, "w") as f:
        f.write('{"captures": {\n' + ",\n".join(blocks) + "\n}}\n")
