import { requireDomain } from "../../knowledge/attack/release-identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { DATED_BY } from "../entities/report-day.ts";
import { refreshSubjects } from "../sessions/subjects/refresh-subjects.ts";
import type { DatedBy } from "../sessions/subjects/trend-store.ts";
import type { TrendDeps } from "./deps.ts";
import type { TrendsQuery } from "./params.ts";
import { MAX_PERIODS, type PeriodPlan, planPeriods } from "./periods.ts";
import type { Trends } from "./schema.ts";

/** Rounds of changed analyses that a request updates, some hundreds. Housekeeping updates the rest. */
export const REQUEST_ROUNDS = 3;

/**
 * Counts the reports with the most frequent techniques, groups, software or vulnerabilities per period.
 * @throws AppError `unknown_domain`; `validation_error` for a span that is empty or too long
 */
export async function readTrends(deps: TrendDeps, query: TrendsQuery): Promise<Trends> {
  const { domain, of: kind, review, by, limit } = query;
  requireDomain(domain);
  const pending = await refreshSubjects(deps, REQUEST_ROUNDS);
  const plan = await planSpan(deps, query);
  const counted = { domain, kind, review };
  const [ranked, reports] = await Promise.all([
    deps.trends.rank(counted, plan, plan.before, limit),
    deps.trends.countReports(domain, plan, by),
  ]);
  const ids = ranked.items.map(({ id }) => id);
  const found = await deps.trends.countByPeriod(counted, ids, plan, by);
  const counts = new Map(found.map(({ id, period, count }) => [`${id} ${period}`, count]));
  const sum = (of: readonly { count: number }[]) => of.reduce((all, { count }) => all + count, 0);
  const dated = (role: DatedBy) => sum(reports.filter(({ dated_by: by_ }) => by_ === role));
  return {
    domain,
    of: kind,
    review,
    by,
    since: plan.since,
    until: plan.until,
    previous_since: plan.before.since,
    periods: plan.periods.map((period) => ({
      ...period,
      reports: sum(reports.filter((row) => row.period === period.since)),
    })),
    reports: sum(reports),
    dated_by: Object.fromEntries(DATED_BY.map((role) => [role, dated(role)])) as Trends["dated_by"],
    item_count: ranked.count,
    items: ranked.items.map((item) => ({
      ...item,
      counts: plan.periods.map(({ since }) => counts.get(`${item.id} ${since}`) ?? 0),
    })),
    pending,
  };
}

async function planSpan(
  deps: TrendDeps,
  { domain, by, since: from, until: to }: TrendsQuery,
): Promise<PeriodPlan> {
  const until = to ?? deps.now().slice(0, 10);
  const since = from === "first" ? ((await deps.trends.firstDay(domain, until)) ?? until) : from;
  const plan = planPeriods(by, since, until);
  if (plan !== null) return plan;
  const detail = `'since' must not be after 'until', and at most ${MAX_PERIODS} periods apart.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/since", detail }] });
}
