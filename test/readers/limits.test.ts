import { describe, expect, it } from "vitest";
import { parseSettings } from "../../src/settings.ts";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { edgeLimits, selfHostedLimits } from "../../src/readers/limits.ts";
import { createLocalReaders } from "../../src/readers/local-readers.ts";
import type { Readers } from "../../src/readers/readers.ts";

const SENT = { key: "k", filename: null };

const settings = parseSettings({});
const limits = edgeLimits(settings);
const readers = createLocalReaders(limits);
const names = new KnownNames([]);

const utf8 = (text: string) => new TextEncoder().encode(text);
const page = (text: string) => ({ bytes: utf8(text), contentType: "" });
const source = (text: string) =>
  async function* open() {
    yield utf8(text);
  };
const matrix = (text: string) => (r: Readers) =>
  drain(r.matrix("a", source(text), names, { version: null, key: "k", withRelease: true }));

async function drain(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe("in an isolate a reader refuses, and names the limit", () => {
  const { document, html, feed, navigator, stix, yaml } = limits;
  it.each<[string, (r: Readers) => Promise<unknown>, string]>([
    [
      "a document",
      (r) => r.document("a", { bytes: new Uint8Array(document.maxBytes + 1), filename: "a.pdf" }),
      "The document is larger than the limit of 10 MiB.",
    ],
    ["a page", (r) => r.html("a", page("a".repeat(html.maxBytes + 1))), "larger than the limit of"],
    ["a page", (r) => r.html("a", page("<".repeat(html.maxTags + 1))), `${html.maxTags} tags`],
    [
      "a feed",
      (r) => r.feed("a", page("a".repeat(feed.maxBytes + 1)), "https://x.example/"),
      "larger than the limit of 5 MiB",
    ],
    [
      "a feed",
      (r) => r.feed("a", page("<".repeat(feed.maxTags + 1)), "https://x.example/"),
      `more than ${feed.maxTags} tags`,
    ],
    [
      "a layer",
      (r) => r.navigator("a", utf8(`[${"1,".repeat(navigator.maxValues)}1]`)),
      `more than ${navigator.maxValues} values`,
    ],
    ["a layer", (r) => r.navigator("a", utf8("[".repeat(65))), "deeper than 64 levels"],
    ["YAML", matrix("a".repeat(yaml.maxBytes + 1)), "larger than the limit of"],
    ["YAML", matrix("- a\n".repeat(yaml.maxTokens / 3)), `more than ${yaml.maxTokens} tokens`],
    [
      "a bundle",
      (r) => drain(r.stix("a", source("{".repeat(stix.maxObjects + 1)), names, SENT)),
      `more than ${stix.maxObjects} objects`,
    ],
    ["YAML", matrix("- ".repeat(100)), "deeper than 64 levels"],
    ["YAML", matrix(`a: ${"[".repeat(100)}`), "deeper than 64 levels"],
  ])("%s", async (_, read, why) => {
    await expect(read(readers)).rejects.toThrow(why);
  });

  it("an object of an import that holds too much, and none of its siblings", async () => {
    const wide = `{"type":"note","id":"note--1","x":[${"[],".repeat(250_000)}0]}`;
    const small = '{"type":"campaign","id":"campaign--2","name":"Small"}';
    const bundle = `{"type":"bundle","objects":[${wide},${small}]}`;
    expect(await drain(readers.stix("a", source(bundle), names, SENT))).toMatchObject([
      { pointer: "/objects/0", outcome: "failed", reason: "holds more than 250000 values" },
      { pointer: "/objects/1", outcome: "report" },
    ]);
  });
});

it("never lets a setting go beyond what an isolate bears, nor the other way round", () => {
  const large = parseSettings({ MAX_UPLOAD_BYTES: "900000000", MAX_FEED_BYTES: "1000" });
  expect(edgeLimits(large).document.maxBytes).toBe(limits.document.maxBytes);
  expect(edgeLimits(large).feed.maxBytes).toBe(1000);
  expect(selfHostedLimits(large).document.maxBytes).toBe(900_000_000);
});

it.each([
  ["4 MiB of an object in an isolate", limits, 4],
  ["8 MiB of one in a process", selfHostedLimits(settings), 8],
])("reads %s, and says so of a larger one", async (_, given, mib) => {
  const text = (size: number) => `{"type":"note","id":"note--1","content":"${"a".repeat(size)}"}`;
  const small = '{"type":"campaign","id":"campaign--2","name":"Small"}';
  const read = async (size: number) =>
    await drain(
      createLocalReaders(given).stix(
        "a",
        source(`{"type":"bundle","objects":[${text(size)},${small}]}`),
        names,
        SENT,
      ),
    );
  const size = mib * 1024 * 1024;
  const reason = `is larger than ${mib} MiB`;
  expect(await read(size + 300_000)).toMatchObject([
    { pointer: "/objects/0", outcome: "failed", reason },
    { pointer: "/objects/1", outcome: "report" },
  ]);
  expect(JSON.stringify(await read(size - 100))).not.toContain("is larger than");
});
