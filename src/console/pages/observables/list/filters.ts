import type { ObservablesWanted } from "../../../api/observables.ts";
import { KIND_NAMES, ROLES } from "../shown/words.ts";

/** The filters from the address. Several kinds or roles are comma-separated. */
export interface Filters {
  q?: string | undefined;
  kind?: string | undefined;
  role?: string | undefined;
  tag?: string | undefined;
  min_confidence?: string | undefined;
  session_id?: string | undefined;
  report_id?: string | undefined;
  first_seen_since?: string | undefined;
  first_seen_until?: string | undefined;
  last_seen_since?: string | undefined;
  last_seen_until?: string | undefined;
  origin?: "extracted" | "manual" | undefined;
  active?: boolean | undefined;
  min_reports?: string | undefined;
}

/** The sort order; by default last seen first. */
export type Order = Pick<ObservablesWanted, "sort" | "order">;

/** Observables per page of the list. */
export const PAGE = 50;

/** Returns the filters of an address, without unknown kinds and roles. */
export function knownOf({ kind, role, ...rest }: Filters): Filters {
  // An import may introduce other kinds.
  const isKind = (one: string) => Object.hasOwn(KIND_NAMES, one) || one.includes(":");
  return {
    ...rest,
    kind: membersOf(kind, isKind),
    role: membersOf(role, (one) => Object.hasOwn(ROLES, one)),
  };
}

const membersOf = (list = "", isKnown: (one: string) => boolean) =>
  list.split(",").filter(isKnown).join(",");

/** Returns the filters that are set. */
export function givenFilters(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** Returns the query for a page of the list. */
export function wantedOf(filters: Filters, page: number, order: Order = {}): ObservablesWanted {
  // The service rejects invalid values and names the valid ones.
  const wanted = textsOf(filters) as unknown as ObservablesWanted;
  return { ...wanted, ...order, limit: PAGE, offset: (page - 1) * PAGE };
}

/** Returns the address of an export of all matching observables, without paging. */
export function exportAddress(filters: Filters, format: string, isDefanged: boolean): string {
  const defang = isDefanged ? { defang: "true" } : {};
  const query = new URLSearchParams({ ...textsOf(filters), format, ...defang });
  return `/api/pipeline/observables/export?${query.toString()}`;
}

function textsOf(filters: Filters): Record<string, string> {
  const entries = Object.entries(givenFilters(filters));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
