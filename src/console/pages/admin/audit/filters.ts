import type { AuditWanted } from "../../../api/audit.ts";

/** What the trail is narrowed by, as the address has it; days are those of the reader. */
export interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** The filters as the service takes them; what is no day is left out. */
export function wantedOf({ since, until, ...rest }: AuditFilters): AuditWanted {
  const from = momentOf(since, "T00:00:00.000");
  const to = momentOf(until, "T23:59:59.999");
  const given = Object.entries({ ...rest, since: from, until: to }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  // What is no action and no object is refused by the service, which names what it takes.
  return Object.fromEntries(given);
}

function momentOf(day: string | undefined, time: string): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const moment = new Date(`${day}${time}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The address of the export of what fits. */
export function exportAddress(filters: AuditFilters): string {
  const query = new URLSearchParams(wantedOf(filters) as Record<string, string>).toString();
  return `/api/pipeline/audit/export${query === "" ? "" : `?${query}`}`;
}
