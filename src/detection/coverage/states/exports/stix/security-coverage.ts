import { FIXED_TIMESTAMP, stixIdOf } from "../../../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../../../formats/stix/tool-identity.ts";
import type { CoveredTechnique } from "../../schema.ts";
import { countStates } from "../../summarise.ts";
import { type Standing, standingOf } from "../../vocabulary.ts";
import { describeCounts } from "../describe-counts.ts";
import { STANDING_LOOKS } from "../state-looks.ts";
import type { CoveredObject } from "./covered-objects.ts";

/** The STIX extension in which OpenCTI stores its own objects and properties. */
const OPENCTI = "extension-definition--ea279b3e-5c71-4632-ac08-831c66a786ba";

/** Detection success in percent. A rule that should fire has not been observed firing. */
const SCORES: Readonly<Record<Standing, number>> = {
  proven: 100,
  should_fire: 50,
  rule_without_data: 0,
  data_without_rule: 0,
  blind: 0,
};

interface Score {
  name: "DETECTION" | "PREVENTION";
  score: number;
}

/** The time of computation, the start of the period in which tests count, and the page address if known. */
export interface CoverageContext {
  now: string;
  provenSince: string;
  url: string | null;
}

/**
 * Returns OpenCTI's Security Coverage of an object, and a relationship with scores to each of its techniques. A
 * technique that nothing detects scores 0, because it has been assessed too.
 */
export function toSecurityCoverage(
  { id: covered, name, techniques }: CoveredObject,
  patterns: ReadonlyMap<string, StixObject>,
  context: CoverageContext,
): StixObject[] {
  const { now, url } = context;
  const id = stixIdOf("security-coverage", covered);
  const source = url === null ? {} : { external_uri: url };
  const judged = techniques.map((technique) => ({
    technique,
    scores: scoresOf(technique, context),
  }));
  const common = {
    spec_version: "2.1",
    created: FIXED_TIMESTAMP,
    modified: now,
    created_by_ref: TOOL.id,
    ...source,
  };
  const coverage: StixObject = {
    type: "security-coverage",
    id,
    ...common,
    name: `Coverage of ${name}`,
    description: describeCounts(countStates(techniques), techniques.length),
    covered_ref: covered,
    ...coveredBy(averageOf(judged.flatMap(({ scores }) => scores))),
    last_result: now,
    // Otherwise OpenCTI starts simulations to enrich the coverage.
    auto_enrichment_disable: true,
    // OpenCTI 7 uses it as the name of the result.
    tenant_name: String(TOOL["name"]),
    extensions: { [OPENCTI]: { extension_type: "new-sdo" } },
  };
  const relations = judged.flatMap(({ technique, scores }): StixObject[] => {
    const target = patterns.get(technique.attack_id);
    if (target === undefined) return [];
    const { label, meaning } = STANDING_LOOKS[standingOf(technique.state, technique.detection)];
    return [
      {
        type: "relationship",
        id: stixIdOf("relationship", "has-covered", id, target.id),
        ...common,
        relationship_type: "has-covered",
        description: `${label}: ${meaning}.`,
        source_ref: id,
        target_ref: target.id,
        ...coveredBy(scores),
        extensions: { [OPENCTI]: { extension_type: "toplevel-property-extension" } },
      },
    ];
  });
  return [coverage, ...relations];
}

/** Returns the OpenCTI properties that record an assessment and its result. */
function coveredBy(scores: readonly Score[]) {
  return scores.length === 0 ? { covered: false } : { covered: true, coverage: scores };
}

/** Scores detection and prevention; only a test shows whether an attack is prevented. */
function scoresOf(technique: CoveredTechnique, { provenSince }: CoverageContext): Score[] {
  const { state, detection, last_test: test } = technique;
  const detected: Score = { name: "DETECTION", score: SCORES[standingOf(state, detection)] };
  if (test === null || test.tested_at < provenSince) return [detected];
  return [detected, { name: "PREVENTION", score: test.result === "blocked" ? 100 : 0 }];
}

function averageOf(scores: readonly Score[]): Score[] {
  return [...Map.groupBy(scores, ({ name }) => name)].map(([name, own]) => ({
    name,
    score: Math.round(own.reduce((sum, { score }) => sum + score, 0) / own.length),
  }));
}
