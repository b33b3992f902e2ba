import { type SQL, sql } from "drizzle-orm";
import type { Report } from "./store.ts";

/** The keys that make two reports the same: see `identity.ts`. */
export type ReportKeys = Pick<Report, "url_key" | "title_key" | "foreign_key">;

/** The key by which SQL finds a report: its ID, or the keys of one that it repeats. */
export type ReportKey = Pick<Report, "id"> & ReportKeys;

/** Picks the key of a report from its fields. */
export function reportKeyOf({ id, url_key, title_key, foreign_key }: ReportKey): ReportKey {
  return { id, url_key, title_key, foreign_key };
}

/**
 * Returns SQL for the ID of a submission's canonical report: the one it created, or the one that it repeats. Null
 * if there is neither.
 * @param key SQL for a `ReportKey` as JSON
 */
export function canonicalReport(key: SQL): SQL<string | null> {
  return sql<string | null>`coalesce(
    (select id from intake_reports where id = ${key}->>'$.id'),
    (select id from intake_reports where foreign_key = ${key}->>'$.foreign_key'),
    (select id from intake_reports where url_key = ${key}->>'$.url_key'),
    (select id from intake_reports where title_key = ${key}->>'$.title_key'))`;
}

/** Returns SQL for the title of a report, or null if it does not exist. */
export function titleOfReport(id: SQL): SQL<string | null> {
  return sql<string | null>`(select title from intake_reports where id = ${id})`;
}
