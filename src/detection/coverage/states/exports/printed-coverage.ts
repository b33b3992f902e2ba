import { plural } from "../../../../sharing/exports/parts/wording.ts";
import type { Coverage, CoveredTechnique } from "../schema.ts";
import { BY_NEED, type Standing, standingOf } from "../vocabulary.ts";

/** Maximum printed techniques, about 30 pages: the most that an edge isolate can lay out alongside other work. */
const MAX_TECHNIQUES = 200;
const MAX_RULES = 3;

/** A technique for print: its rules and log sources as lines. */
export interface PrintedTechnique {
  attack_id: string;
  name: string;
  standing: Standing;
  /** The standing including its family. */
  family: Standing;
  /** Result and day of its newest test; null without one. */
  last_test: string | null;
  rules: readonly string[];
  sources: readonly string[];
}

/** The printed part of coverage. It is a hundredth of the whole, which can then be released. */
export interface PrintedCoverage extends Pick<
  Coverage,
  | "domain"
  | "version"
  | "platforms"
  | "demand"
  | "proven_since"
  | "marking"
  | "marking_decided"
  | "sets"
  | "inventory"
  | "summary"
  | "by_tactic"
> {
  rule_counts: Coverage["rules"];
  technique_count: number;
  /** Techniques with the greatest need first. */
  techniques: readonly PrintedTechnique[];
}

/** Selects the printed part of coverage. */
export function toPrinted(coverage: Coverage): PrintedCoverage {
  const { domain, version, platforms, demand, marking, sets, inventory, summary } = coverage;
  const ordered = BY_NEED.flatMap((standing) =>
    coverage.techniques.filter((one) => standingOf(one.state, one.detection) === standing),
  );
  return {
    domain,
    version,
    platforms,
    demand,
    proven_since: coverage.proven_since,
    marking,
    marking_decided: coverage.marking_decided,
    sets,
    inventory,
    summary,
    by_tactic: coverage.by_tactic,
    rule_counts: coverage.rules,
    technique_count: ordered.length,
    techniques: ordered.slice(0, MAX_TECHNIQUES).map((technique) => ({
      attack_id: technique.attack_id,
      name: technique.name,
      standing: standingOf(technique.state, technique.detection),
      family: standingOf(technique.family_state, technique.family_detection),
      last_test: testLine(technique),
      rules: ruleLines(technique),
      sources: sourceLines(technique),
    })),
  };
}

function testLine({ last_test: test }: CoveredTechnique): string | null {
  return test && `last test: ${test.result} on ${test.tested_at.slice(0, "2026-01-31".length)}`;
}

function ruleLines({ rules, rule_count: all, draft_count: drafts }: CoveredTechnique): string[] {
  const own = rules.filter(({ relation }) => relation === "own").slice(0, MAX_RULES);
  const rest = all - own.length;
  return [
    ...own.map(({ title, by }) => (by === null ? `${title} (no telemetry)` : title)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(drafts > 0 ? [plural(drafts, "draft")] : []),
    ...(all + drafts === 0 ? ["none"] : []),
  ];
}

function sourceLines({ log_sources: sources }: CoveredTechnique): string[] {
  const named = (isThere: boolean) =>
    sources.filter(({ covered }) => (covered !== "none") === isThere).map(({ name }) => name);
  const [have, lack] = [named(true), named(false)];
  return [
    ...(have.length === 0 ? [] : [`collected: ${have.join(", ")}`]),
    ...(lack.length === 0 ? [] : [`missing: ${lack.join(", ")}`]),
    ...(sources.length === 0 ? ["none named"] : []),
  ];
}
