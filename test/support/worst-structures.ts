import type { StructureReader } from "../../scripts/bench/worst/readers.ts";
import { JsonCutter } from "../../src/formats/json/json-cutter.ts";
import { idInName } from "../../src/pipeline/imports/id-in-name.ts";
import type { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import type { Imported, JsonSource } from "../../src/pipeline/imports/readers/imported.ts";
import { readMatrix } from "../../src/pipeline/imports/readers/ml-matrix/read-matrix.ts";
import { toRelease } from "../../src/pipeline/imports/readers/ml-matrix/to-release.ts";
import { readEvents } from "../../src/pipeline/imports/readers/sharing-events/read-events.ts";
import { readStix } from "../../src/pipeline/imports/readers/stix/read-stix.ts";
import { readNavigator } from "../../src/sharing/layers/navigator/read-navigator.ts";
import { writeNavigator } from "../../src/sharing/layers/navigator/write-navigator.ts";

/** No release is open: what names lead to is not what is measured. */
const NAMES = {
  technique: (id: string) => id,
  techniqueNamed: () => null,
  group: () => null,
  main: null,
} as unknown as KnownNames;

const id = (type: string, n: number) => `${type}--${n}`;
const bundle = (objects: unknown[]) => JSON.stringify({ type: "bundle", objects });
const many = <T>(parts: number, make: (n: number) => T) =>
  Array.from({ length: parts }, (_, n) => make(n));
const relationship = (n: number, source: string, target: string) => ({
  type: "relationship",
  id: id("relationship", n),
  source_ref: source,
  target_ref: target,
});

function open(text: string): JsonSource {
  const bytes = new TextEncoder().encode(text);
  return async function* () {
    yield bytes;
  };
}

async function drain(found: AsyncIterable<Imported>): Promise<number> {
  let n = 0;
  for await (const _ of found) n += 1;
  return n;
}

const SENT = { key: "bench", filename: null };
const readBundle = async (text: string) => await drain(readStix(open(text), NAMES, SENT));
const readMisp = async (text: string) => await drain(readEvents(open(text), NAMES));
const event = (more: object) => JSON.stringify({ Event: { info: "i", uuid: "u", ...more } });

/** Indicators around one tool that indicators and many others are tied to, and no report. */
const hub = (parts: number) =>
  bundle([
    ...many(parts, (n) => ({ type: "indicator", id: id("indicator", n), pattern: "[a:b = 'c']" })),
    ...many(parts, (n) => relationship(n, id("indicator", n), "tool--1")),
    ...many(parts, (n) => relationship(parts + n, "tool--1", id("tool", n + 2))),
  ]);

/** Reports that all name one campaign, which uses one technique again and again. */
const techniques = (parts: number) =>
  bundle([
    ...many(parts, (n) => ({
      type: "note",
      id: id("note", n),
      object_refs: ["campaign--1"],
      content: `n${n}`,
    })),
    ...many(parts, (n) => relationship(n, "campaign--1", "attack-pattern--1")),
    {
      type: "attack-pattern",
      id: "attack-pattern--1",
      external_references: [{ source_name: "mitre-attack", external_id: "T1059" }],
    },
  ]);

const layer = (parts: number) =>
  JSON.stringify({
    name: "l",
    versions: { layer: "4.5" },
    techniques: many(parts, (n) => ({
      techniqueID: `T${1000 + (n % 9000)}`,
      tactic: `t${n}`,
      showSubtechniques: true,
    })),
  });

const oneTechnique = (parts: number) =>
  JSON.stringify({
    name: "l",
    versions: { layer: "4.5" },
    techniques: many(parts, (n) => ({ techniqueID: "T1059", tactic: `t${n}`, score: n })),
  });

async function readLayer(text: string): Promise<unknown> {
  const read = readNavigator(JSON.parse(text) as Parameters<typeof readNavigator>[0]);
  return writeNavigator({ ...read, version: "18.1", technique_ids: [...read.technique_ids] });
}

const study = (parts: number) => {
  const listed = many(
    parts,
    (n) => `AML.T${1000 + (n % 9000)}.${String(n % 999).padStart(3, "0")}`,
  );
  return JSON.stringify({
    version: "5.0.0",
    techniques: listed.map((one) => ({ id: one, name: one })),
    "case-studies": [
      { id: "AML.CS0001", name: "s", procedure: listed.map((technique) => ({ technique })) },
    ],
  });
};

async function readStudy(text: string): Promise<unknown> {
  const { parts } = await readMatrix(open(text), false);
  return toRelease(parts, "5.0.0");
}

const readYaml = async (text: string) =>
  await readMatrix(open(text), true).catch((error: unknown) => error);

async function cut(text: string): Promise<unknown> {
  return new JsonCutter((path) => path.length === 2).push(new TextEncoder().encode(text));
}

/** Every reader of foreign structures, by its worst case. */
export const STRUCTURE_READERS: Readonly<Record<string, StructureReader>> = {
  "STIX: one hub": { parts: 4_000, make: hub, read: readBundle },
  "STIX: one campaign's techniques": { parts: 4_000, make: techniques, read: readBundle },
  "events: a tag of letters": {
    parts: 40_000,
    make: (parts) => event({ Tag: [{ name: `${"A".repeat(parts)}!` }] }),
    read: readMisp,
  },
  "events: attributes": {
    parts: 10_000,
    make: (parts) =>
      event({ Attribute: many(parts, (n) => ({ type: "domain", value: `h${n}.xyz` })) }),
    read: readMisp,
  },
  "Navigator: expanding entries": { parts: 10_000, make: layer, read: readLayer },
  "Navigator: one technique": { parts: 10_000, make: oneTechnique, read: readLayer },
  "matrix: steps of one study": { parts: 5_000, make: study, read: readStudy },
  "matrix: YAML of list marks": { parts: 30_000, make: (n) => "- a\n".repeat(n), read: readYaml },
  "matrix: YAML of errors": { parts: 30_000, make: (n) => "}".repeat(n), read: readYaml },
  "technique in a name": {
    parts: 500_000,
    make: (n) => " - (".repeat(n),
    read: async (text) => idInName(text),
  },
  "JSON: small values": {
    parts: 100_000,
    make: (n) => JSON.stringify({ objects: many(n, () => 1) }),
    read: cut,
  },
};
