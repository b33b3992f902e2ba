import { describe, expect, it } from "vitest";
import { type KeyedRow, keyedChunks } from "../../../src/platform/d1/keyed-chunks.ts";

const read = (rows: readonly KeyedRow[]) =>
  [...keyedChunks(rows)].map(({ keys, rows: list }) => ({
    keys: JSON.parse(keys) as object[],
    rows: JSON.parse(list) as [number | null, ...unknown[]][],
  }));

/** D1 takes parameters of 2,000,000 bytes. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe("rows with the places of their keys", () => {
  it("name a key once, however many share it and wherever they stand", () => {
    const one = { id: "one" };
    const two = { id: "two" };
    const rows = [
      { key: one, values: ["a", 1] },
      { key: two, values: ["b", 2] },
      { key: null, values: ["c", null] },
      { key: one, values: ["d", 4] },
    ];
    expect(read(rows)).toEqual([
      {
        keys: [one, two],
        rows: [
          [0, "a", 1],
          [1, "b", 2],
          [null, "c", null],
          [0, "d", 4],
        ],
      },
    ]);
  });

  it("are none where there is nothing", () => {
    expect(read([])).toEqual([]);
  });

  it.each(["x", "\u20ac", "\u0001", '"'])(
    "fit into the parameters of D1, whatever they hold: %j",
    (character) => {
      const key = { id: character.repeat(1_000) };
      const rows = Array.from({ length: 3_000 }, (_, i) => ({
        key: i % 2 === 0 ? key : { id: character.repeat(500) },
        values: [i, character.repeat(1_000)],
      }));
      const chunks = [...keyedChunks(rows)];
      expect(chunks.length).toBeGreaterThan(1);
      for (const { keys, rows: list } of chunks) {
        expect(bytesOf(keys)).toBeLessThan(2_000_000);
        expect(bytesOf(list)).toBeLessThan(2_000_000);
      }
      const back = read(rows).flatMap((chunk) =>
        chunk.rows.map(([place, i]) => [i, place === null ? null : chunk.keys[place]]),
      );
      expect(back).toEqual(rows.map((row, i) => [i, row.key]));
    },
  );
});
