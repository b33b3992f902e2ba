import type { RulesWanted, RuleState } from "../../../api/rules.ts";

/** What the list is narrowed by, as the address has it. */
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

/** How many pages a list has. */
export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE));

/** The filters that narrow the list. */
export function givenFilters(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** A page of the list, as the service takes it. */
export function wantedOf(filters: Filters, page: number): RulesWanted {
  // What is none is refused by the service, which names what it takes.
  const wanted = givenFilters(filters) as unknown as RulesWanted;
  return { ...wanted, limit: PAGE, offset: (page - 1) * PAGE };
}
