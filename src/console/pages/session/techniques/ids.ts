/** The field that filters the list. */
export const FILTER_ID = "technique-filter";

/** The element of a technique's row. */
export function rowId(attackId: string): string {
  return `technique-${attackId}`;
}
