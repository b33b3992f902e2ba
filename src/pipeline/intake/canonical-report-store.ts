import { type SQL, sql } from "drizzle-orm";
import type { Report } from "./store.ts";

/** What makes two reports the same: see `identity.ts`. */
export type ReportKeys = Pick<Report, "url_key" | "title_key" | "foreign_key">;

/** What SQL finds a report by: its own id, or the keys of one that it repeats. */
export type ReportKey = Pick<Report, "id"> & ReportKeys;

/** The key of a report, of all that it has. */
export function reportKeyOf({ id, url_key, title_key, foreign_key }: ReportKey): ReportKey {
  return { id, url_key, title_key, foreign_key };
}

/**
 * SQL for the id of the canonical report of a submission: the one it made, or the one that it repeats;
 * null where there is neither.
 * @param key SQL for a `ReportKey` as JSON
 */
export function canonicalReport(key: SQL): SQL<string | null> {
  return sql<string | null>`coalesce(
    (select id from intake_reports where id = ${key}->>'$.id'),
    (select id from intake_reports where foreign_key = ${key}->>'$.foreign_key'),
    (select id from intake_reports where url_key = ${key}->>'$.url_key'),
    (select id from intake_reports where title_key = ${key}->>'$.title_key'))`;
}

/** The title of a report; null for one that is not there. */
export function titleOfReport(id: SQL): SQL<string | null> {
  return sql<string | null>`(select title from intake_reports where id = ${id})`;
}
