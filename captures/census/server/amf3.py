# SPDX-License-Identifier: Apache-2.0
"""AMF packets of the census gateway: the part of AMF0 and AMF3 that Flash Remoting with
Flex messages needs (Adobe, "AMF 0" 2007 section 4 and "AMF 3" 2013). Written for this rig;
every packet it writes or reads is decoded again by two libraries from npm (check/amf.mjs)."""
import struct


class Object:
    """A typed object: class name and ordered members."""

    def __init__(self, name, members):
        self.name = name
        self.members = members


class Collection:
    """flex.messaging.io.ArrayCollection: externalizable, its body is one array."""

    def __init__(self, items):
        self.items = items


class Writer:
    """One AMF3 value with its own reference tables for strings and traits."""

    def __init__(self):
        self.out = bytearray()
        self.strings = {}
        self.traits = {}

    def u29(self, value):
        if value < 0x80:
            self.out.append(value)
        elif value < 0x4000:
            self.out += bytes((value >> 7 | 0x80, value & 0x7F))
        elif value < 0x200000:
            self.out += bytes((value >> 14 | 0x80, value >> 7 & 0x7F | 0x80, value & 0x7F))
        elif value < 0x20000000:
            self.out += bytes((value >> 22 | 0x80, value >> 15 & 0x7F | 0x80,
                               value >> 8 & 0x7F | 0x80, value & 0xFF))
        else:
            raise ValueError("beyond 29 bits")

    def text(self, value):
        if not value:
            self.out.append(1)
        elif value in self.strings:
            self.u29(self.strings[value] << 1)
        else:
            self.strings[value] = len(self.strings)
            coded = value.encode()
            self.u29(len(coded) << 1 | 1)
            self.out += coded

    def value(self, value):
        if value is None:
            self.out.append(0x01)
        elif isinstance(value, bool):
            self.out.append(0x03 if value else 0x02)
        elif isinstance(value, int):
            self.out.append(0x04)
            self.u29(value)
        elif isinstance(value, float):
            self.out += b"\x05" + struct.pack(">d", value)
        elif isinstance(value, str):
            self.out.append(0x06)
            self.text(value)
        elif isinstance(value, list):
            self.out.append(0x09)
            self.u29(len(value) << 1 | 1)
            self.text("")
            for item in value:
                self.value(item)
        elif isinstance(value, Collection):
            self.out.append(0x0A)
            self.type("flex.messaging.io.ArrayCollection", (), 0x07)
            self.value(value.items)
        elif isinstance(value, Object):
            self.out.append(0x0A)
            self.type(value.name, tuple(value.members), 0x03)
            for item in value.members.values():
                self.value(item)
        else:  # a dict is an anonymous dynamic object
            self.out.append(0x0A)
            self.type("", (), 0x0B)
            for key, item in value.items():
                self.text(key)
                self.value(item)
            self.text("")

    def type(self, name, names, flags):
        """Traits: written out the first time, by number after that. All kinds count."""
        if (name, names) in self.traits:
            self.u29(self.traits[name, names] << 2 | 1)
            return
        self.traits[name, names] = len(self.traits)
        self.u29(len(names) << 4 | flags)
        self.text(name)
        for each in names:
            self.text(each)


class Reader:
    """Reads what a Flex client sends: sealed and dynamic objects, arrays, scalars."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.reset()

    def reset(self):
        self.strings, self.objects, self.traits = [], [], []

    def take(self, count):
        if count > len(self.data) - self.at:
            raise ValueError(f"{count} bytes wanted at {self.at} of {len(self.data)}")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def utf(self):
        return self.take(self.number(2)).decode()

    def u29(self):
        value = 0
        for _ in range(3):
            byte = self.number(1)
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value
        return value << 8 | self.number(1)

    def text(self):
        head = self.u29()
        if not head & 1:
            return self.strings[head >> 1]
        value = self.take(head >> 1).decode()
        if value:
            self.strings.append(value)
        return value

    def value(self):
        marker = self.number(1)
        if marker in (0x00, 0x01, 0x02, 0x03):
            return (None, None, False, True)[marker]
        if marker == 0x04:
            value = self.u29()
            return value - 0x20000000 if value & 0x10000000 else value
        if marker == 0x05:
            return struct.unpack(">d", self.take(8))[0]
        if marker == 0x06:
            return self.text()
        head = self.u29()
        if not head & 1:
            return self.objects[head >> 1]
        if marker == 0x09:
            if self.text():
                raise ValueError("associative array")
            result = []
            self.objects.append(result)
            result.extend(self.value() for _ in range(head >> 1))
            return result
        if marker == 0x0A:
            return self.object(head)
        raise ValueError(f"marker {marker:02x} at {self.at}")

    def object(self, head):
        if not head & 2:
            name, dynamic, names = self.traits[head >> 2]
        else:
            name, dynamic, names = self.text(), head & 8, []
            names.extend(self.text() for _ in range(head >> 4))
            self.traits.append((name, dynamic, names))
        result = {"class": name}
        self.objects.append(result)
        for each in names:
            result[each] = self.value()
        while dynamic and (key := self.text()):
            result[key] = self.value()
        return result


def read_packet(data):
    """[(target, response, argument)] of a request; each value is [AMF3 object] in AMF0."""
    r = Reader(data)
    r.number(2)
    for _ in range(r.number(2)):
        raise ValueError("packet headers")
    calls = []
    for _ in range(r.number(2)):
        target, response, length = r.utf(), r.utf(), r.number(4)
        begin = r.at
        r.reset()
        if r.take(6) != b"\x0a\x00\x00\x00\x01\x11":
            raise ValueError("no strict array of one AMF3 value")
        calls.append((target, response, r.value()))
        if r.at - begin != length:
            raise ValueError("length field")
    if r.at != len(data):
        raise ValueError("bytes after the last message")
    return calls


def write_packet(messages):
    """[(target, response, value)] as an AMF3 packet without headers."""
    out = bytearray(struct.pack(">HHH", 3, 0, len(messages)))
    for target, response, value in messages:
        w = Writer()
        w.value(value)
        for text in (target, response):
            out += struct.pack(">H", len(text)) + text.encode()
        out += struct.pack(">I", len(w.out) + 1) + b"\x11" + w.out
    return bytes(out)
