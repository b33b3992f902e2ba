import { markingOf } from "../../../sharing/exports/content/marking.ts";
import { foldPlatforms } from "../telemetry/platforms.ts";
import { type CoverageAsked, CoverageFacts, type CoverageRelease } from "./facts.ts";
import { findUnmapped } from "./find-unmapped.ts";
import { judgeTechnique } from "./judge-technique.ts";
import type { CoverageInputs } from "./read-inputs.ts";
import type { Coverage } from "./schema.ts";
import { countByTactic, countStates } from "./summarise.ts";

/** Returns the state of every requested technique, with its proof. */
export function buildCoverage(
  release: CoverageRelease,
  inputs: Pick<CoverageInputs, "rules" | "inventory" | "tests" | "sessions">,
  asked: CoverageAsked,
): Coverage {
  const { resolved, demand } = asked;
  const { index } = release;
  const marking = markingOf(...inputs.sessions);
  const facts = new CoverageFacts(release, inputs, asked);
  const techniques = facts.wanted.map(({ technique, from }) =>
    judgeTechnique(facts.own(technique), facts.relatives(technique), asked, from),
  );
  return {
    domain: index.domain,
    version: index.version,
    platforms: [...asked.platforms],
    demand,
    proven_since: asked.provenSince.slice(0, "2026-01-31".length),
    marking: marking?.label ?? null,
    marking_decided: marking?.decided ?? false,
    sets: resolved.sets,
    inventory: {
      revision: inputs.inventory?.revision ?? 0,
      entries: inputs.inventory?.entries.length ?? 0,
    },
    rules: countRules(inputs.rules),
    summary: countStates(techniques),
    family_summary: countStates(
      techniques.map(({ family_state: state, family_detection: detection }) => ({
        state,
        detection,
      })),
    ),
    by_tactic: countByTactic(techniques, index),
    techniques,
    replaced: resolved.replaced,
    unknown_techniques: resolved.unknown,
    left_out: facts.leftOut,
    unmapped: findUnmapped(inputs.rules, facts.telemetry, release.detections),
    warnings: [
      ...warningsOf(release, asked.platforms, facts.rules.unknown),
      ...warnOfParts(techniques),
    ],
  };
}

/** Returns coverage without the proof of the states, for display only. */
export function withoutProof(coverage: Coverage): Coverage {
  const none = { rules: [], drafts: [], disabled: [], analytics: [], log_sources: [] };
  return {
    ...coverage,
    techniques: coverage.techniques.map((technique) => ({ ...technique, ...none })),
  };
}

/** Warns about rules that read more than is collected. The first rule of a proof has the most telemetry. */
function warnOfParts(techniques: Coverage["techniques"]): string[] {
  const found = techniques.filter(
    ({ state, rules }) => state === "detected" && rules[0]?.collected === "some",
  );
  if (found.length === 0) return [];
  const named = found.slice(0, MAX_NAMED).map(({ attack_id: id }) => id);
  const rest = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : "";
  return [
    `The rules of these techniques read more logs than you collect, so they do not count as detected if all data must be collected: ${named.join(", ")}${rest}.`,
  ];
}

function countRules(rules: CoverageInputs["rules"]): Coverage["rules"] {
  const counts = { enabled: 0, draft: 0, disabled: 0 };
  for (const { state } of rules) counts[state] += 1;
  return counts;
}

const MAX_NAMED = 10;

/** Returns the warnings that qualify a coverage response. */
export function warningsOf(
  { index, detections }: CoverageRelease,
  platforms: readonly string[],
  unknown: readonly string[],
): string[] {
  const where = `${index.domain} ${index.version}`;
  const known = new Set(
    foldPlatforms([...index.techniques.values()].flatMap((technique) => technique.platforms)),
  );
  const strange = platforms.filter((name) => !foldPlatforms([name]).every((one) => known.has(one)));
  const rest = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : "";
  return [
    ...(detections.model === "none" || detections.model === "not_stored"
      ? [`${where} does not say by what data techniques are detected.`]
      : []),
    ...strange.map((name) => `No technique of ${where} is on ${name.slice(0, 64)}.`),
    ...(unknown.length === 0
      ? []
      : [
          `Rules name techniques that ${where} does not have: ${unknown.slice(0, MAX_NAMED).join(", ")}${rest}.`,
        ]),
  ];
}
