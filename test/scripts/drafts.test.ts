import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import {
  type DetectionIndex,
  indexDetections,
} from "../../src/knowledge/attack/detections/detection-index.ts";
import {
  type PackedDetections,
  unpackDetections,
} from "../../src/knowledge/attack/detections/pack-detections.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import {
  type DraftAnalytic,
  fullName,
  toDraftAnalytic,
} from "../../src/pipeline/rules/generate/analytic.ts";
import { chooseTelemetry } from "../../src/pipeline/rules/generate/choose-telemetry.ts";
import type { RuleTechnique } from "../../src/pipeline/rules/generate/skeleton.ts";
import { writeSkeleton } from "../../src/pipeline/rules/generate/write-skeleton.ts";
import { validateRule } from "../../src/pipeline/rules/validate/validate-rule.ts";
import { RULE_LANGUAGES } from "../../src/pipeline/rules/vocabulary.ts";
import schema from "../pipeline/rules/sigma-rule-schema.json";
import { readSharedGzip } from "../support/node/shared-data.ts";

interface Draftable {
  technique: RuleTechnique;
  analytic: DraftAnalytic;
}

const SEED_FILES = join(import.meta.dirname, "../../assets/seed", `${SEED.domain}-${SEED.version}`);

function readSeed(): ReleaseContent {
  const read = (ending: string) => readFileSync(`${SEED_FILES}.${ending}`, "utf8");
  const packed = JSON.parse(read("detections.json")) as PackedDetections;
  return {
    ...fromSeed(JSON.parse(read("json")) as Seed),
    detections: unpackDetections(packed),
  };
}

async function readShared(path: string): Promise<ReleaseContent | null> {
  const bytes = readSharedGzip(path);
  if (bytes === null) return null;
  // oxlint-disable-next-line typescript/require-await -- what is read comes in pieces
  async function* pieces() {
    yield bytes as Uint8Array;
  }
  return await readRelease(pieces(), {});
}

/** Every analytic with a log source, under its technique; those of no strategy under any. */
function draftables({ techniques, detections }: ReleaseContent): Draftable[] {
  const index: DetectionIndex = indexDetections(detections, true);
  const active = new Map(
    techniques.filter(({ state }) => state === "active").map((t) => [t.attack_id, t]),
  );
  const none = { attack_id: "DET0000", name: "None", techniques: [...active.keys()].slice(0, 1) };
  return index.analytics
    .filter(({ log_sources: sources }) => sources.length > 0)
    .map((analytic) => {
      const strategy =
        index.strategies.find(({ analytics }) => analytics.includes(analytic.attack_id)) ?? none;
      const technique = active.get(strategy.techniques[0] ?? "");
      if (technique === undefined) throw new Error(`${analytic.attack_id} is of no technique`);
      return {
        technique,
        analytic: toDraftAnalytic(
          { strategy: strategy as never, analytic },
          index,
          fullName(technique, active),
        ),
      };
    });
}

const draft = (language: (typeof RULE_LANGUAGES)[number], { technique, analytic }: Draftable) =>
  writeSkeleton(language, {
    title: "Title",
    technique,
    analytic,
    telemetry: null,
    rule_id: "11111111-2222-4333-8444-555555555555",
    author: "ann",
    date: "2026-11-21",
    modified: null,
    session_id: null,
    report_id: null,
  });

const withoutIds = (rule: string) =>
  rule.replace(/\b(?:T\d{4}(?:[./]\d{3})?|AN\d{4}|DET\d{4}|t\d{4}(?:\.\d{3})?)\b/g, "");

describe.each([
  ["the shipped facts", () => Promise.resolve(readSeed()), true],
  ["18.1", () => readShared("attack/enterprise-attack/enterprise-attack-18.1.json.gz"), 1698],
  ["19.1", () => readShared("attack-19/enterprise-attack/enterprise-attack-19.1.json.gz"), 1713],
  ["Mobile 19.1", () => readShared("attack-19/mobile-attack/mobile-attack-19.1.json.gz"), true],
  ["ICS 19.1", () => readShared("attack-19/ics-attack/ics-attack-19.1.json.gz"), true],
])("every analytic of %s", (_name, read, count) => {
  let all: Draftable[] | null = null;
  beforeAll(async () => {
    const content = await read();
    all = content === null ? null : draftables(content);
  }, 60_000);

  it("is there", () => {
    if (all === null) return;
    if (typeof count === "number") expect(all).toHaveLength(count);
    else expect(all.length).toBeGreaterThan(0);
  });

  it.each(RULE_LANGUAGES)("gives a draft in %s that parses, unlike any other", (language) => {
    const seen = new Map<string, string>();
    for (const entry of all ?? []) {
      const rule = draft(language, entry);
      const { errors, warnings } = validateRule(language, rule);
      expect({ rule, errors }).toEqual({ rule, errors: [] });
      expect({ rule, warnings: warnings.length }).toEqual({ rule, warnings: 1 });
      const text = withoutIds(rule);
      const id = entry.analytic.attack_id;
      expect([seen.get(text), id, rule]).toEqual([undefined, id, rule]);
      seen.set(text, id);
      expect(rule).toContain(id);
    }
  });

  it("reads telemetry that ATT&CK names for it, and says so", () => {
    const sigma = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
    for (const entry of all ?? []) {
      const rule = parse(draft("sigma", entry));
      const { error } = sigma.safeParse(rule);
      expect([entry.analytic.attack_id, error?.issues]).toEqual([
        entry.analytic.attack_id,
        undefined,
      ]);
      const { definition } = rule.logsource;
      const names = entry.analytic.telemetry.map(({ name }) => name);
      expect(names.some((name) => definition.includes(` in ${name}`))).toBe(true);
      const chosen = chooseTelemetry(entry.analytic, null);
      expect(names).toContain(chosen?.telemetry.name);
      const { definition: _definition, ...logsource } = rule.logsource;
      expect(logsource).toEqual(chosen?.source.sigma);
    }
  });
});
