import { requireDomain } from "../../knowledge/attack/release-identity.ts";
import { refreshSubjects } from "../sessions/subjects/refresh-subjects.ts";
import type { TrendDeps } from "./deps.ts";
import type { TrendReportsQuery } from "./params.ts";
import { REQUEST_ROUNDS } from "./read-trends.ts";

const EARLIEST = "0000-01-01";

/**
 * Lists the reports behind a count of the trends, newest first.
 * @throws AppError `unknown_domain`
 */
export async function listTrendReports(deps: TrendDeps, query: TrendReportsQuery) {
  const { domain, of: kind, review, id, since = EARLIEST, until, ...page } = query;
  requireDomain(domain);
  await refreshSubjects(deps, REQUEST_ROUNDS);
  const span = { since, until: until ?? deps.now().slice(0, 10) };
  return await deps.trends.listReports({ domain, kind, review }, id, span, page);
}
