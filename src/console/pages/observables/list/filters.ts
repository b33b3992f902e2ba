import type { ObservablesWanted } from "../../../api/observables.ts";
import { KIND_NAMES, ROLES } from "../shown/words.ts";

/** What the list is narrowed by, as the address has it; several kinds or roles stand with commas. */
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

/** How the list is sorted; the last seen first without it. */
export type Order = Pick<ObservablesWanted, "sort" | "order">;

/** Observables on a page of the list. */
export const PAGE = 50;

/** Returns the filters of an address, without kinds and roles that no observable has. */
export function knownOf({ kind, role, ...rest }: Filters): Filters {
  // An import may bring kinds of its own.
  const isKind = (one: string) => Object.hasOwn(KIND_NAMES, one) || one.includes(":");
  return {
    ...rest,
    kind: membersOf(kind, isKind),
    role: membersOf(role, (one) => Object.hasOwn(ROLES, one)),
  };
}

const membersOf = (list = "", isKnown: (one: string) => boolean) =>
  list.split(",").filter(isKnown).join(",");

/** The filters that narrow the list. */
export function givenFilters(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** A page of the list, as the service takes it. */
export function wantedOf(filters: Filters, page: number, order: Order = {}): ObservablesWanted {
  // What is none is refused by the service, which names what it takes.
  const wanted = textsOf(filters) as unknown as ObservablesWanted;
  return { ...wanted, ...order, limit: PAGE, offset: (page - 1) * PAGE };
}

/** Where all observables that fit are to be had in a format, without paging. */
export function exportAddress(filters: Filters, format: string, isDefanged: boolean): string {
  const defang = isDefanged ? { defang: "true" } : {};
  const query = new URLSearchParams({ ...textsOf(filters), format, ...defang });
  return `/api/pipeline/observables/export?${query.toString()}`;
}

function textsOf(filters: Filters): Record<string, string> {
  const entries = Object.entries(givenFilters(filters));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
