import { describe, expect, it } from "vitest";
import { measureTraps, summariseTraps } from "../../scripts/model/measure-traps.ts";
import { shippedRelease } from "../../scripts/model/shipped.ts";
import { showTraps } from "../../scripts/model/show-traps.ts";
import { readTraps, TRAP_SHAPES, type TrapItem } from "../../scripts/model/traps.ts";

const items = readTraps();
const sentences = items.filter(({ kind }) => kind === "sentence");
const passages = items.filter(({ kind }) => kind === "passage");

const itemOf = (given: Partial<TrapItem>): TrapItem => ({
  id: "plain-01",
  kind: "sentence",
  shape: "plain",
  language: "en",
  text: "They came.",
  techniques: [],
  ...given,
});

describe("the set of traps", () => {
  it("has each id and each text once", () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
  });

  it("names only techniques that are active in the shipped release, each once an item", () => {
    const { techniques } = shippedRelease();
    const wrong = items.flatMap(({ id, techniques: right, acceptable = [] }) => {
      const named = [...right, ...acceptable];
      const unknown = named.filter((attackId) => !techniques.has(attackId));
      const twice = named.filter((attackId, at) => named.indexOf(attackId) !== at);
      return [...unknown, ...twice].map((attackId) => `${id}: ${attackId}`);
    });
    expect(wrong).toEqual([]);
  });

  it("asks for no parent beside its sub-technique", () => {
    const both = items.filter(({ techniques }) =>
      techniques.some((id) => id.includes(".") && techniques.includes(id.split(".")[0] ?? "")),
    );
    expect(both.map(({ id }) => id)).toEqual([]);
  });

  it("is as large as it should be, in every shape and language", () => {
    expect(sentences.length).toBeGreaterThanOrEqual(320);
    expect(passages.length).toBeGreaterThanOrEqual(44);
    const countBy = (of: (item: TrapItem) => string) =>
      [...Map.groupBy(sentences, of)].map(([name, some]) => [name, some.length] as const);
    const shapes = countBy(({ shape }) => shape);
    expect(shapes.map(([shape]) => shape).toSorted()).toEqual(TRAP_SHAPES.toSorted());
    expect(shapes.filter(([, count]) => count < 24)).toEqual([]);
    const languages = countBy(({ language }) => language);
    expect(
      languages
        .map(([language]) => language)
        .toSorted()
        .join(" "),
    ).toBe("de en es fr ru zh");
    expect(languages.filter(([, count]) => count < 8)).toEqual([]);
    for (const item of items) expect(item.shape === "languages").toBe(item.language !== "en");
  });

  it("has as many sentences that tell of an act as traps, so that silence is no way out", () => {
    const traps = sentences.filter(({ none }) => none === true).length;
    expect(Math.abs(sentences.length - 2 * traps)).toBeLessThanOrEqual(sentences.length / 20);
  });
});

describe("what is measured", () => {
  it("counts right, wrong and missed, and what is acceptable not at all", () => {
    const act = itemOf({ techniques: ["T1059.001", "T1486"], acceptable: ["T1105"] });
    const trap = itemOf({ shape: "advice", none: true });
    const {
      sentences: by,
      all,
      faults,
    } = summariseTraps([
      { item: act, found: ["T1059.003", "T1105", "T1486"] },
      { item: act, found: [] },
      { item: trap, found: ["T1021.001"] },
      { item: trap, found: [] },
    ]);
    expect(by["plain"]).toMatchObject({ items: 2, traps: 0, acts: 2, silent: 0.5 });
    expect(by["plain"]?.techniques).toEqual({ precision: 1 / 2, recall: 1 / 4, f1: 1 / 3 });
    expect(by["plain"]?.parents).toEqual({ precision: 1, recall: 1 / 2, f1: 2 / 3 });
    expect(by["advice"]).toMatchObject({ traps: 2, acts: 0, false_alarms: 0.5, silent: null });
    expect(all.techniques.precision).toBe(1 / 3);
    expect(faults).toEqual([
      { id: "plain-01", wrong: ["T1059.003"], missed: ["T1059.001"] },
      { id: "plain-01", wrong: [], missed: ["T1059.001", "T1486"] },
      { id: "plain-01", wrong: ["T1021.001"], missed: [] },
    ]);
  });

  it("lets a parent stand for its sub-technique, but not beside it", () => {
    const act = itemOf({ techniques: ["T1059.001"] });
    const { all, faults } = summariseTraps([
      { item: act, found: ["T1059"] },
      { item: act, found: ["T1059", "T1059.001"] },
    ]);
    expect(all.techniques).toEqual({ precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 });
    expect(all.parents).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(faults).toEqual([
      { id: "plain-01", wrong: [], missed: ["T1059.001"] },
      { id: "plain-01", wrong: ["T1059"], missed: [] },
    ]);
  });

  it("is what the service's own analyser answers, shown with a row for each shape", async () => {
    const result = await measureTraps();
    expect(result.all.items).toBe(items.length);
    // Printed ids are found whatever the model makes of the words around them.
    expect(result.sentences["contradiction"]?.silent).toBe(0);
    const rows = showTraps(result).split("\n");
    for (const shape of TRAP_SHAPES) {
      expect(rows.filter((row) => row.startsWith(`${shape} `))).toHaveLength(1);
    }
    expect(rows.find((row) => row.startsWith("advice"))).toMatch(
      /^advice +\| +\d+ +0 \|(?: +–){3} \|(?: +–){3} \| +\d+\.\d +–$/,
    );
  });
});
