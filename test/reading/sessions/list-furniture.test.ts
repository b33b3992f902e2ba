import { expect, it } from "vitest";
import { listFurniture } from "../../../src/reading/sessions/list-furniture.ts";
import type { Block } from "../../../src/text/document/document.ts";

/** Each line is a block; those in brackets are furniture. */
function furnitureOf(lines: readonly string[]) {
  const text = lines.join("\n\n");
  let from = 0;
  const blocks = lines.map((line): Block => {
    const start = text.indexOf(line, from);
    from = start + line.length;
    const kind = line.startsWith("[") ? "furniture" : "paragraph";
    return { kind, start, end: from, source: "inferred" };
  });
  const listed = listFurniture({ text, blocks });
  for (const { evidence, evidence_start: start, evidence_end: end } of listed)
    expect(text.slice(start, end)).toBe(evidence);
  return listed;
}

it("names each line once, the most frequent first, whatever the number of the page", () => {
  const lines = [
    "[Page 1 of 3]",
    "[---]",
    "One.",
    "[Licensed\n to ACME]",
    "Two.",
    "[Page 2 of 3]",
    "[Page 3 of 3]",
  ];
  expect(furnitureOf(lines)).toEqual([
    {
      attack_id: "",
      name: "",
      reason: "furniture",
      evidence: "[Page 1 of 3]",
      evidence_start: 0,
      evidence_end: 13,
      count: 3,
    },
    expect.objectContaining({ evidence: "[Licensed", count: 1 }),
    expect.objectContaining({ evidence: "to ACME]", count: 1 }),
  ]);
});

it("is empty without furniture, and as long as a row of the database allows", () => {
  expect(furnitureOf(["One.", "Two."])).toEqual([]);
  const words = (n: number) =>
    `[${"abcdefghij".charAt(n % 10)}${"k".repeat(n / 10)} ${"long ".repeat(100)}]`;
  const listed = furnitureOf(Array.from({ length: 150 }, (_, n) => words(n)));
  expect(listed).toHaveLength(100);
  for (const { evidence } of listed) expect(evidence.length).toBeLessThanOrEqual(300);
});
