import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { concatBytes, openChunkReader } from "../../../src/platform/lib/streams.ts";

/** Reads a stream to its end. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const reader = openChunkReader(stream);
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}

/** A stream of bytes as the runtime gives them to a Worker. */
function bytesOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const { readable, writable } = new FixedLengthStream(size);
  void (async () => {
    const writer = writable.getWriter();
    for (const part of parts) await writer.write(part);
    await writer.close();
  })();
  return readable;
}

it("reads a large body in few pieces", async () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251);
  await env.FILES.put("large", bytes);
  const stored = await env.FILES.get("large");
  const chunks = await readAll(stored?.body ?? new ReadableStream());
  expect(chunks.length).toBeLessThan(20);
  expect(concatBytes(chunks)).toEqual(bytes);
});

it("returns what has arrived, in memory of its own size", async () => {
  const parts = ["a", "bc", "def"].map((text) => new TextEncoder().encode(text));
  const chunks = await readAll(bytesOf(parts));
  expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual(["a", "bc", "def"]);
  expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual([1, 2, 3]);
});

it("reads a stream that is not one of bytes", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Uint8Array.of(1, 2));
      controller.close();
    },
  });
  expect(await readAll(stream)).toEqual([Uint8Array.of(1, 2)]);
});
