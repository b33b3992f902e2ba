import type { Context } from "../context.ts";
import { readRoom } from "../quotas/require-room.ts";
import type { RuledMatch } from "./match-store.ts";
import { keyOf } from "./vocabulary.ts";

/** Those matches for which there is room, known ones first, and how many there is none for. */
export async function fitQuota(
  context: Context,
  matches: readonly RuledMatch[],
): Promise<{ matches: readonly RuledMatch[]; left: number }> {
  const admitted = matches.filter(({ rule }) => rule === null);
  const room = (await readRoom(context))("observables");
  if (admitted.length <= room) return { matches, left: 0 };
  const known = await context.matches.findKnown(admitted);
  const fresh = new Set(admitted.map(keyOf).filter((key) => !known.has(key)));
  const refused = new Set([...fresh].slice(room));
  return {
    matches: matches.filter((match) => match.rule !== null || !refused.has(keyOf(match))),
    left: refused.size,
  };
}
