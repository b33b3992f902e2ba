import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { toHex } from "../../../src/platform/lib/to-hex.ts";
import { PART_BYTES, PartStore } from "../../../src/platform/r2/part-store.ts";
import { PartWriter } from "../../../src/platform/r2/part-writer.ts";

const PREFIX = "parts/";
const store = new PartStore(env.FILES, PREFIX);

/** Bytes that differ from place to place. */
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, i) => (i * 31) % 251);
const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  toHex(await crypto.subtle.digest("SHA-256", bytes));
const keys = async () =>
  (await env.FILES.list({ prefix: PREFIX })).objects.map(({ key }) => key.slice(PREFIX.length));

async function writeAll(writer: PartWriter, bytes: Uint8Array, step = 700_001): Promise<void> {
  for (let from = 0; from < bytes.length; from += step) {
    await writer.write(bytes.subarray(from, from + step));
  }
}

async function contentOf(name: string, count: number): Promise<number> {
  let size = 0;
  for await (const chunk of store.read(name, count)) size += chunk.length;
  return size;
}

beforeEach(async () => {
  const { objects } = await env.FILES.list({ prefix: PREFIX });
  if (objects.length > 0) await env.FILES.delete(objects.map(({ key }) => key));
});

describe("parts", () => {
  it("are written, looked at, hashed and joined to the same bytes", async () => {
    const whole = bytesOf(PART_BYTES + 1_000_000);
    const looked: number[] = [];
    const onBytes = (bytes: Uint8Array) => void looked.push(bytes.length);
    const writer = new PartWriter(store, "whole", { onBytes });
    await writeAll(writer, whole);
    expect(await keys()).toEqual(["whole/0001"]);
    expect(writer.rest).toHaveLength(1_000_000);
    const sha256 = await writer.finish();
    expect([writer.size, writer.count, sha256]).toEqual([whole.length, 1, await hashOf(whole)]);
    expect(looked.reduce((sum, size) => sum + size, 0)).toBe(whole.length);
    expect([...(await store.readHead("whole", 4))]).toEqual([...whole.subarray(0, 4)]);
    await writer.join({ key: "joined", sha256 });
    const joined = await (await env.FILES.get("joined"))?.arrayBuffer();
    expect(await hashOf(new Uint8Array(joined ?? new ArrayBuffer()))).toBe(sha256);
    expect(await keys()).toEqual([]);
  });

  it("are none of what fits into memory, which is stored once", async () => {
    const whole = bytesOf(600_000);
    const writer = new PartWriter(store, "small");
    await writeAll(writer, whole);
    const sha256 = await writer.finish();
    await writer.join({ key: "joined-small", sha256, contentEncoding: "gzip" });
    const joined = await env.FILES.get("joined-small");
    expect(joined?.httpMetadata?.contentEncoding).toBe("gzip");
    expect(await hashOf(new Uint8Array((await joined?.arrayBuffer()) ?? []))).toBe(sha256);
    expect(await keys()).toEqual([]);
  });

  it("leave nothing behind when they are given up while one is being stored", async () => {
    const writer = new PartWriter(store, "given-up");
    const written = writeAll(writer, bytesOf(2 * PART_BYTES)).catch(() => undefined);
    while (writer.count === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    await writer.discard();
    await written;
    expect(await keys()).toEqual([]);
  });

  it("are not joined to anything else than was hashed", async () => {
    await store.put("false", 1, bytesOf(10));
    const sha256 = await hashOf(bytesOf(11));
    const join = store.join("false", 1, new Uint8Array(), { key: "never", sha256 });
    await expect(join).rejects.toThrow();
    expect(await env.FILES.head("never")).toBeNull();
  });

  it("resume where they ended, with the same hash", async () => {
    const whole = bytesOf(PART_BYTES + 10);
    await writeAll(new PartWriter(store, "begun", { validator: '"v1"' }), whole);
    const { count, validator } = await store.list("begun");
    expect([count, validator]).toEqual([1, '"v1"']);
    const writer = new PartWriter(store, "begun", { validator });
    await writer.resume(count);
    expect(writer.size).toBe(PART_BYTES);
    await writer.write(whole.subarray(writer.size));
    expect(await writer.finish()).toBe(await hashOf(whole));
  });

  it("count only as an unbroken run of whole ones of one version", async () => {
    const part = bytesOf(PART_BYTES);
    expect(await store.list("run")).toEqual({ count: 0, validator: "" });
    await store.put("run", 1, part, "a");
    await store.put("run", 3, part, "a");
    expect((await store.list("run")).count).toBe(1);
    await store.put("run", 2, part, "b");
    expect((await store.list("run")).count).toBe(1);
    await store.put("run", 2, part.subarray(1), "a");
    expect((await store.list("run")).count).toBe(1);
    await store.put("run", 2, part, "a");
    expect((await store.list("run")).count).toBe(3);
    expect(await contentOf("run", 3)).toBe(3 * PART_BYTES);
    await expect(contentOf("run", 4)).rejects.toThrow("part 4");
  });

  it("leave nothing behind when they are given up", async () => {
    const writer = new PartWriter(store, "given-up");
    await writeAll(writer, bytesOf(PART_BYTES));
    await store.touch("given-up");
    expect(await keys()).toEqual(["given-up/0001", "given-up/alive"]);
    await writer.discard();
    expect(await keys()).toEqual([]);
  });

  it("are abandoned, all of a name at once, when nobody has stored or touched any since", async () => {
    for (const name of ["idle", "touched"]) await store.put(name, 1, bytesOf(1));
    await new Promise((done) => setTimeout(done, 20));
    const between = new Date().toISOString();
    await new Promise((done) => setTimeout(done, 20));
    await store.touch("touched");
    await store.removeAbandoned(between);
    expect(await keys()).toEqual(["touched/0001", "touched/alive"]);
  });
});
