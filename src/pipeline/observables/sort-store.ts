import { asc, desc, type SQL, sql } from "drizzle-orm";
import { observables } from "./tables.ts";
import type { ObservableSort } from "./vocabulary.ts";

/** The order of a list. Without one, the chosen index determines it. */
export interface ObservableOrder {
  sort: ObservableSort;
  order: "asc" | "desc";
}

const mentions = sql`from observable_sources s
  where s.kind = ${observables.kind} and s.normalized_value = ${observables.normalized_value}`;

/** Matches observables that at least this many reports and sessions mention. Counting stops at this number. */
export function hasReports(least: number): SQL {
  return sql`exists (select 1 ${mentions} limit 1 offset ${least - 1})`;
}

/** Placeholder date that sorts values without expiry last when the first to expire come first. */
const NEVER = "9999";

const COLUMNS: Record<ObservableSort, SQL> = {
  value: sql`${observables.normalized_value}`,
  kind: sql`${observables.kind}`,
  role: sql`${observables.role}`,
  confidence: sql`${observables.confidence}`,
  reports: sql`(select count(*) ${mentions})`,
  first_seen: sql`${observables.first_seen_at}`,
  last_seen: sql`${observables.last_seen_at}`,
  expires: sql`coalesce(${observables.expires_at}, ${NEVER})`,
  tags: sql`${observables.tags}`,
};

/** Returns a complete order for a list: equal rows are sorted by value, then by ID. */
export function orderOf({ sort, order }: ObservableOrder): SQL[] {
  const direction = order === "asc" ? asc : desc;
  return [direction(COLUMNS[sort]), asc(observables.normalized_value), asc(observables.id)];
}
