import { describe, expect, it } from "vitest";
import { CATALOGUE, SOURCES } from "../../../src/detection/catalogue/catalogue.ts";
import { catalogueSchema } from "../../../src/detection/catalogue/file-schema.ts";
import { kindOf, STARTS } from "../../../src/detection/catalogue/starts.ts";

describe("the catalogue of log sources", () => {
  it("has the form that its schema says", () => {
    expect(catalogueSchema.safeParse(CATALOGUE).error?.issues ?? []).toEqual([]);
  });

  it("uses every list of fields, and no other", () => {
    const entries = CATALOGUE.sources.flatMap((source) => [
      source,
      source.start,
      ...(source.events ?? []).flatMap((events) => [events, events.start]),
    ]);
    const used = new Set(entries.flatMap((entry) => entry?.fields ?? []));
    // Channels of the Windows event log have these unless they say others.
    used.add("windows");
    expect([...used].sort()).toEqual(Object.keys(CATALOGUE.fields).sort());
  });

  it.each(["tables", "data_models", "eql_categories"] as const)(
    "names each of its %s once",
    (kind) => {
      const places = CATALOGUE.sources.flatMap((source) => [
        ...(source[kind] ?? []),
        ...(source.events ?? []).flatMap((events) => events[kind] ?? []),
      ]);
      expect(places).toEqual([...new Set(places)]);
    },
  );

  it.each(["datasets", "providers"] as const)("names each of its %s once", (kind) => {
    const names = CATALOGUE.sources.flatMap((source) => source[kind] ?? []);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has a start for each kind of a technique", () => {
    const kinds = new Set(STARTS.map(({ kind }) => kind));
    const wanted = [...Object.keys(CATALOGUE.techniques), ...Object.values(CATALOGUE.tactics)];
    expect(wanted.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("ends with the entry that fits every name", () => {
    expect(SOURCES.at(-1)?.names).toEqual(["*"]);
  });

  it.each([
    ["T1059.001", "execution", "script"],
    ["T1059.003", "execution", "process"],
    // Follows its technique, a technique its first tactic.
    ["T1566.001", "initial-access", "email"],
    ["T1132", "command-and-control", "network"],
  ])("%s of %s is shown by %s", (id, tactic, kind) => expect(kindOf(id, [tactic])).toBe(kind));
});
