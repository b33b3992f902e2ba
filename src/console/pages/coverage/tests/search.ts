import type { TestFilters, TestResult } from "../../../api/tests.ts";

export const RESULTS: readonly TestResult[] = ["detected", "missed", "blocked"];

/** What the tests are narrowed by, as the address has it. */
export interface TestSearch {
  attack_id?: string | undefined;
  result?: TestResult | undefined;
  /** Days. */
  since?: string | undefined;
  until?: string | undefined;
  page?: number | undefined;
}

/** A part of the state to change; what is undefined or empty goes out of the address. */
export type TestSearchChange = { [Key in keyof TestSearch]?: TestSearch[Key] | undefined };

/** The state after a change; another filter leads to its first page. */
export function afterTestChange(before: TestSearch, change: TestSearchChange): TestFilters {
  const { page: _page, ...rest } = before;
  const all = Object.entries({ ...rest, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== ""));
}
