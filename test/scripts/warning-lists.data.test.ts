import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "tldts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ruleOf } from "../../src/pipeline/observables/warning-lists/effects.ts";
import type { KnownKind } from "../../src/pipeline/observables/vocabulary.ts";
import { WarningLists } from "../../src/pipeline/observables/warning-lists/warning-lists.ts";
import { build, decode, SHIPPED } from "../support/node/built-lists.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { DATA } from "../support/node/real-data.ts";
import { names, type PlainList } from "../support/slow-lists.ts";

const UPSTREAM = join(DATA, "warninglists");
const HASHES: Record<number, KnownKind> = { 32: "md5", 40: "sha1", 64: "sha256", 128: "sha512" };

const folder = mkdtempSync(join(tmpdir(), "warning-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Numbers that look drawn by lot and are the same each time (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describeWithData("the shipped lists, beside upstream's", ["warninglists"], () => {
  const upstream: PlainList[] = [];
  beforeAll(() => {
    for (const file of readdirSync(UPSTREAM).filter((name) => name.endsWith(".json.gz"))) {
      const text = gunzipSync(readFileSync(join(UPSTREAM, file))).toString();
      upstream.push({ ...(JSON.parse(text) as PlainList), name: file.replace(".json.gz", "") });
    }
  });

  it("are built of them byte for byte", () => {
    build(UPSTREAM, join(folder, "shipped.gz"));
    expect(readFileSync(join(folder, "shipped.gz")).equals(readFileSync(SHIPPED))).toBe(true);
  });

  const kindOf = (list: PlainList, value: string): KnownKind => {
    if (list.type === "cidr") return value.includes(":") ? "ipv6" : "ipv4";
    if (list.name === "disposable-email") return "email";
    if (value.startsWith("3:")) return "ssdeep";
    if (!/^[0-9a-f]{32,128}$/.test(value)) return "domain";
    return HASHES[value.length] ?? "domain";
  };

  const isBelowSuffix = (value: string) => {
    const { isPrivate, publicSuffix } = parse(value, { allowPrivateDomains: true });
    return isPrivate === true && publicSuffix !== value;
  };

  // Which lists name a value, not what follows: what is below a customer's name is left out.
  it("name what a plain reading of the entries names, and nothing else", () => {
    const draw = seeded(19);
    const opened = new WarningLists(decode(SHIPPED));
    let checked = 0;
    for (const own of upstream) {
      const { effect } = ruleOf(own.name, null);
      const hasBelow = own.type !== "cidr" && (effect === "shared" || effect === "note");
      for (let turn = 0; turn < 15; turn += 1) {
        const drawn = own.list[draw(own.list.length)] ?? "";
        const entry = drawn
          .toLowerCase()
          .replace(/^\./, "")
          .replace(/\.?(\/\d+)?$/, "");
        if (/[^a-z0-9.:_-]/.test(entry)) continue;
        // SHA-224 and SHA-384 are no kinds of ours.
        if (/^(?:[0-9a-f]{56}|[0-9a-f]{96})$/.test(entry)) continue;
        const near = [`www.${entry}`, `x${entry}`, ...(hasBelow ? [`below.${entry}`] : [])];
        for (const value of [entry, ...(own.type === "cidr" ? [] : near)]) {
          const kind = kindOf(own, value);
          const asked = { kind, normalized_value: kind === "email" ? `a@${value}` : value };
          const found = opened.find(asked);
          const isNamed = names(own, value);
          // A name of a customer of a service: what says that the service is benign does not count.
          const isCustomers = found.some((one) => one.effect === "note") || isBelowSuffix(value);
          if (isNamed && !hasBelow && isCustomers) continue;
          const isFound = found.some(({ name }) => name === own.name);
          expect([own.name, value, isFound]).toEqual([own.name, value, isNamed]);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(1_500);
  });
});
