/** The id of the search field. */
export const SEARCH_ID = "technique-search";

/** The id of the list of techniques. */
export const LIST_ID = "technique-list";

/** Returns the element id of a technique's row. */
export function rowId(attackId: string): string {
  return `technique-${attackId}`;
}
