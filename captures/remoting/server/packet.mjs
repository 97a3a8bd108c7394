// SPDX-License-Identifier: Apache-2.0
// The envelope of AMF packets (Adobe, "AMF 0", 2007, section 4.1); values are encoded and
// decoded by the npm package amf-codec, which is handed in.

const utf = text => Buffer.concat([Buffer.from([0, Buffer.byteLength(text)]), Buffer.from(text)]);

/** [{ target, response, value }] as a packet of version 0 without headers. */
export function writePacket(codec, messages) {
  const parts = [Buffer.from([0, 0, 0, 0, 0, messages.length])];
  for (const { target, response, value } of messages) {
    const body = codec.toAMF(value), length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    parts.push(utf(target), utf(response), length, body);
  }
  return Buffer.concat(parts);
}

/** The messages of a packet; `decode(bytes)` turns one value's bytes into a value. */
export function readPacket(bytes, decode) {
  let at = 4;
  const take = n => {
    if (at + n > bytes.length) throw Error(`${n} bytes wanted at ${at} of ${bytes.length}`);
    return bytes.subarray(at, at += n);
  };
  const text = () => take(take(2).readUInt16BE()).toString();
  if (bytes.readUInt32BE() !== 0) throw Error("version or headers");
  const messages = [];
  for (let n = take(2).readUInt16BE(); n > 0; --n) {
    const target = text(), response = text();
    messages.push({ target, response, value: decode(take(take(4).readUInt32BE())) });
  }
  if (at !== bytes.length) throw Error("bytes after the last message");
  return messages;
}
