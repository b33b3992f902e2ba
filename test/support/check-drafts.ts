import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import {
  type DetectionIndex,
  indexDetections,
} from "../../src/knowledge/attack/detections/detection-index.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import {
  type DraftAnalytic,
  fullName,
  toDraftAnalytic,
} from "../../src/detection/drafts/analytic.ts";
import { chooseTelemetry } from "../../src/detection/drafts/choose-telemetry.ts";
import type { RuleTechnique } from "../../src/detection/drafts/skeleton.ts";
import { writeSkeleton } from "../../src/detection/drafts/write-skeleton.ts";
import { validateRule } from "../../src/detection/languages/validate-rule.ts";
import { RULE_LANGUAGES } from "../../src/detection/languages/vocabulary.ts";
import schema from "../detection/rules/sigma-rule-schema.json";

interface Draftable {
  technique: RuleTechnique;
  analytic: DraftAnalytic;
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

/** Tests that every analytic of a release gives sound drafts; `count` is how many there are, if known. */
export function checkDrafts(read: () => Promise<ReleaseContent>, count: number | null): void {
  let all: Draftable[];
  beforeAll(async () => {
    all = draftables(await read());
  });

  it("is there", () => {
    if (count === null) expect(all.length).toBeGreaterThan(0);
    else expect(all).toHaveLength(count);
  });

  it.each(RULE_LANGUAGES)("gives a draft in %s that parses, unlike any other", (language) => {
    const seen = new Map<string, string>();
    for (const entry of all) {
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
    for (const entry of all) {
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
}
