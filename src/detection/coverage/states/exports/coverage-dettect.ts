import { stringify } from "yaml";
import { markingNamed } from "../../../../sharing/exports/content/marking.ts";
import type { Coverage, CoveredTechnique } from "../schema.ts";
import { type Standing, standingOf } from "../vocabulary.ts";
import { nameSets } from "./name-sets.ts";
import { STANDING_LOOKS } from "./state-looks.ts";

/**
 * DeTT&CT's detection scores, from -1 (none) to 5. A test shows that a rule fires, but not how much of the technique it
 * covers, so only people should assign scores above 2.
 */
const DETECTION_SCORES: Readonly<Record<Standing, number>> = {
  proven: 2,
  should_fire: 1,
  rule_without_data: -1,
  data_without_rule: -1,
  blind: -1,
};

const EVERY_SYSTEM = ["all"];

/** Returns coverage as a DeTT&CT technique administration (YAML), version 1.2. */
export function writeTechniqueAdministration(coverage: Coverage, now: string): string {
  const { domain, platforms, techniques } = coverage;
  const marking = markingNamed(coverage.marking, coverage.marking_decided);
  const file = {
    version: 1.2,
    file_type: "technique-administration",
    name: `Coverage of ${nameSets(coverage)}`,
    domain,
    platform: platforms.length === 0 ? ["all"] : platforms,
    techniques: techniques.map((technique) => ({
      technique_id: technique.attack_id,
      technique_name: technique.name,
      detection: [detectionOf(technique, now)],
      visibility: [visibilityOf(technique, now)],
    })),
    ...(marking !== null && { notes: marking.heading }),
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

function detectionOf(technique: CoveredTechnique, now: string) {
  const standing = standingOf(technique.state, technique.detection);
  const score = DETECTION_SCORES[standing];
  const titles = technique.rules.flatMap(({ relation, title }) =>
    relation === "own" ? [title] : [],
  );
  const date = standing === "proven" ? provenAt(technique, now) : now;
  const { label, meaning } = STANDING_LOOKS[standing];
  return {
    applicable_to: EVERY_SYSTEM,
    location: titles.length === 0 ? [""] : titles,
    comment: "",
    score_logbook: [
      { date: score < 0 ? null : dayOf(date), score, comment: `${label}: ${meaning}.` },
    ],
  };
}

/** Returns when the newest proof of a technique was made. */
function provenAt({ last_test: test, rules }: CoveredTechnique, now: string): string {
  const tested = test === null || test.result === "missed" ? [] : [test.tested_at];
  const fired = rules.flatMap(({ relation, fired_at: at }) =>
    relation === "own" && at !== null ? [at] : [],
  );
  return [...tested, ...fired].sort().at(-1) ?? now;
}

/** Computes visibility like DeTT&CT: by the share of log sources that are collected. */
function visibilityOf({ log_sources: sources }: CoveredTechnique, now: string) {
  const parts = sources.map(({ covered }) => ({ all: 1, some: 0.5, none: 0 })[covered]);
  const share = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
  const score = scoreOf(share);
  const named = sources.flatMap(({ name, covered }) => (covered === "none" ? [] : [name]));
  return {
    applicable_to: EVERY_SYSTEM,
    comment: "",
    score_logbook: [
      {
        date: score === 0 ? null : dayOf(now),
        score,
        comment: named.length === 0 ? "" : `Collected: ${named.join(", ")}`,
        auto_generated: true,
      },
    ],
  };
}

/** Returns the score by DeTT&CT's thresholds: up to 49, 74 and 99 percent of the data sources. */
function scoreOf(share: number): number {
  if (share === 0) return 0;
  if (share < 0.5) return 1;
  if (share < 0.75) return 2;
  return share < 1 ? 3 : 4;
}

function dayOf(timestamp: string): string {
  return timestamp.slice(0, "2026-01-31".length);
}
