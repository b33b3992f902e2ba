import { describe, expect, it } from "vitest";
import { KnownNames } from "../../../../../src/pipeline/imports/known-names.ts";
import type { Imported, SentFile } from "../../../../../src/pipeline/imports/readers/imported.ts";
import { readStix } from "../../../../../src/pipeline/imports/readers/stix/read-stix.ts";
import { smallRelease } from "../../../../support/small-release.ts";

type Json = Record<string, unknown>;
const NAMES = new KnownNames([smallRelease()]);
const UNNAMED: SentFile = { key: "0123456789abcdef", filename: null };

const indicator = (n: number, more: Json = {}): Json => ({
  type: "indicator",
  id: `indicator--${n}`,
  name: "Indicator",
  pattern: `[domain-name:value = 'host-${n}.badnet.xyz']`,
  ...more,
});
const report = (n: number, refs: string[], more: Json = {}): Json => ({
  type: "report",
  id: `report--${n}`,
  name: `Report ${n}`,
  object_refs: refs,
  ...more,
});
const identity = { type: "identity", id: "identity--1", name: "Unit lab" };
const madeBy = { created_by_ref: "identity--1", created: "2026-01-02T03:04:05Z" };

async function read(objects: Json[], sent = UNNAMED, more: Json = {}): Promise<Imported[]> {
  const bytes = new TextEncoder().encode(JSON.stringify({ type: "bundle", ...more, objects }));
  const found: Imported[] = [];
  const open = async function* open() {
    yield bytes;
  };
  for await (const one of readStix(open, NAMES, sent)) found.push(one);
  return found;
}

const reportsOf = (found: Imported[]) =>
  found.flatMap((one) => (one.outcome === "report" ? [one.report] : []));
const attachedOf = (found: Imported[]) =>
  found.flatMap((one) => (one.outcome === "attached" ? [[one.id, one.to]] : []));

describe("what no report of a bundle refers to", () => {
  it("belongs to one report, whatever its type", async () => {
    const found = await read([
      indicator(1),
      indicator(2, { pattern: "[domain-name:value MATCHES 'x']" }),
      { type: "observed-data", id: "observed-data--1", objects: { 0: { type: "mutex" } } },
      { type: "ipv4-addr", id: "ipv4-addr--1", value: "185.10.11.12" },
      { type: "mutex", id: "mutex--1" },
    ]);
    expect(reportsOf(found)).toMatchObject([
      {
        title: "STIX bundle 0123456789ab",
        foreign_key: "stix:loose:0123456789abcdef",
        summary:
          "No report, note or grouping of the bundle refers to these objects: 2 indicator, 1 observed-data, 2 cyber-observable.",
      },
    ]);
    expect(attachedOf(found)).toEqual(
      ["indicator--1", "indicator--2", "observed-data--1", "ipv4-addr--1"].map((id) => [
        id,
        "stix:loose:0123456789abcdef",
      ]),
    );
    expect(found.at(-1)).toMatchObject({ id: "mutex--1", outcome: "ignored" });
  });

  it("is told apart from what one refers to, before or after it", async () => {
    const grouping = { ...report(2, ["indicator--2"]), type: "grouping", id: "grouping--1" };
    const note = { type: "note", id: "note--1", content: "A word", object_refs: ["indicator--3"] };
    const found = await read([
      report(1, ["indicator--1"]),
      indicator(1),
      indicator(2),
      indicator(3),
      indicator(4),
      grouping,
      note,
    ]);
    expect(attachedOf(found)).toEqual([
      ["indicator--1", "stix:report--1"],
      ["indicator--2", "stix:grouping--1"],
      ["indicator--3", "stix:note--1"],
      ["indicator--4", "stix:loose:0123456789abcdef"],
    ]);
  });

  it("makes no report where there is none of it, or nothing of it can be read", async () => {
    const found = await read([
      report(1, ["indicator--1"]),
      indicator(1),
      indicator(2, { pattern: "x" }),
    ]);
    expect(reportsOf(found).map(({ title }) => title)).toEqual(["Report 1"]);
    expect(found.at(-1)).toMatchObject({ outcome: "failed", id: "indicator--2" });
  });

  it.each<[string, SentFile, Json, Json[], string]>([
    [
      "its own name",
      UNNAMED,
      { name: "Feed of Monday" },
      [identity, indicator(1, madeBy)],
      "Feed of Monday",
    ],
    [
      "file, producer and date",
      { ...UNNAMED, filename: "feed.json" },
      { name: "Indicators" },
      [identity, indicator(1, madeBy)],
      "feed from Unit lab, 2026-01-02",
    ],
    [
      "what there is of them, with its hash",
      { ...UNNAMED, filename: "feed.json" },
      {},
      [indicator(1)],
      "feed 0123456789ab",
    ],
    [
      "producer and date, with its hash",
      UNNAMED,
      {},
      [identity, indicator(1, madeBy)],
      "STIX bundle 0123456789ab from Unit lab, 2026-01-02",
    ],
  ])("is called by %s", async (_, sent, more, objects, title) => {
    expect(reportsOf(await read(objects, sent, more))).toMatchObject([{ title }]);
  });

  it("brings its dates, techniques, groups and descriptions, the same words once", async () => {
    const said = { ...madeBy, description: "Seen with T1086 by APT28." };
    const uses = {
      type: "relationship",
      id: "relationship--1",
      source_ref: "indicator--2",
      target_ref: "attack-pattern--1",
    };
    const found = await read([
      uses,
      indicator(1, said),
      indicator(2, { ...said, modified: "2026-03-04T00:00:00Z" }),
      identity,
      { type: "attack-pattern", id: "attack-pattern--1", name: "Phishing" },
    ]);
    const loose = reportsOf(found).find(({ foreign_key: key }) => key.startsWith("stix:loose"));
    expect(loose).toMatchObject({
      publisher: "Unit lab",
      published_at: "2026-03-04T00:00:00.000Z",
      technique_ids: ["T1059.001", "T1566"],
      group_ids: ["G0007"],
      text: "Indicator\nSeen with T1086 by APT28.",
    });
  });
});
