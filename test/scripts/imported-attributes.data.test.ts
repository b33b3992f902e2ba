import { expect, it } from "vitest";
import type { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import {
  addAttributes,
  type AttributeCounts,
  noAttributes,
} from "../../src/pipeline/imports/readers/attribute-counts.ts";
import type { Imported } from "../../src/pipeline/imports/readers/imported.ts";
import { readEvents } from "../../src/pipeline/imports/readers/sharing-events/read-events.ts";
import { readStix } from "../../src/pipeline/imports/readers/stix/read-stix.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData, readDataJson } from "../support/node/real-data.ts";

/** What an independent script read in each file. */
interface Entry {
  attributes?: number;
  object_attributes?: number;
  types?: Record<string, number>;
}

const NO_NAMES = {
  main: { groups: [], techniques: [] },
  techniques: () => [],
  techniqueNamed: () => null,
  group: () => null,
} as unknown as KnownNames;

async function readAll(kind: "misp" | "stix", bytes: Uint8Array) {
  const open = async function* open() {
    yield bytes;
  };
  const objects: AsyncIterable<Imported> =
    kind === "misp"
      ? readEvents(open, NO_NAMES)
      : readStix(open, NO_NAMES, { key: "k", filename: null });
  const counts = noAttributes();
  const values = new Set<string>();
  for await (const object of objects) {
    if (object.attributes !== undefined) addAttributes(counts, object.attributes);
    const matches = object.outcome === "attached" ? object.matches : [];
    const marked = object.outcome === "report" ? object.report.indicators : matches;
    for (const match of marked) values.add(`${match.kind} ${match.normalized_value}`);
  }
  return { counts, values };
}

function sumOf(counts: AttributeCounts): number {
  const { observables, foreign, in_text: text, without_value: without, deleted, refused } = counts;
  const others = Object.values(foreign).reduce((sum, count) => sum + count, 0);
  return observables + others + text + without + deleted + refused;
}

/** Attribute types that name a value of a kind of ours in one word, and its form. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  md5: /^[0-9a-f]{32}$/i,
  sha1: /^[0-9a-f]{40}$/i,
  sha256: /^[0-9a-f]{64}$/i,
  sha512: /^[0-9a-f]{128}$/i,
  domain: /^[a-z0-9.-]+\.[a-z]+$/i,
  "ip-dst": /^\d+\.\d+\.\d+\.\d+$/,
  "ip-src": /^\d+\.\d+\.\d+\.\d+$/,
  filename: /^[^\\/]+$/,
};

type Attribute = Record<string, unknown> & { type?: string; value?: string };

/** Every attribute of a file, wherever it stands; written apart from the reader. */
function attributesIn(value: unknown, name = ""): Attribute[] {
  if (Array.isArray(value)) return value.flatMap((one) => attributesIn(one, name));
  if (typeof value !== "object" || value === null) return [];
  const own = name === "Attribute" ? [value as Attribute] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => attributesIn(inner, key))];
}

const EVENTS = Object.entries(readDataJson<Record<string, Entry>>("misp/INDEX.json") ?? {});
const BUNDLES = Object.entries(readDataJson<Record<string, Entry>>("stix/INDEX.json") ?? {});

describeWithData("the events of others", ["misp/INDEX.json"], () => {
  it.each(EVENTS)("%s loses no attribute", async (name, entry) => {
    const bytes = readData(`misp/${name}`) ?? Buffer.alloc(0);
    const { counts, values } = await readAll("misp", bytes);
    const indexed = (entry.attributes ?? 0) + (entry.object_attributes ?? 0);
    // The script that made the index sees nothing in bare events and old forms.
    if (indexed > 0) expect(counts.seen).toBe(indexed);
    expect(sumOf(counts)).toBe(counts.seen);
    expect(counts.refused).toBe(0);
    const all = attributesIn(JSON.parse(bytes.toString("utf8")));
    expect(all).toHaveLength(counts.seen);
    const lower = new Set(
      [...values].map((value) => value.slice(value.indexOf(" ") + 1).toLowerCase()),
    );
    // Of composite types the last part, which is a hash or an address.
    const missing = all
      .map(({ type = "", value = "" }) => [
        type.split("|").at(-1) ?? "",
        value.split("|").at(-1) ?? "",
      ])
      .filter(([type = "", value = ""]) => KNOWN[type]?.test(value) === true)
      .filter(([, value = ""]) => !lower.has(value.toLowerCase()));
    expect(missing).toEqual([]);
    const urls = all.filter(({ type }) => type === "url" || type === "link").length;
    expect(counts.kinds["url"] ?? 0).toBeGreaterThanOrEqual(urls);
  });
});

describeWithData("the bundles of others", ["stix/INDEX.json"], () => {
  it.each(BUNDLES)("%s loses no value", async (name, { types = {} }) => {
    const bytes = readData(`stix/${name}`) ?? Buffer.alloc(0);
    const { counts, values } = await readAll("stix", bytes);
    expect(sumOf(counts)).toBe(counts.seen);
    expect(counts.refused).toBe(0);
    const observables = ["ipv4-addr", "ipv6-addr", "domain-name", "url", "mac-addr", "email-addr"];
    const least = observables.reduce((sum, type) => sum + (types[type] ?? 0), 0);
    expect(counts.seen).toBeGreaterThanOrEqual(least + (types["indicator"] ?? 0));
    // Hashes wherever they stand, read apart from the reader; those that open a comparison's string.
    const printed = bytes
      .toString("utf8")
      .match(/hashes[^=:]{0,20}['"]? ?[=:] ?'([0-9a-f]{40,64})'/gi);
    for (const one of printed ?? []) {
      const [hash = ""] = /[0-9a-f]{40,64}/i.exec(one) ?? [];
      expect([...values].some((value) => value.endsWith(hash.toLowerCase()))).toBe(true);
    }
  });
});
