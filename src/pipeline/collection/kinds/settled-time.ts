/** Delay after which a server adds no more objects with a given time. */
const MARGIN_MS = 60_000;

/**
 * Returns where the run after one that read everything up to `last` resumes: there, or a minute before this run
 * began if that is earlier, because later items may have the same time as the last one. Times are ISO 8601.
 * @param last null if the server does not state when items were added
 */
export function settledTime(last: string | null, began: string): string {
  const settled = Date.parse(began) - MARGIN_MS;
  if (last !== null && Date.parse(last) < settled) return last;
  return new Date(settled).toISOString();
}
