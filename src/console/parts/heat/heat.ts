/** The color intensity of a cell: 0 none, 5 strongest. Each step has design tokens. */
export type Heat = 0 | 1 | 2 | 3 | 4 | 5;

export const HEATS = [1, 2, 3, 4, 5] as const;

/** Returns the step of a share between 0 and 1. Every value above 0 is visible. */
export function heatOf(share: number): Heat {
  const step = Math.ceil(Math.min(Math.max(share, 0), 1) * HEATS.length);
  return HEATS[Math.max(step, 1) - 1] ?? 0;
}
