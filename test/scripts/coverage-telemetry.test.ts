import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildCoverage } from "../../src/coverage/states/build-coverage.ts";
import { resolveSets } from "../../src/coverage/states/resolve-sets.ts";
import type { CoverageRule } from "../../src/coverage/states/rule-rows.ts";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { indexDetections } from "../../src/knowledge/attack/detections/detection-index.ts";
import {
  type PackedDetections,
  unpackDetections,
} from "../../src/knowledge/attack/detections/pack-detections.ts";
import { shippedIds } from "../../src/knowledge/attack/ids/known-ids.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { listedRules } from "../support/node/listed-rules.ts";
import { readShared } from "../support/node/shared-data.ts";

const SEED_FILES = join(import.meta.dirname, "../../assets/seed", `${SEED.domain}-${SEED.version}`);
const read = (ending: string) => readFileSync(`${SEED_FILES}.${ending}`, "utf8");
const hasRules = readShared("sigma/INDEX.json") !== null;

const stored = buildIndex(fromSeed(JSON.parse(read("json")) as Seed));
const index = loadIndex(stored, 1, (stored.software ?? []) as never);
const packed = JSON.parse(read("detections.json")) as PackedDetections;
const detections = indexDetections(unpackDetections(packed), true);
const known = shippedIds();

const rules = (count: number): CoverageRule[] =>
  listedRules(count).map(({ id, ...rule }) => ({
    ...rule,
    rule_id: id,
    state: "enabled",
    language: "sigma",
  }));

function cover(held: CoverageRule[], names: string[]) {
  const entries = names.map((name) => ({
    kind: "log_source" as const,
    name,
    channels: [],
    platforms: [],
    note: "",
    since: null,
    products: [],
    quality: null,
  }));
  const inventory = { id: 1, revision: 1, entries, updated_by: "", updated_at: "" };
  return buildCoverage(
    { index, detections, known },
    { rules: held, inventory, sessions: [] },
    { resolved: resolveSets([], index, known), platforms: [], demand: "any" },
  );
}

describe.skipIf(!hasRules)("the rules of SigmaHQ and the log sources of ATT&CK", () => {
  const all = rules(3517);

  it("meet, but for what ATT&CK has no name for", () => {
    const { unmapped } = cover(all, []);
    const count = unmapped.reduce((sum, { rule_count: own }) => sum + own, 0);
    // 4 % of the rules; what comes more often than ten times has no counterpart in ATT&CK.
    expect(count).toBeLessThanOrEqual(130);
    expect(unmapped.filter(({ rule_count: own }) => own > 10)).toEqual([
      count10("category=application,product=opencanary", 23),
      count10("category=application,product=rpc_firewall", 15),
      count10("product=bitbucket,service=audit", 13),
      count10("product=cisco,service=aaa", 11),
    ]);
  });

  it("are all collected by everything that the release and Windows name, and Sigma's names", () => {
    const { unmapped } = cover(all, []);
    const released = detections.analytics.flatMap(({ log_sources: own }) =>
      own.map(({ name }) => name),
    );
    const listed = detections.components.flatMap(({ log_sources: own }) =>
      own.map(({ name }) => name),
    );
    const others = unmapped.flatMap(({ log_source: name }) => name ?? []);
    const covered = cover(all, [...new Set([...released, ...listed, ...others])]);
    expect(covered.unmapped).toEqual([]);
    expect(covered.summary.rule_without_data).toBe(0);
    const named = new Set(all.flatMap(({ techniques }) => techniques));
    expect(covered.summary.detected).toBe(named.size);
  });

  it("count for the techniques that their tags name", () => {
    const { techniques } = cover(all, []);
    const counts = new Map<string, number>();
    for (const { techniques: own } of all) {
      for (const id of new Set(own)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const wrong = techniques.filter(
      ({ attack_id: id, rule_count: count }) => count !== (counts.get(id) ?? 0),
    );
    expect(wrong).toEqual([]);
  });
});

const count10 = (words: string, own: number) => ({
  log_source: `sigma:${words}`,
  rule_count: own,
  enabled_count: own,
});

it("answers for a whole release and 3,700 rules in a few megabytes", () => {
  const coverage = cover(rules(3700), ["WinEventLog:Sysmon", "WinEventLog:Security"]);
  expect(coverage.techniques.length).toBe(index.techniques.size);
  expect(JSON.stringify(coverage).length).toBeLessThan(4_000_000);
});
