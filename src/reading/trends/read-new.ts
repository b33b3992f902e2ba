import { requireDomain } from "../../knowledge/attack/release-identity.ts";
import { refreshSubjects } from "../sessions/subjects/refresh-subjects.ts";
import type { SubjectKind } from "../sessions/subjects/vocabulary.ts";
import type { TrendDeps } from "./deps.ts";
import type { NewQuery } from "./params.ts";
import { addDays } from "./periods.ts";
import { REQUEST_ROUNDS } from "./read-trends.ts";
import type { NewInReports } from "./schema.ts";

/**
 * Returns the subjects that no report named before the last days.
 * @throws AppError `unknown_domain`
 */
export async function readNew(
  deps: TrendDeps,
  { domain, days, limit }: NewQuery,
): Promise<NewInReports> {
  requireDomain(domain);
  const pending = await refreshSubjects(deps, REQUEST_ROUNDS);
  const until = deps.now().slice(0, 10);
  const span = { since: addDays(until, 1 - days), until };
  const list = async (kind: SubjectKind) =>
    await deps.trends.listNew({ domain, kind }, span, limit);
  const [techniques, groups, software, vulnerabilities] = await Promise.all([
    list("techniques"),
    list("groups"),
    list("software"),
    list("vulnerabilities"),
  ]);
  return { domain, ...span, techniques, groups, software, vulnerabilities, pending };
}
