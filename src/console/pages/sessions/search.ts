import type { ReviewState } from "../../parts/review-state/review-state.ts";

/** Text filters of the list. */
export const TEXTS = ["search", "technique", "group", "software", "tag", "assignee"] as const;
/** Choices that filter or sort the list, the default first. */
export const STATUSES = [
  ["completed", "Completed"],
  ["processing", "Being analyzed"],
  ["failed", "Failed"],
] as const;
export const ORDERS = [
  ["newest", "Newest first"],
  ["oldest", "Oldest first"],
  ["name", "By name"],
  ["techniques", "By techniques"],
] as const;
export type Filters = { [Name in (typeof TEXTS)[number]]?: string | undefined } & {
  review_state?: ReviewState | undefined;
  status?: (typeof STATUSES)[number][0] | undefined;
  order?: (typeof ORDERS)[number][0] | undefined;
};

const NAMES = [...TEXTS, "review_state", "status", "order"] as const;

/** Returns the filters of an address, without other parameters. */
export function filtersOf(search: Filters): Filters {
  const given = NAMES.filter((name) => search[name] !== undefined && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, search[name]]));
}
