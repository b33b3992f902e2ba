import { describe, expect, it } from "vitest";
import { gunzip } from "../../../src/platform/lib/gunzip.ts";
import {
  concatBytes,
  formatBytes,
  gatherChunks,
  limitChunks,
  limitStream,
  readUpTo,
  streamOf,
} from "../../../src/platform/lib/streams.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield utf8(text);
}
const textOf = async (stream: ReadableStream<Uint8Array>) => await new Response(stream).text();

it.each([
  [1024 * 1024, "1 MiB"],
  [25 * 1024 * 1024, "25 MiB"],
  [1024 * 1024 + 1, "1048577 bytes"],
  [10, "10 bytes"],
])("formatBytes(%i) is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

describe("a limit on bytes that really come", () => {
  it("lets through what is as large as it, and fails beyond", async () => {
    const limited = (limit: number) =>
      limitStream(streamOf(chunksOf("abc", "def")), limit, "body_too_large", "The body");
    expect(await textOf(limited(6))).toBe("abcdef");
    await expect(textOf(limited(5))).rejects.toMatchObject({
      code: "body_too_large",
      message: "The body is larger than the limit of 5 bytes.",
    });
  });

  it("counts chunks that are read one by one alike", async () => {
    const read = async (limit: number) => {
      const chunks: Uint8Array[] = [];
      const limited = limitChunks(chunksOf("abc", "def"), limit, "body_too_large", "The body");
      for await (const chunk of limited) chunks.push(chunk);
      return new TextDecoder().decode(concatBytes(chunks));
    };
    expect(await read(6)).toBe("abcdef");
    await expect(read(5)).rejects.toMatchObject({ code: "body_too_large" });
  });

  it("holds for what gzip unpacks to, and passes on why the packed bytes failed", async () => {
    const packed = () =>
      streamOf(chunksOf("a".repeat(100_000))).pipeThrough(new CompressionStream("gzip"));
    expect(await textOf(streamOf(gunzip(packed())))).toHaveLength(100_000);
    const unpacked = limitChunks(gunzip(packed()), 99_999, "body_too_large", "It");
    await expect(textOf(streamOf(unpacked))).rejects.toMatchObject({ code: "body_too_large" });
    const cut = gunzip(limitStream(packed(), 10, "body_too_large", "The packed body"));
    await expect(textOf(streamOf(cut))).rejects.toMatchObject({
      message: "The packed body is larger than the limit of 10 bytes.",
    });
    await expect(textOf(streamOf(gunzip(chunksOf("no gzip"))))).rejects.toThrow();
  });
});

describe("gatherChunks", () => {
  it.each([
    [
      ["ab", "c", "defgh", "i"],
      ["abc", "defgh", "i"],
    ],
    [
      ["abcd", "e"],
      ["abcd", "e"],
    ],
    [
      ["a", "bcde"],
      ["abc", "de"],
    ],
    [[], []],
  ])("gathers %j to %j", async (chunks, gathered) => {
    const found: string[] = [];
    for await (const chunk of gatherChunks(chunksOf(...chunks), 3)) {
      found.push(new TextDecoder().decode(chunk));
    }
    expect(found).toEqual(gathered);
  });
});

describe("readUpTo", () => {
  it("reads all of a small stream, and of nothing nothing", async () => {
    const { bytes, complete } = await readUpTo(streamOf(chunksOf("ab", "c")).getReader(), 3);
    expect([new TextDecoder().decode(bytes), complete]).toEqual(["abc", true]);
    expect(await readUpTo(null, 3)).toEqual({ bytes: new Uint8Array(), complete: true });
  });

  it("stops beyond its limit, and lets go of the stream", async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(utf8("abc")),
      cancel: () => void (isCancelled = true),
    });
    const { bytes, complete } = await readUpTo(endless.getReader(), 7);
    expect([bytes.length, complete, isCancelled]).toEqual([9, false, true]);
  });

  it("ends with what its listener throws", async () => {
    const refuse = () => {
      throw new Error("no room");
    };
    await expect(readUpTo(streamOf(chunksOf("a")).getReader(), 3, refuse)).rejects.toThrow(
      "no room",
    );
  });
});
