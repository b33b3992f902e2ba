import { markingNamed } from "../../../sharing/exports/content/marking.ts";
import { writeNavigator } from "../../../sharing/layers/navigator/write-navigator.ts";
import type { Coverage, CoveredTechnique } from "../schema.ts";
import { COVERAGE_STATES } from "../vocabulary.ts";
import { nameSets } from "./name-sets.ts";
import { STATE_LOOKS } from "./state-looks.ts";

/** Coverage as a Navigator layer: a colour for each state, which the legend explains, and the proof as comment. */
export function buildCoverageLayer(coverage: Coverage) {
  const { domain, version, techniques, platforms, demand, inventory } = coverage;
  const marking = markingNamed(coverage.marking, coverage.marking_decided);
  return writeNavigator({
    name: `Coverage of ${nameSets(coverage)}`.slice(0, 255),
    description: describe(coverage),
    domain,
    version,
    technique_ids: techniques.map(({ attack_id: id }) => id),
    annotations: techniques.map((technique) => ({
      attack_id: technique.attack_id,
      color: STATE_LOOKS[technique.state].color,
      score: STATE_LOOKS[technique.state].score,
      comment: commentOf(technique),
      metadata: [
        { name: "state", value: technique.state },
        { name: "family_state", value: technique.family_state },
        { name: "enabled rules", value: String(technique.rule_count) },
      ],
    })),
    navigator: {
      sorting: 0,
      layout: { layout: "side", showName: true, expandedSubtechniques: "annotated" },
      legendItems: COVERAGE_STATES.map((state) => ({
        label: `${STATE_LOOKS[state].label}: ${STATE_LOOKS[state].meaning}`,
        color: STATE_LOOKS[state].color,
      })),
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

function describe({ summary, techniques }: Coverage): string {
  const counts = COVERAGE_STATES.map(
    (state) => `${summary[state]} ${STATE_LOOKS[state].label.toLowerCase()}`,
  );
  return `${techniques.length} techniques: ${counts.join(", ")}. A rule that exists is no proof that it fires.`;
}

/** What proves the state, in a few lines. */
function commentOf(technique: CoveredTechnique): string {
  const { state, family_state: family, rules, log_sources: sources } = technique;
  const named = rules.map(
    ({ title, technique_id: id, relation, collected }) =>
      `- ${title}${relation === "own" ? "" : ` (${id})`}: telemetry ${collected}`,
  );
  const have = sources.filter(({ covered }) => covered !== "none").map(({ name }) => name);
  const lack = sources.filter(({ covered }) => covered === "none").map(({ name }) => name);
  return [
    STATE_LOOKS[state].label,
    ...(family === state ? [] : [`With its family: ${STATE_LOOKS[family].label.toLowerCase()}`]),
    ...(named.length === 0 ? [] : ["Rules:", ...named]),
    ...(have.length === 0 ? [] : [`Collected: ${have.join(", ")}`]),
    ...(lack.length === 0 ? [] : [`Not collected: ${lack.join(", ")}`]),
  ].join("\n");
}
