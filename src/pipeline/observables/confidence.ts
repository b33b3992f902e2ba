/** Confidence, 0 to 100, of what stands in a text, of a marked indicator, and of an analyst's entry. */
export const CONFIDENCE = { text: 50, marked: 75, manual: 80 } as const;
