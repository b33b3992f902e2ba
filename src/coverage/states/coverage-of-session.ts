import { AppError } from "../../platform/lib/errors.ts";
import type { SessionCoverage } from "../../sharing/exports/content/session-coverage.ts";
import { buildCoverage } from "./build-coverage.ts";
import type { CoverageDeps } from "./deps.ts";
import { STATE_LOOKS } from "./exports/state-looks.ts";
import { openCoverage } from "./read-coverage.ts";
import type { CoveredTechnique } from "./schema.ts";
import { BY_NEED, COVERAGE_STATES } from "./vocabulary.ts";

const MAX_RULES = 3;

/**
 * What the team would see of a session, for its exports; null where the team has neither an inventory
 * nor an enabled rule, and where the release is not there.
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
    states: COVERAGE_STATES.map((state) => ({
      state,
      label: STATE_LOOKS[state].label,
      meaning: STATE_LOOKS[state].meaning,
      count: summary[state],
    })),
    techniques: BY_NEED.flatMap((state) =>
      techniques.filter((technique) => technique.state === state).map(toExported),
    ),
  };
}

function isMissing({ code }: AppError): boolean {
  return code === "version_not_found" || code === "knowledge_base_empty";
}

function toExported(technique: CoveredTechnique): SessionCoverage["techniques"][number] {
  const { attack_id, name, state, family_state, log_sources: sources } = technique;
  const own = technique.rules.filter(({ relation }) => relation === "own");
  const named = (isThere: boolean) =>
    sources.filter(({ covered }) => (covered !== "none") === isThere).map((source) => source.name);
  return {
    attack_id,
    name,
    state,
    label: STATE_LOOKS[state].label,
    family_state,
    family_label: family_state === state ? null : STATE_LOOKS[family_state].label,
    rules: own.slice(0, MAX_RULES).map(({ title }) => title),
    rule_count: technique.rule_count,
    collected: named(true),
    missing: named(false),
  };
}
