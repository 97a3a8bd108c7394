#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An engine for capaudit parse, as one command: Python's own JSON (docs/PARSE.md).

    capaudit parse CAPTURE --engine simdjson --engine 'python=python3 docs/engine_example.py'
"""
import json
import platform
import sys
import time

bodies, texts, values = [], [], []


def visit(value):
    """Touches every value, as the other engines do."""
    if isinstance(value, dict):
        return sum(len(key) + visit(item) for key, item in value.items())
    if isinstance(value, list):
        return sum(map(visit, value))
    return len(value) if isinstance(value, str) else 1


WORK = {
    "bytes": lambda: sum(visit(json.loads(body)) for body in bodies),
    "text": lambda: sum(visit(json.loads(text)) for text in texts),
    "generate": lambda: sum(len(json.dumps(value)) for value in values),
}


def answer(word, *rest):
    if word == "hello":
        return f"hello python {platform.python_version()}"
    if word == "load" and rest[0] == "json":
        for name in rest[1:]:
            with open(name, "rb") as body:
                bodies.append(body.read())
        texts.extend(body.decode() for body in bodies)
        values.extend(map(json.loads, texts))
        return "ok"
    if word == "write":
        for number, body in enumerate(bodies, 1):
            with open(f"{rest[1]}/{number}", "w") as out:
                json.dump(json.loads(body), out)
        return "ok"
    if word == "time":
        work, passes = WORK[rest[0]], int(rest[1])
        begin = time.perf_counter_ns()
        for _ in range(passes):
            work()
        return f"ns {(time.perf_counter_ns() - begin) / passes}"
    if word == "quantum":
        return f"ns {time.get_clock_info('perf_counter').resolution * 1e9}"
    return "unsupported"


for line in sys.stdin:
    try:
        print(answer(*line.split()), flush=True)
    except Exception as error:  # the engine goes on; capaudit shows what went wrong
        print("error", str(error).splitlines()[0], flush=True)
