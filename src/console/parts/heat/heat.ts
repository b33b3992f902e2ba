/** How strongly a cell is coloured: 0 not at all, 5 most; each step has its tokens. */
export type Heat = 0 | 1 | 2 | 3 | 4 | 5;

export const HEATS = [1, 2, 3, 4, 5] as const;

/** The step of a share between 0 and 1; whatever is there at all is seen. */
export function heatOf(share: number): Heat {
  const step = Math.ceil(Math.min(Math.max(share, 0), 1) * HEATS.length);
  return HEATS[Math.max(step, 1) - 1] ?? 0;
}
