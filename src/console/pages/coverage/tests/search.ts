import type { TestFilters, TestResult } from "../../../api/tests.ts";

export const RESULTS: readonly TestResult[] = ["detected", "missed", "blocked"];

/** The test filters from the address. */
export interface TestSearch {
  attack_id?: string | undefined;
  result?: TestResult | undefined;
  /** A day. */
  since?: string | undefined;
  until?: string | undefined;
  page?: number | undefined;
}

/** A state change. Undefined or empty fields are removed from the address. */
export type TestSearchChange = { [Key in keyof TestSearch]?: TestSearch[Key] | undefined };

/** Returns the state after a change. A filter change returns to the first page. */
export function afterTestChange(before: TestSearch, change: TestSearchChange): TestFilters {
  const { page: _page, ...rest } = before;
  const all = Object.entries({ ...rest, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== ""));
}
