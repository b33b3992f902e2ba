import type { IntakeReport, IntakeState, IntakeWanted } from "../../api/intake.ts";

/** Reports per page of the list. */
export const PAGE_SIZE = 100;

export const TEXTS = ["q", "source_id", "import_id", "names", "report"] as const;
export const DAYS = ["since", "until"] as const;
export const STATES = ["pending", "reviewing", "promoted", "rejected", "all"] as const;
export const SORTS = ["newest", "worth"] as const;

/** What a report can mention, in the order of the filter. */
export const REASONS = [
  ["new_techniques", "Techniques new to us"],
  ["exploited_cves", "Exploited CVEs"],
  ["groups", "Groups"],
  ["software", "Software"],
  ["cves", "CVEs"],
] as const;
export type Reason = (typeof REASONS)[number][0];

export type IntakeSearch = {
  [Key in (typeof TEXTS | typeof DAYS)[number]]?: string | undefined;
} & {
  status?: (typeof STATES)[number] | undefined;
  has?: Reason | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  page?: number | undefined;
};

/** Returns the search of an address with some changes, without empty values. */
export function changed(search: IntakeSearch, part: IntakeSearch): IntakeSearch {
  return Object.fromEntries(
    Object.entries({ ...search, ...part }).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
}

/** Returns the filters without empty ones and without the page's own display state. */
export function filtersOf({ status = "pending", ...search }: IntakeSearch) {
  const { q, source_id, import_id, names, since, until, has } = search;
  const given = { q, source_id, import_id, names, since, until, has };
  return {
    ...(status !== "all" && { status }),
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value !== ""),
    ) as Partial<Record<keyof typeof given, string>>),
  };
}

/** Returns whether any filter other than the state is set. */
export function isNarrowed(search: IntakeSearch): boolean {
  return Object.keys(filtersOf({ ...search, status: "all" })).length > 0;
}

/** Returns the query for the list page of an address. */
export function wantedOf(search: IntakeSearch): IntakeWanted {
  const { page = 1, sort = "newest" } = search;
  return {
    ...filtersOf(search),
    sort,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  };
}

/** Returns the address of an export of all reports that match the filters. */
export function exportAddress(search: IntakeSearch, format: "csv" | "ndjson"): string {
  const query = new URLSearchParams({ ...filtersOf(search), format });
  return `/api/pipeline/intake/export?${query.toString()}`;
}

/** Sorts reports in the same order as the service. */
export function compareReports(sort: "newest" | "worth" = "newest") {
  return (a: IntakeReport, b: IntakeReport): number => {
    const byWorth = sort === "worth" ? b.why.worth - a.why.worth : 0;
    if (byWorth !== 0) return byWorth;
    if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
    return a.id < b.id ? 1 : -1;
  };
}

/** The displayed names of states. */
export const STATE_NAMES: Readonly<Record<IntakeState, string>> = {
  pending: "Pending",
  reviewing: "Later",
  promoted: "Promoted",
  rejected: "Rejected",
};
