#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_site FOLDER: the files beside the page: a style sheet, a script, an image, rows."""
import json
import struct
import sys
import zlib


def png(width, height):
    """Noise that compresses badly, so that the size is no accident of a coder."""
    value, rows = 1, b""
    for _ in range(height):
        rows += b"\0"
        for _ in range(width):
            value = value * 1103515245 + 12345 & 0x7FFFFFFF
            rows += bytes([value >> 16 & 255])

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


folder = sys.argv[1]
with open(f"{folder}/static/style.css", "w") as f:
    f.writelines(f".c{i} {{ color: #{i * 4099 % 4096:03x}; margin: {i % 7}px }}\n" for i in range(200))
with open(f"{folder}/static/code.js", "w") as f:
    f.writelines(f"window.v{i} = {i * i};\n" for i in range(300))
with open(f"{folder}/static/dot.png", "wb") as f:
    f.write(png(60, 40))
with open(f"{folder}/rows.json", "w") as f:
    json.dump([{"id": i, "name": f"name {i}", "value": i * 37 % 101} for i in range(250)], f)
