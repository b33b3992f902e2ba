/** The requested part of a list. An undefined `limit` means all of it. */
export interface Page {
  limit?: number | undefined;
  offset: number;
}

/** A page of a list, and the list's total length. */
export interface Paged<T> {
  items: T[];
  total: number;
}
