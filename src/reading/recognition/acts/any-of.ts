/** What a sentence may match. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * Patterns of which one is enough. Those that ask for Unicode's letters stand by themselves: in any case (`i`) and
 * with the flag that they need (`u`) a pattern takes four times as long as without.
 */
export function anyOf(...patterns: readonly RegExp[]): Pattern {
  return { test: (text) => patterns.some((pattern) => pattern.test(text)) };
}
