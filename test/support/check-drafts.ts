import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { chooseTelemetry } from "../../src/detection/drafts/choose-telemetry.ts";
import { validateRule } from "../../src/detection/languages/validate-rule.ts";
import { RULE_LANGUAGES } from "../../src/detection/languages/vocabulary.ts";
import { draft, type Draftable, draftables } from "./every-draft.ts";
import schema from "../detection/rules/sigma-rule-schema.json";

const withoutIds = (rule: string) =>
  rule.replace(/\b(?:T\d{4}(?:[./]\d{3})?|AN\d{4}|DET\d{4}|t\d{4}(?:\.\d{3})?)\b/g, "");

/** Tests that every analytic of a release gives sound drafts; `count` is how many there are, if known. */
export function checkDrafts(read: () => Promise<ReleaseContent>, count: number | null): void {
  let all: Draftable[];
  let tactics: ReadonlySet<string>;
  beforeAll(async () => {
    const release = await read();
    all = draftables(release);
    tactics = new Set(release.tactics.map(({ shortname }) => shortname));
  });

  it("is there", () => {
    if (count === null) expect(all.length).toBeGreaterThan(0);
    else expect(all).toHaveLength(count);
  });

  it.each(RULE_LANGUAGES)("gives a draft in %s that parses, unlike any other", (language) => {
    const seen = new Map<string, string>();
    for (const entry of all) {
      const rule = draft(language, entry);
      const { errors, warnings } = validateRule(language, rule, tactics);
      expect({ rule, errors }).toEqual({ rule, errors: [] });
      expect({ rule, warnings: warnings.length }).toEqual({ rule, warnings: 1 });
      const text = withoutIds(rule);
      const id = entry.analytic.attack_id;
      expect([seen.get(text), id, rule]).toEqual([undefined, id, rule]);
      seen.set(text, id);
      expect(rule).toContain(id);
    }
  });

  // pySigma (`attacktag`) knows short names of the release, SigmaHQ demands every tactic of a technique.
  it("is tagged with each tactic of its technique as the release calls it", () => {
    for (const entry of all) {
      const { attack_id: id, tactics: own } = entry.technique;
      const tags = [...own, id.toLowerCase()].map((tag) => `attack.${tag}`);
      expect(parse(draft("sigma", entry)).tags).toEqual(tags);
      expect([id, own.filter((tactic) => !tactics.has(tactic))]).toEqual([id, []]);
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
