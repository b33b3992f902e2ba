import { describe, expect, it } from "vitest";
import { readBundle } from "../../../src/formats/stix/read-bundle.ts";

const encoder = new TextEncoder();

function streamOf(text: string | Uint8Array, chunkSize: number): ReadableStream<Uint8Array> {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(from, from + chunkSize));
      from += chunkSize;
    },
  });
}

async function read(text: string | Uint8Array, chunkSize = 64 * 1024) {
  const objects = [];
  for await (const part of readBundle(streamOf(text, chunkSize))) objects.push(...part);
  return objects;
}

const tricky = {
  type: "bundle",
  id: "bundle--1",
  extensions: { objects: [{ type: "not", id: "this" }], note: '"objects": [' },
  objects: [
    { type: "a", id: "a--1", text: 'braces } ] { [ and \\" quotes \\\\ "' },
    {
      type: "b",
      id: "b--2",
      nested: { objects: [{ type: "x", id: "y" }] },
      много: "текст 漢字 😀",
    },
    { type: "c", id: "c--3" },
  ],
  custom: [1, [2, [3]]],
};

it("lets others run while it reads", async () => {
  const object = JSON.stringify({ type: "tool", id: "tool--1", text: "x".repeat(10_000) });
  const objects = Array.from({ length: 200 }, () => object).join(",");
  const bundle = new TextEncoder().encode(`{"type":"bundle","objects":[${objects}]}`);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setTimeout(count, 0);
  };
  setTimeout(count, 0);
  let found = 0;
  const whole = (async function* whole() {
    yield bundle;
  })();
  for await (const part of readBundle(whole)) found += part.length;
  isOver = true;
  expect(found).toBe(200);
  expect(turns).toBeGreaterThanOrEqual(5);
});

describe("readBundle", () => {
  it.each([1, 2, 3, 7, 64, 100_000])(
    "reads the same objects in chunks of %i bytes",
    async (size) => {
      for (const text of [JSON.stringify(tricky), `\uFEFF${JSON.stringify(tricky, null, 2)}\n`]) {
        expect(await read(text, size)).toEqual(tricky.objects);
      }
    },
  );

  it("finds type and objects in either order", async () => {
    const text = '{"objects":[{"type":"a","id":"a--1"}],"id":"b","type":"bundle"}';
    expect(await read(text)).toHaveLength(1);
  });

  it.each([
    ["", /it needs "type"/],
    ["[]", /it needs "type"/],
    ["<html></html>", /it needs "type"/],
    ['{"type":"bundle"}', /it needs "type"/],
    ['{"type":"report","objects":[]}', /it needs "type"/],
    ['{"type":"bundle","objects":{}}', /it needs "type"/],
    ['{"type":"bundle","objects":[{"type":"a","id":"1"}', /cut short after object 1/],
    ['{"type":"bundle","objects":[{"type":"a","id":"1"},{"type":"b"', /cut short after object 1/],
    [
      '{"type":"bundle","objects":[{"type":"a","id":"1"},{"id":"2"}]}',
      /\/objects\/1 has no STIX type/,
    ],
    ['{"type":"bundle","objects":[{"type":"a" "id":"1"}]}', /\/objects\/0 is not valid JSON/],
    ['{"type":"bundle","objects":[1]}', /\/objects\/0 is no object/],
    ['{"type":"bundle","objects":["a"]}', /\/objects\/0 is no object/],
    ['{"type":"bundle","objects":[]}{"type":"bundle","objects":[]}', /it needs "type"/],
  ])("refuses %s", async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code: "not_stix" });
    await expect(read(text)).rejects.toThrow(message);
  });

  it("refuses what is not UTF-8", async () => {
    const bytes = encoder.encode('{"type":"bundle","objects":[{"type":"a","id":"?"}]}');
    bytes[bytes.indexOf("?".charCodeAt(0))] = 0xff;
    await expect(read(bytes)).rejects.toThrow(/not UTF-8 at \/objects\/0/);
  });
});
