/** Appends numbers to a growing buffer, little-endian. */
export interface ByteWriter {
  bytes(values: Uint8Array): void;
  floats(values: Float32Array): void;
  words(values: Uint32Array): void;
  /** One to five bytes each, seven bits per byte. Small numbers take fewer bytes. */
  varints(values: Iterable<number>): void;
  finish(): Uint8Array;
}

/** Creates a writer with an empty buffer. */
export function createByteWriter(): ByteWriter {
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
