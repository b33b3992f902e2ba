/** What part of a list is wanted; `limit` undefined means all of it. */
export interface Page {
  limit?: number | undefined;
  offset: number;
}

/** A list and how many entries it has before paging. */
export interface Paged<T> {
  items: T[];
  total: number;
}
