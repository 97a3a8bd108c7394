# SPDX-License-Identifier: Apache-2.0
"""Captures for tools/bench, made frame by frame from a fixed seed: Ethernet, IPv4, TCP in
segments of 1,448 bytes with an acknowledgment for every second one, eight connections at a
time. Checksums are left zero, as a sending machine that leaves them to its card records them.
"""
import json
import random
import struct
import zlib

SEGMENT = 1448
SERVER = (bytes([10, 77, 0, 2]), 8080)
CLIENT = bytes([10, 77, 0, 1])
FIELDS = {
    "education": ["High school graduate", "Bachelors degree", "10th grade", "Doctorate degree"],
    "occupation": ["Sales", "Professional specialty", "Other service"],
    "country": ["United-States", "Mexico", "Germany", "Canada"],
}


class Frames:
    """Writes packets, a microsecond apart."""

    def __init__(self, out):
        self.out, self.bytes, self.us = out, 24, 0
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))

    def segment(self, source, target, sequence, acknowledgment, flags, payload=b""):
        total = 40 + len(payload)
        self.us += 3
        frame = b"".join((
            struct.pack("<IIII", 1_700_000_000 + self.us // 1_000_000, self.us % 1_000_000, total + 14, total + 14),
            b"\x02\0\0\0\0\x02\x02\0\0\0\0\x01\x08\0",
            struct.pack(">BBHHHBBH4s4s", 0x45, 0, total, self.us & 0xFFFF, 0x4000, 64, 6, 0, source[0], target[0]),
            struct.pack(">HHIIBBHHH", source[1], target[1], sequence & 0xFFFFFFFF, acknowledgment & 0xFFFFFFFF,
                        0x50, flags, 65535, 0, 0),
            payload))
        self.out.write(frame)
        self.bytes += len(frame)


class Connection:
    def __init__(self, frames, number):
        self.frames = frames
        self.client = (CLIENT, 10_000 + number % 50_000)
        self.next = {self.client: 1_000 * number, SERVER: 7_000 * number}
        self.send(self.client, 0x02)
        self.send(SERVER, 0x12)
        self.send(self.client, 0x10)

    def send(self, source, flags, payload=b""):
        target = SERVER if source is self.client else self.client
        acknowledgment = self.next[target] if flags & 0x10 else 0
        self.frames.segment(source, target, self.next[source], acknowledgment, flags, payload)
        self.next[source] += len(payload) + (1 if flags & 0x03 else 0)

    def say(self, source, data):
        for at in range(0, len(data), SEGMENT):
            self.send(source, 0x18, data[at:at + SEGMENT])
            if at // SEGMENT % 2 == 1:
                self.send(SERVER if source is self.client else self.client, 0x10)

    def close(self):
        self.send(self.client, 0x11)
        self.send(SERVER, 0x11)
        self.send(self.client, 0x10)


def rows(count, choose):
    return [{"id": choose.randrange(300_000), **{key: choose.choice(values) for key, values in FIELDS.items()},
             "wage": choose.randrange(9_999), "dividends": round(choose.random() * 5_000, 2)} for _ in range(count)]


def as_json(count, choose):
    return json.dumps({"rows": rows(count, choose), "total": count}, separators=(",", ":")).encode()


def as_soap(count, choose):
    cells = ("<Census>" + "".join(f"<{key}>{value}</{key}>" for key, value in row.items()) + "</Census>"
             for row in rows(count, choose))
    return ('<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
            '<GetRowsResponse xmlns="http://census.test/">' + "".join(cells) +
            "</GetRowsResponse></s:Body></s:Envelope>").encode()


def gzip(data):
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def chunked(data):
    return b"".join(b"%x\r\n%s\r\n" % (len(data[at:at + 32768]), data[at:at + 32768])
                    for at in range(0, len(data), 32768)) + b"0\r\n\r\n"


class Bodies:
    """A few variants of each body, so that making them takes no time."""

    def __init__(self, choose):
        self.choose = choose
        self.kept = {}

    def get(self, kind):
        variants = self.kept.setdefault(kind, [])
        form, count = kind.split("-")
        if len(variants) < 6:
            body = (as_soap if form == "soap" else as_json)(int(count), self.choose)
            variants.append(gzip(body) if form == "gzip" else body)
        return self.choose.choice(variants)


#: kind -> (weights of its exchanges, requests of a connection on average)
KINDS = {
    "mixed": ({"echo": 134, "tiny": 72, "json-10": 8, "json-100": 6, "gzip-1000": 5, "json-1000": 1,
               "soap-10": 5, "soap-100": 4, "soap-1000": 1}, 35),
    "small": ({"echo": 50, "tiny": 50}, 150),
    "gzip": ({"gzip-5000": 98, "echo": 2}, 12),
}


def exchange(kind, number, bodies):
    choose = bodies.choose
    head = f"Host: census.test\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\nX-Request-Id: {number}\r\n"
    answer = "HTTP/1.1 200 OK\r\nServer: bench\r\nConnection: keep-alive\r\n"
    if kind == "echo":
        body = json.dumps({"seq": number, "text": "x" * choose.randrange(20, 160)}).encode()
        request = f"POST /echo HTTP/1.1\r\n{head}Content-Type: application/json\r\n".encode()
        return (request + b"Content-Length: %d\r\n\r\n" % len(body) + body,
                f"{answer}Content-Type: application/json\r\n".encode() + b"Transfer-Encoding: chunked\r\n\r\n" +
                chunked(body))
    if kind == "tiny":
        body = b'{"ok":true,"n":%d,"pad":"0123456789012345678901234567890123456789"}' % number
    else:
        body = bodies.get(kind)
    form = kind.split("-")[0]
    sort = "text/xml" if form == "soap" else "application/json"
    coding = "Content-Encoding: gzip\r\n" if form == "gzip" else ""
    request = f"GET /{kind}?n={choose.randrange(1000)} HTTP/1.1\r\n{head}\r\n".encode()
    return (request, f"{answer}Content-Type: {sort}\r\n{coding}Content-Length: {len(body)}\r\n\r\n".encode() + body)


def make(kind, megabytes, path):
    """-> how many exchanges the capture holds"""
    weights, mean = KINDS[kind]
    choose = random.Random(kind)
    bodies, names, shares = Bodies(choose), list(weights), list(weights.values())
    made = opened = 0
    with open(path, "wb", buffering=1 << 20) as out:
        frames = Frames(out)
        slots = [None] * 8
        while frames.bytes < megabytes * 1_000_000:
            for slot in range(len(slots)):
                if slots[slot] is None:
                    opened += 1
                    slots[slot] = [Connection(frames, opened), max(1, int(choose.expovariate(1 / mean)))]
                connection = slots[slot][0]
                made += 1
                request, response = exchange(choose.choices(names, shares)[0], made, bodies)
                connection.say(connection.client, request)
                connection.say(SERVER, response)
                slots[slot][1] -= 1
                if slots[slot][1] == 0:
                    connection.close()
                    slots[slot] = None
        for slot in slots:
            if slot is not None:
                slot[0].close()
    return made
