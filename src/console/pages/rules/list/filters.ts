import type { RulesWanted, RuleState } from "../../../api/rules.ts";

/** The filters from the address. */
export interface Filters {
  q?: string | undefined;
  state?: RuleState | undefined;
  level?: string | undefined;
  status?: string | undefined;
  technique_id?: string | undefined;
  include?: "subtechniques" | undefined;
  product?: string | undefined;
  category?: string | undefined;
  service?: string | undefined;
  language?: string | undefined;
}

const PAGE = 50;

/** Returns the number of pages of a list. */
export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE));

/** Returns the filters that are set. */
export function givenFilters(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** Returns the query for a page of the list. */
export function wantedOf(filters: Filters, page: number): RulesWanted {
  // The service rejects invalid values and names the valid ones.
  const wanted = givenFilters(filters) as unknown as RulesWanted;
  return { ...wanted, limit: PAGE, offset: (page - 1) * PAGE };
}
