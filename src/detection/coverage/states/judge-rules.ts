import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareText, foldText } from "../../../platform/lib/text.ts";
import { platformsOfProduct, sharePlatform } from "../telemetry/platforms.ts";
import type { Collected, CollectedTelemetry } from "../telemetry/rule-telemetry.ts";
import type { CoverageRule } from "./rule-rows.ts";

/** An enabled rule, and how much of its telemetry is collected. */
export interface JudgedRule extends Collected {
  rule: CoverageRule;
}

/** The rules of one technique, by state. */
export interface RulesOfTechnique {
  enabled: JudgedRule[];
  drafts: string[];
  disabled: string[];
}

/** Rules by technique in a release. */
export interface RulesByTechnique {
  byTechnique: ReadonlyMap<string, RulesOfTechnique>;
  /** Sorted ids that rules name but the release lacks. */
  unknown: string[];
}

const NONE: RulesOfTechnique = { enabled: [], drafts: [], disabled: [] };

/** Returns the rules of a technique. */
export function rulesOf({ byTechnique }: RulesByTechnique, attackId: string): RulesOfTechnique {
  return byTechnique.get(attackId) ?? NONE;
}

/**
 * Groups rules by technique, those with collected telemetry first.
 * @param platforms folded; excludes rules of products on other platforms; empty excludes none
 */
export function judgeRules(
  rules: readonly CoverageRule[],
  telemetry: CollectedTelemetry,
  release: { index: ReleaseIndex; known: KnownIds },
  platforms: readonly string[],
): RulesByTechnique {
  const byTechnique = new Map<string, RulesOfTechnique>();
  const ids = new Map<string, readonly string[]>();
  const unknown = new Set<string>();
  const follow = (id: string) => {
    const found = ids.get(id) ?? activeIdsOf(id, release.index, release.known);
    ids.set(id, found);
    if (found.length === 0) unknown.add(id);
    return found;
  };
  const isHere = new Map<string, boolean>();
  for (const rule of [...rules].sort(compareRules)) {
    const product = foldText(rule.logsource?.product ?? "");
    const here = isHere.get(product) ?? sharePlatform(platforms, platformsOfProduct(product));
    isHere.set(product, here);
    if (!here) continue;
    for (const id of new Set(rule.techniques.flatMap(follow))) {
      const of = byTechnique.get(id) ?? { enabled: [], drafts: [], disabled: [] };
      byTechnique.set(id, of);
      if (rule.state === "draft") of.drafts.push(rule.rule_id);
      else if (rule.state === "disabled") of.disabled.push(rule.rule_id);
      else of.enabled.push({ rule, ...telemetry.of(rule.logsource, rule.event_ids) });
    }
  }
  for (const { enabled } of byTechnique.values()) {
    enabled.sort((a, b) => RANK[a.collected] - RANK[b.collected]);
  }
  return { byTechnique, unknown: [...unknown].sort(compareText) };
}

const RANK = { all: 0, some: 1, none: 2, unknown: 3 } as const;

function compareRules(a: CoverageRule, b: CoverageRule): number {
  return compareText(a.title, b.title) || compareText(a.rule_id, b.rule_id);
}
