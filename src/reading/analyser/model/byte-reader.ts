/** Reads the values of a `ByteWriter` in the same order. */
export interface ByteReader {
  bytes(count: number): Uint8Array;
  floats(count: number): Float32Array;
  words(count: number): Uint32Array;
  varints(count: number): Uint32Array;
}

/** @throws RangeError if the buffer ends too early */
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
      // `Buffer.slice` would share its memory.
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
      let next = at;
      for (let i = 0; i < count; i += 1) {
        let value = 0;
        let byte = 128;
        for (let shift = 0; byte > 127; shift += 7) {
          // Past the end this reads 0, which the check below detects.
          byte = buffer[next] ?? 0;
          next += 1;
          value |= (byte & 127) << shift;
        }
        values[i] = value >>> 0;
      }
      take(next - at);
      return values;
    },
  };
}
