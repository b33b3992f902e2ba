/** Confidence, 0 to 100, of values in a text, of marked indicators, and of analysts' entries. */
export const CONFIDENCE = { text: 50, marked: 75, manual: 80 } as const;
