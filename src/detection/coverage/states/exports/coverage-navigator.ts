import { markingNamed } from "../../../../sharing/exports/content/marking.ts";
import { writeNavigator } from "../../../../sharing/layers/navigator/write-navigator.ts";
import type { Coverage, CoveredTechnique } from "../schema.ts";
import { STANDINGS, standingOf } from "../vocabulary.ts";
import { describeCounts } from "./describe-counts.ts";
import { nameSets } from "./name-sets.ts";
import { STANDING_LOOKS } from "./state-looks.ts";

/** Builds a Navigator layer of coverage: a color per state, explained in the legend, and the proof as comment. */
export function buildCoverageLayer(coverage: Coverage) {
  const { domain, version, techniques, platforms, demand, inventory } = coverage;
  const marking = markingNamed(coverage.marking, coverage.marking_decided);
  return writeNavigator({
    name: `Coverage of ${nameSets(coverage)}`.slice(0, 255),
    description: describeCounts(coverage.summary, techniques.length),
    domain,
    version,
    technique_ids: techniques.map(({ attack_id: id }) => id),
    annotations: techniques.map(annotate),
    navigator: {
      sorting: 0,
      layout: { layout: "side", showName: true, expandedSubtechniques: "annotated" },
      legendItems: STANDINGS.map((standing) => {
        const { label, meaning, color } = STANDING_LOOKS[standing];
        return { label: `${label}: ${meaning}`, color };
      }),
      ...(platforms.length > 0 && { filters: { platforms } }),
      metadata: [
        { name: "release", value: `${domain} ${version}` },
        ...(marking === null ? [] : [{ name: "marking", value: marking.heading }]),
        { name: "demand", value: demand },
        { name: "inventory revision", value: String(inventory.revision) },
      ],
    },
  });
}

function annotate(technique: CoveredTechnique) {
  const { color, score } = STANDING_LOOKS[standingOf(technique.state, technique.detection)];
  return {
    attack_id: technique.attack_id,
    color,
    score,
    comment: commentOf(technique),
    metadata: [
      { name: "state", value: technique.state },
      ...(technique.detection === null ? [] : [{ name: "detection", value: technique.detection }]),
      { name: "family_state", value: technique.family_state },
      { name: "enabled rules", value: String(technique.rule_count) },
    ],
  };
}

/** Summarizes the proof of a state in a few lines. */
function commentOf(technique: CoveredTechnique): string {
  const { rules, log_sources: sources, last_test: test } = technique;
  const { label } = STANDING_LOOKS[standingOf(technique.state, technique.detection)];
  const family = standingOf(technique.family_state, technique.family_detection);
  const { label: familyLabel } = STANDING_LOOKS[family];
  const named = rules.map(
    ({ title, technique_id: id, relation, collected }) =>
      `- ${title}${relation === "own" ? "" : ` (${id})`}: telemetry ${collected}`,
  );
  const have = sources.filter(({ covered }) => covered !== "none").map(({ name }) => name);
  const lack = sources.filter(({ covered }) => covered === "none").map(({ name }) => name);
  return [
    label,
    ...(familyLabel === label ? [] : [`With its family: ${familyLabel.toLowerCase()}`]),
    ...(test === null ? [] : [`Last test: ${test.result} on ${test.tested_at.slice(0, 10)}`]),
    ...(named.length === 0 ? [] : ["Rules:", ...named]),
    ...(have.length === 0 ? [] : [`Collected: ${have.join(", ")}`]),
    ...(lack.length === 0 ? [] : [`Not collected: ${lack.join(", ")}`]),
  ].join("\n");
}
