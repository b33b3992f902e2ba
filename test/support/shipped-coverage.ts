import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildCoverage } from "../../src/detection/coverage/states/build-coverage.ts";
import { resolveSets } from "../../src/detection/coverage/states/resolve-sets.ts";
import type { CoverageRule } from "../../src/detection/coverage/states/rule-rows.ts";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { indexDetections } from "../../src/knowledge/attack/detections/detection-index.ts";
import {
  type PackedDetections,
  unpackDetections,
} from "../../src/knowledge/attack/detections/pack-detections.ts";
import { shippedIds } from "../../src/knowledge/attack/ids/known-ids.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { listedRules } from "./node/listed-rules.ts";

const SEED_FILES = join(import.meta.dirname, "../../assets/seed", `${SEED.domain}-${SEED.version}`);
const read = (ending: string) => readFileSync(`${SEED_FILES}.${ending}`, "utf8");

const stored = buildIndex(fromSeed(JSON.parse(read("json")) as Seed));
export const index = loadIndex(stored, 1, (stored.software ?? []) as never);
const packed = JSON.parse(read("detections.json")) as PackedDetections;
export const detections = indexDetections(unpackDetections(packed), true);
const known = shippedIds();

/** Enabled Sigma rules: SigmaHQ's where the real data is, else made-up ones. */
export const rules = (count: number): CoverageRule[] =>
  listedRules(count).map(({ id, ...rule }) => ({
    ...rule,
    rule_id: id,
    event_ids: [],
    fired_at: null,
    state: "enabled",
    language: "sigma",
  }));

/** Coverage of the shipped release by some rules and log sources. */
export function cover(held: CoverageRule[], names: string[]) {
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
    { rules: held, inventory, tests: [], sessions: [] },
    {
      resolved: resolveSets([], index, known),
      platforms: [],
      demand: "any",
      provenSince: "2026-01-01",
    },
  );
}
