import { describe, expect, it } from "vitest";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { createServiceReaders } from "../../src/readers/service-readers.ts";
import { READER_LIMITS } from "../support/node/reader-client.ts";

const object = JSON.stringify({ values: [{ outcome: "ignored" }] });
const failure = JSON.stringify({ failure: { code: "not_stix", detail: "No bundle." } });

/** Reads a bundle from a program that answers these chunks, and then ends or loses the connection. */
async function readFrom(chunks: readonly string[], isLost = false) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      if (isLost) controller.error(new Error("Network connection lost."));
      else controller.close();
    },
  });
  const readers = createServiceReaders(
    { fetch: async () => await Promise.resolve(new Response(body)) },
    READER_LIMITS,
  );
  async function* open() {
    yield new Uint8Array();
  }
  const sent = { key: "k", filename: null };
  let count = 0;
  for await (const _ of readers.stix("somebody", open, new KnownNames([]), sent)) count += 1;
  return count;
}

describe("a program of readers that ends while it reads", () => {
  it.each([
    ["before the first object", [], false],
    ["between objects", [`${object}\n`], false],
    ["within an object", [`${object}\n`, object.slice(0, 12)], false],
    ["with its connection", [`${object}\n`], true],
  ])("asks to send it again: %s", async (_, chunks, isLost) => {
    await expect(readFrom(chunks, isLost)).rejects.toMatchObject({
      code: "starting",
      message: expect.stringMatching(/was restarted .* send it again/),
      headers: { "Retry-After": "5" },
    });
  });

  it("is another matter than a reader that fails, or ends", async () => {
    await expect(readFrom([`${object}\n${failure}\n`])).rejects.toMatchObject({ code: "not_stix" });
    expect(await readFrom([`${object}\n${JSON.stringify({ end: true })}\n`])).toBe(1);
  });
});
