/** What a kind of observables is. */
export interface Kind {
  /** What a value looks like, for the sentence that refuses one: "an IPv4 address". */
  form: string;
  /** The form of a refanged value that is compared, or null where it is none of this kind. */
  normalise(value: string): string | null;
  /**
   * Days for which an observable is active after it was last seen; null for what does not pass to
   * anybody else, as the hash of a file (docs/observables.md says why which).
   */
  activeDays: number | null;
}
