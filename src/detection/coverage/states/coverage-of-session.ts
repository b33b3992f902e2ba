import { AppError } from "../../../platform/lib/errors.ts";
import type { SessionCoverage } from "../../../sharing/exports/content/session-coverage.ts";
import { buildCoverage } from "./build-coverage.ts";
import type { CoverageDeps } from "./deps.ts";
import { STANDING_LOOKS } from "./exports/state-looks.ts";
import { openCoverage } from "./read-coverage.ts";
import type { CoveredTechnique } from "./schema.ts";
import { BY_NEED, STANDINGS, standingOf } from "./vocabulary.ts";

const MAX_RULES = 3;

/**
 * Returns the team's coverage of a session, for its exports. Returns null if the team has neither an inventory nor an
 * enabled rule, or if the release is missing.
 */
export async function coverageOfSession(
  deps: CoverageDeps,
  sessionId: string,
  { domain, version }: { domain: string; version: string },
): Promise<SessionCoverage | null> {
  const query = { session_id: [sessionId], domain, version, demand: "any" as const };
  const opened = await openCoverage(deps, query).catch((error: unknown) => {
    if (error instanceof AppError && isMissing(error)) return null;
    throw error;
  });
  if (opened === null) return null;
  const { release, inputs, asked } = opened;
  const hasRule = inputs.rules.some(({ state }) => state === "enabled");
  if (!hasRule && (inputs.inventory?.entries.length ?? 0) === 0) return null;
  const { techniques, summary } = buildCoverage(release, inputs, asked);
  return {
    states: STANDINGS.map((standing) => ({
      state: standing,
      label: STANDING_LOOKS[standing].label,
      meaning: STANDING_LOOKS[standing].meaning,
      count: summary[standing],
    })),
    techniques: BY_NEED.flatMap((standing) =>
      techniques.filter((one) => standingOf(one.state, one.detection) === standing).map(toExported),
    ),
  };
}

function isMissing({ code }: AppError): boolean {
  return code === "version_not_found" || code === "knowledge_base_empty";
}

function toExported(technique: CoveredTechnique): SessionCoverage["techniques"][number] {
  const { attack_id, name, state, detection, family_state, log_sources: sources } = technique;
  const { label } = STANDING_LOOKS[standingOf(state, detection)];
  const family = STANDING_LOOKS[standingOf(family_state, technique.family_detection)].label;
  const own = technique.rules.filter(({ relation }) => relation === "own");
  const named = (isThere: boolean) =>
    sources.filter(({ covered }) => (covered !== "none") === isThere).map((source) => source.name);
  return {
    attack_id,
    name,
    state,
    label,
    family_state,
    family_label: family === label ? null : family,
    rules: own.slice(0, MAX_RULES).map(({ title }) => title),
    rule_count: technique.rule_count,
    collected: named(true),
    missing: named(false),
  };
}
