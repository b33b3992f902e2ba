import { describe, expect, it } from "vitest";
import { streamOf } from "../../../src/platform/lib/streams.ts";
import { unpackBody } from "../../../src/platform/lib/unpack-body.ts";

const bodyOf = (text: string) => new Response(text).body ?? new ReadableStream<Uint8Array>();
const packed = (text: string) => bodyOf(text).pipeThrough(new CompressionStream("gzip"));

async function read(body: ReadableStream<Uint8Array>, gzip: boolean): Promise<string> {
  const limits = { maxBytes: 1_000, maxUnpackedBytes: 5_000 };
  return await new Response(
    streamOf(unpackBody(body, { gzip, ...limits, what: "thing", unreadable: "not_stix" })),
  ).text();
}

describe("unpackBody", () => {
  it("passes on what is plain, and unpacks what is not", async () => {
    expect(await read(bodyOf("plain"), false)).toBe("plain");
    expect(await read(packed("a".repeat(5_000)), true)).toHaveLength(5_000);
  });

  it.each([
    ["comes", bodyOf("a".repeat(1_001)), false, "The request body is larger than"],
    ["unpacks", packed("a".repeat(5_001)), true, "The unpacked thing is larger than"],
  ])("refuses what is too large as it %s", async (_, body, gzip, message) => {
    await expect(read(body, gzip)).rejects.toMatchObject({
      code: "body_too_large",
      message: expect.stringContaining(message),
    });
  });

  it("says that a body is not what its Content-Encoding says", async () => {
    await expect(read(bodyOf("no gzip"), true)).rejects.toMatchObject({
      code: "not_stix",
      message: "The body is not what its Content-Encoding says.",
    });
  });

  it("keeps the sender's own failure", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new RangeError("the sender went away")),
    });
    await expect(read(broken, true)).rejects.toThrow("the sender went away");
  });
});
