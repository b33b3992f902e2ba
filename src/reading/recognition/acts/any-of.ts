/** A pattern for sentences. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * Matches if any of the patterns matches. Patterns with Unicode letters are separate: with the flags for any case (`i`)
 * and Unicode (`u`), a pattern takes four times as long.
 */
export function anyOf(...patterns: readonly RegExp[]): Pattern {
  return { test: (text) => patterns.some((pattern) => pattern.test(text)) };
}
