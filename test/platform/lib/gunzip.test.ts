import { expect, it } from "vitest";
import { gunzip, gunzipInSteps } from "../../../src/platform/lib/gunzip.ts";
import { concatBytes } from "../../../src/platform/lib/streams.ts";

const MIB = 1024 * 1024;

async function pack(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Bytes that gzip cannot make smaller. */
function randomBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let from = 0; from < size; from += 65_536) {
    crypto.getRandomValues(bytes.subarray(from, Math.min(size, from + 65_536)));
  }
  return bytes;
}

/** Pieces of bytes in one buffer that is written over, as from a stream that is read into one. */
async function* inOneBuffer(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let from = 0; from < bytes.length; from += size) {
    const piece = bytes.subarray(from, from + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
    buffer.fill(0);
  }
}

it("unpacks what comes in a buffer that is written over", async () => {
  const plain = randomBytes(MIB);
  const chunks: Uint8Array[] = [];
  for await (const chunk of gunzip(inOneBuffer(await pack(plain), 10_000))) chunks.push(chunk);
  expect(concatBytes(chunks)).toEqual(plain);
});

it("unpacks no more than its reader asks for", async () => {
  const packed = await pack(randomBytes(4 * MIB));
  let taken = 0;
  async function* counted() {
    for await (const chunk of inOneBuffer(packed, 4096)) {
      taken += chunk.length;
      yield chunk;
    }
  }
  const unpacked = gunzip(counted());
  expect((await unpacked.next()).value?.length).toBeLessThanOrEqual(MIB / 4);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBeLessThan(packed.length / 2);
  await unpacked.return();
});

it.each([
  ["is cut short", (packed: Uint8Array) => packed.subarray(0, -5)],
  [
    "has something behind it",
    (packed: Uint8Array) => concatBytes([packed, new Uint8Array(9).fill(7)]),
  ],
  ["is empty", () => new Uint8Array()],
])("refuses gzip that %s", async (_, damage) => {
  const damaged = damage(await pack(randomBytes(1000)));
  const read = async () => {
    const refused = () => new RangeError("refused");
    for await (const chunk of gunzip(inOneBuffer(damaged, 4096), refused)) void chunk;
  };
  await expect(read()).rejects.toThrow("refused");
});

it.each([
  ["a byte", 1],
  ["garbage of several steps", 9_000],
])("ends in steps, too, with %s behind the gzip", async (_, size) => {
  const plain = randomBytes(10_000);
  const packed = concatBytes([await pack(plain), new Uint8Array(size).fill(7)]);
  const chunks: Uint8Array[] = [];
  const read = async () => {
    for await (const chunk of gunzipInSteps(packed, () => new RangeError("refused"))) {
      chunks.push(chunk.slice());
    }
  };
  await Promise.allSettled([read()]);
  const found = concatBytes(chunks);
  // The step with the fault is lost.
  expect(found.length).toBeGreaterThan(plain.length - 4096);
  expect(found).toEqual(plain.subarray(0, found.length));
});

it("ends in steps wherever the gzip is damaged", async () => {
  const packed = await pack(randomBytes(20_000));
  for (let at = 0; at < packed.length; at += 97) {
    const damaged = packed.slice();
    damaged.fill(0xa5, at, at + 64);
    const read = async () => {
      for await (const chunk of gunzipInSteps(damaged, () => new RangeError("refused"))) void chunk;
    };
    await expect(read()).rejects.toThrow("refused");
  }
});
