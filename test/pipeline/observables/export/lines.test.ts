import { describe, expect, it } from "vitest";
import { mispLines } from "../../../../src/pipeline/observables/export/misp-lines.ts";
import { plainLines } from "../../../../src/pipeline/observables/export/plain-lines.ts";
import { stixLines } from "../../../../src/pipeline/observables/export/stix-lines.ts";
import type { Observable } from "../../../../src/pipeline/observables/store.ts";
import type { StixBundle } from "../../../../src/sharing/exports/stix/bundle.ts";

const NOW = "2026-03-01T00:00:00.000Z";
const ROW: Observable = {
  id: "0",
  kind: "domain",
  value: "evil.com",
  normalized_value: "evil.com",
  origin: "extracted",
  role: "indicator",
  confidence: 50,
  tags: [],
  confirmed_by: null,
  decided_by: null,
  first_seen_at: "2026-01-01T00:00:00.000Z",
  last_seen_at: "2026-02-01T00:00:00.000Z",
  created_at: "2026-11-22T08:15:00.000Z",
  expires_at: "2026-04-01T00:00:00.000Z",
  report_ids: [],
  session_ids: [],
};

async function* rows(...changes: Partial<Observable>[]): AsyncGenerator<Observable> {
  for (const change of changes) yield { ...ROW, ...change };
}

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

async function attributeOf(change: Partial<Observable>): Promise<Record<string, unknown>> {
  const text = await whole(mispLines(rows(change), "id", NOW));
  const { Event: event } = JSON.parse(text) as { Event: { Attribute: Record<string, unknown>[] } };
  return event.Attribute[0] ?? {};
}

describe("an attribute of an exported event", () => {
  it.each<[Partial<Observable>, boolean]>([
    [{}, true],
    [{ confidence: 49 }, false],
    [{ role: "mentioned", confidence: 100 }, false],
    [{ role: "host" }, false],
    [{ expires_at: "2026-02-28T00:00:00.000Z" }, false],
    [{ expires_at: null }, true],
  ])("%j is for detection: %s", async (change, isMarked) => {
    expect(await attributeOf(change)).toMatchObject({ to_ids: isMarked });
  });

  it("says of a type that MISP does not have what it is, and never was seen last before first", async () => {
    expect(
      await attributeOf({
        kind: "ja4",
        value: "t13d1516h2_8daaf6152771_b186095e22b6",
        normalized_value: "t13d1516h2_8daaf6152771_b186095e22b6",
        last_seen_at: "2025-01-01T00:00:00.000Z",
      }),
    ).toMatchObject({
      type: "other",
      category: "Other",
      comment: "ja4, role indicator, confidence 50",
      first_seen: "2026-01-01T00:00:00.000Z",
      last_seen: "2026-01-01T00:00:00.000Z",
    });
  });
});

describe("an exported bundle", () => {
  const path = (value: string): Partial<Observable> => ({
    kind: "file_path",
    role: "victim",
    value,
    normalized_value: value.toLowerCase(),
  });

  it("has each object once, behind what it refers to", async () => {
    const given = rows(path("/opt/A"), path("/opt/b"), { kind: "mutex", value: "M" });
    const { objects } = JSON.parse(await whole(stixLines(given, "id"))) as StixBundle;
    expect(objects.map(({ type }) => type)).toEqual([
      "identity",
      "directory",
      "file",
      "file",
      "mutex",
      "observed-data",
      "indicator",
      "relationship",
    ]);
    expect(objects[2]).toMatchObject({ name: "A", parent_directory_ref: objects[1]?.id });
  });

  it("defines our own objects before the first of them", async () => {
    const own = { kind: "misp:jarm-fingerprint", role: "tool_site" } as const;
    const given = rows({ ...own, value: "2ad", normalized_value: "2ad" }, { ...own });
    const { objects } = JSON.parse(await whole(stixLines(given, "id"))) as StixBundle;
    const [, definition, first, second, ...more] = objects;
    expect(definition).toMatchObject({ type: "extension-definition" });
    expect([first?.type, second?.type]).toEqual(Array(2).fill("x-tradecraft-observable"));
    expect(Object.keys(first?.["extensions"] ?? {})).toEqual([definition?.id]);
    expect(more).toEqual([]);
  });

  it("has no indicator that ends before it begins", async () => {
    const given = rows({ expires_at: ROW.first_seen_at, last_seen_at: "2025-01-01T00:00:00.000Z" });
    const { objects } = JSON.parse(await whole(stixLines(given, "id"))) as StixBundle;
    const indicator = objects.find(({ type }) => type === "indicator");
    expect(indicator).not.toHaveProperty("valid_until");
    expect(indicator).toMatchObject({ valid_from: ROW.first_seen_at, modified: ROW.created_at });
  });

  it("was not changed before it was made, and refers to what it is based on", async () => {
    const old = {
      first_seen_at: "2020-01-01T00:00:00.000Z",
      last_seen_at: "2020-02-01T00:00:00.000Z",
    };
    const given = rows({ ...old, created_at: "2020-03-01T00:00:00.000Z" });
    const { objects } = JSON.parse(await whole(stixLines(given, "id"))) as StixBundle;
    const made = objects.filter((object) => "created" in object);
    expect(made.map(({ type }) => type)).toContain("relationship");
    for (const { created, modified } of made)
      expect(String(modified) >= String(created)).toBe(true);
    const [domain, observed, indicator, based] = objects.slice(1);
    expect(observed).toMatchObject({
      object_refs: [domain?.id],
      first_observed: old.first_seen_at,
      last_observed: old.last_seen_at,
    });
    expect(based).toMatchObject({
      source_ref: indicator?.id,
      relationship_type: "based-on",
      target_ref: observed?.id,
    });
  });
});

describe("an exported list", () => {
  it("has one line for each value, whatever it holds", async () => {
    const own = { kind: "misp:text" as const, value: "a\r\nb", normalized_value: "a\r\nb" };
    expect(await whole(plainLines(rows(own, {}), true))).toBe("a b\nevil[.]com\n");
  });
});
