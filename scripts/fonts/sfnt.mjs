/** Reading and writing the container of TrueType and OpenType fonts (OpenType 1.9, "Font file"). */
import { inflateSync } from "node:zlib";

/** The tables of a font file by tag, in the order of its directory. */
export function readTables(file) {
  const tables = new Map();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const entry = 12 + 16 * index;
    const from = file.readUInt32BE(entry + 8);
    const tag = file.toString("latin1", entry, entry + 4);
    tables.set(tag, file.subarray(from, from + file.readUInt32BE(entry + 12)));
  }
  return tables;
}

/** The tables of a WOFF 1.0 file (W3C WOFF 1.0, sections 4 and 5). */
export function readWoffTables(woff) {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const tables = new Map();
  for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
    const entry = 44 + 20 * index;
    const from = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(from, from + woff.readUInt32BE(entry + 8));
    const isPacked = packed.length < woff.readUInt32BE(entry + 12);
    tables.set(woff.toString("latin1", entry, entry + 4), isPacked ? inflateSync(packed) : packed);
  }
  return tables;
}

/** A TrueType file of these tables; no reader of ours looks at its checksums. */
export function writeFile(tables) {
  const count = tables.size;
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts = [head];
  let offset = head.length;
  [...tables].forEach(([tag, bytes], index) => {
    const entry = 12 + 16 * index;
    head.write(tag, entry, "latin1");
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}
