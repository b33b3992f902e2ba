/** Appends numbers to a growing buffer; little-endian. */
export interface ByteWriter {
  bytes(values: Uint8Array): void;
  floats(values: Float32Array): void;
  words(values: Uint32Array): void;
  /** One to five bytes each, seven bits per byte: small numbers are short. */
  varints(values: Iterable<number>): void;
  finish(): Uint8Array;
}

export function createWriter(): ByteWriter {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + more));
    larger.set(buffer);
    buffer = larger;
  };
  const view = () => new DataView(buffer.buffer);
  return {
    bytes: (values) => {
      reserve(values.length);
      buffer.set(values, length);
      length += values.length;
    },
    floats: (values) => {
      reserve(values.length * 4);
      for (const value of values) view().setFloat32((length += 4) - 4, value, true);
    },
    words: (values) => {
      reserve(values.length * 4);
      for (const value of values) view().setUint32((length += 4) - 4, value, true);
    },
    varints: (values) => {
      for (const value of values) {
        reserve(5);
        let rest = value;
        while (rest > 127) {
          buffer[length] = (rest & 127) | 128;
          length += 1;
          rest >>>= 7;
        }
        buffer[length] = rest;
        length += 1;
      }
    },
    finish: () => buffer.slice(0, length),
  };
}

/** Reads what a writer wrote, in the same order. */
export interface ByteReader {
  bytes(count: number): Uint8Array;
  floats(count: number): Float32Array;
  words(count: number): Uint32Array;
  varints(count: number): Uint32Array;
}

/** @throws RangeError when the buffer ends too early */
export function createByteReader(buffer: Uint8Array): ByteReader {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let at = 0;
  const take = (count: number) => {
    if (at + count > buffer.length) throw new RangeError("The model ends too early.");
    at += count;
    return at - count;
  };
  return {
    bytes: (count) => {
      const from = take(count);
      // A Buffer's own slice would share its memory.
      return Uint8Array.from(buffer.subarray(from, from + count));
    },
    floats: (count) => {
      const from = take(count * 4);
      return Float32Array.from({ length: count }, (_, i) => view.getFloat32(from + i * 4, true));
    },
    words: (count) => {
      const from = take(count * 4);
      const words = new Uint32Array(count);
      for (let i = 0; i < count; i += 1) words[i] = view.getUint32(from + i * 4, true);
      return words;
    },
    varints: (count) => {
      const values = new Uint32Array(count);
      for (let i = 0; i < count; i += 1) {
        let value = 0;
        let byte = 128;
        for (let shift = 0; byte > 127; shift += 7) {
          byte = buffer[take(1)] ?? 0;
          value |= (byte & 127) << shift;
        }
        values[i] = value >>> 0;
      }
      return values;
    },
  };
}

/** A mark of what a file is, and what it says of itself in JSON. */
export function writeHeader(writer: ByteWriter, magic: string, header: unknown): void {
  const json = new TextEncoder().encode(JSON.stringify(header));
  writer.bytes(new TextEncoder().encode(magic));
  writer.words(Uint32Array.of(json.length));
  writer.bytes(json);
}

/** @throws Error when the file does not begin with the mark */
export function readHeader(reader: ByteReader, magic: string): unknown {
  const found = new TextDecoder().decode(reader.bytes(magic.length));
  if (found !== magic) throw new Error("The file is no model.");
  const length = reader.words(1)[0] ?? 0;
  return JSON.parse(new TextDecoder().decode(reader.bytes(length)));
}
