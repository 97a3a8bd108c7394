#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pcapng_tidy.py IN OUT: copies a pcapng, leaving out the options that describe the machine
it was recorded on (shb_hardware, shb_os, if_os). Packets, times and drop counts stay as
they are. Little endian, as dumpcap writes on the machines that Debian runs on."""
import struct
import sys

SECTION, INTERFACE = 0x0A0D0D0A, 1
# block type -> (length of the fixed part, options to leave out); pcapng draft 4.1 and 4.2
MACHINE = {SECTION: (16, {2, 3}), INTERFACE: (8, {12})}


def options(data, unwanted):
    kept, at = bytearray(), 0
    while at < len(data):
        code, length = struct.unpack_from("<HH", data, at)
        size = 4 + (length + 3 & ~3)
        if code not in unwanted:
            kept += data[at:at + size]
        at += size
    return bytes(kept)


def main():
    source, target = sys.argv[1:]
    with open(source, "rb") as f:
        data = f.read()
    assert data[8:12] == b"\x4d\x3c\x2b\x1a", "not a little endian pcapng"
    at = 0
    with open(target, "wb") as out:
        while at < len(data):
            kind, total = struct.unpack_from("<II", data, at)
            body = data[at + 8:at + total - 4]
            if kind in MACHINE:
                fixed, unwanted = MACHINE[kind]
                body = body[:fixed] + options(body[fixed:], unwanted)
            size = struct.pack("<I", len(body) + 12)
            out.write(struct.pack("<I", kind) + size + body + size)
            at += total


main()
