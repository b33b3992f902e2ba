import type { ObservableDeps } from "./deps.ts";
import type { RuledMatch } from "./found.ts";
import { keyOf } from "./vocabulary.ts";

/**
 * Returns the matches that fit the quota, known ones first, and how many do not fit.
 * @param room how many observables may be added
 */
export async function fitQuota(
  deps: ObservableDeps,
  matches: readonly RuledMatch[],
  room: number,
): Promise<{ matches: readonly RuledMatch[]; left: number }> {
  const admitted = matches.filter(({ suppressed }) => suppressed === null);
  if (admitted.length <= room) return { matches, left: 0 };
  const known = await deps.matches.findKnown(admitted);
  const fresh = new Set(admitted.map(keyOf).filter((key) => !known.has(key)));
  const refused = new Set([...fresh].slice(room));
  return {
    matches: matches.filter((match) => match.suppressed !== null || !refused.has(keyOf(match))),
    left: refused.size,
  };
}
