/** So long after a server's time, nothing of that time is added any more. */
const MARGIN_MS = 60_000;

/**
 * Where the next run resumes that has read what was added up to `last`: there, or a minute before this
 * run began where that is earlier, since what comes at the same time as the last one is not after it.
 * Times are ISO 8601.
 * @param last null where the server does not say when things were added
 */
export function settledTime(last: string | null, began: string): string {
  const settled = Date.parse(began) - MARGIN_MS;
  if (last !== null && Date.parse(last) < settled) return last;
  return new Date(settled).toISOString();
}
