import { activeIdsOf, whyNotTaken } from "../../../knowledge/attack/ids/resolve-id.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { CoverageTestDeps } from "./deps.ts";

/** Tolerated clock skew. */
const AHEAD_MS = 5 * 60 * 1000;
const DAY_CHARS = "2026-01-31".length;

/**
 * Returns the name of the tested technique in the current release of its domain.
 * @throws AppError `validation_error` for an id that resolves to no technique of the release
 */
export async function nameTested(
  deps: CoverageTestDeps,
  attackId: string,
  domain: string,
): Promise<string> {
  const index = await resolveIndex(deps, { domain });
  const known = await deps.knownIds.open();
  const [active] = activeIdsOf(attackId, index, known);
  const name = active === undefined ? undefined : index.techniques.get(active)?.name;
  if (name !== undefined) return name;
  throw invalid("/attack_id", `${attackId} ${whyNotTaken(attackId, index, known)}.`);
}

/** Returns the title of the tested rule. @throws AppError `validation_error` for an unknown rule */
export async function titleOfRule(
  deps: CoverageTestDeps,
  ruleId: string | null,
): Promise<string | null> {
  if (ruleId === null) return null;
  const rule = await deps.rules.find(ruleId);
  if (rule !== null) return rule.title;
  throw invalid("/rule_id", `There is no rule ${ruleId}.`);
}

/**
 * Returns the time of a test. A day means its first moment, but today means now, so that a test recorded today is newer
 * than all earlier records.
 * @throws AppError `validation_error` for a time in the future
 */
export function momentOf(testedAt: string, now: string): string {
  if (testedAt.length === DAY_CHARS && testedAt === now.slice(0, DAY_CHARS)) return now;
  const moment = Date.parse(testedAt);
  if (moment <= Date.parse(now) + AHEAD_MS) return new Date(moment).toISOString();
  throw invalid("/tested_at", "'tested_at' must not lie in the future.");
}

function invalid(pointer: string, detail: string): AppError {
  return new AppError("validation_error", detail, { errors: [{ pointer, detail }] });
}
