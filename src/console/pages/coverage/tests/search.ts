import type { TestResult } from "../../../api/tests.ts";

const RESULTS: readonly TestResult[] = ["detected", "missed", "blocked"];
const TEXTS = ["attack_id", "since", "until"] as const;

/** What the tests are narrowed by, as the address has it. */
export interface TestSearch {
  attack_id?: string;
  result?: TestResult;
  /** Days. */
  since?: string;
  until?: string;
  page?: number;
}

/** A part of the state to change; what is undefined or empty goes out of the address. */
export type TestSearchChange = { [Key in keyof TestSearch]?: TestSearch[Key] | undefined };

/** The state that an address tells; what it does not understand is left out. */
export function readTestSearch(search: Record<string, unknown>): TestSearch {
  const read: TestSearch = {};
  for (const name of TEXTS) {
    const value = search[name];
    if (typeof value === "string" && value !== "") read[name] = value;
  }
  const result = RESULTS.find((one) => one === search["result"]);
  const page = Number(search["page"]);
  return {
    ...read,
    ...(result !== undefined && { result }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** The state after a change; another filter leads to its first page. */
export function afterTestChange(before: TestSearch, change: TestSearchChange): TestSearch {
  const { page: _page, ...rest } = before;
  const all = Object.entries({ ...rest, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== ""));
}
