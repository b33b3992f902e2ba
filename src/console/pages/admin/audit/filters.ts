import type { AuditWanted } from "../../../api/audit.ts";
import { ACTIONS, OBJECTS } from "./words.ts";

/** The filters of the trail from the address. Days are in the user's time zone. */
export interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Returns the filters of an address, without unknown actions and objects. */
export function knownOf({ action, object_type: type, ...rest }: AuditFilters): AuditFilters {
  return {
    ...rest,
    action: Object.hasOwn(ACTIONS, action ?? "") ? action : undefined,
    object_type: Object.hasOwn(OBJECTS, type ?? "") ? type : undefined,
  };
}

/** Returns the filters as query parameters of the API. */
export function wantedOf({ since, until, ...rest }: AuditFilters): AuditWanted {
  const from = momentOf(since, "T00:00:00.000");
  const to = momentOf(until, "T23:59:59.999");
  const given = Object.entries({ ...rest, since: from, until: to }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(given);
}

function momentOf(day: string | undefined, time: string): string | undefined {
  return day === undefined || day === "" ? undefined : new Date(`${day}${time}`).toISOString();
}

/** Returns the address of an export of the matching entries. */
export function exportAddress(filters: AuditFilters): string {
  const query = new URLSearchParams(wantedOf(filters) as Record<string, string>).toString();
  return `/api/pipeline/audit/export${query === "" ? "" : `?${query}`}`;
}
