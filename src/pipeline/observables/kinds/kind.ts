/** A kind of observable. */
export interface Kind {
  /** The form of a value, for the error message that rejects one: "an IPv4 address". */
  form: string;
  /** Returns the normalized form of a refanged value, or null if it is not of this kind. */
  normalise(value: string): string | null;
  /**
   * Days an observable remains active after it was last seen. Null for values that never change hands, such as file
   * hashes (docs/observables.md gives the reasons).
   */
  activeDays: number | null;
}
