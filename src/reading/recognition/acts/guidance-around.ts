import type { AsideReason } from "./aside-reasons.ts";
import { SURE_IMPERATIVE, UNSURE_IMPERATIVE } from "./aside-words.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";
import type { Place } from "./sections.ts";

const MAX_BACK = 4;

/**
 * Returns the reason to exclude a sentence because of its neighbors, if it reports no activity itself: it explains the
 * advice at the start of its paragraph or list item, or is between pieces of advice. Returns null if it is independent.
 * @param places of all sentences
 * @param wordsAt returns the words of a sentence
 * @param reasonOf returns why the words of a sentence alone describe no activity, or null
 */
export function guidanceAround(
  places: readonly Place[],
  index: number,
  wordsAt: (index: number) => string,
  reasonOf: (index: number) => AsideReason | null,
): AsideReason | null {
  const tellsOfAct = (at: number) => reportsAct(wordsAt(at)) || reportsNamedAct(wordsAt(at));
  // Only direct instructions to the reader affect their neighbors.
  const instruction = (at: number) => {
    if (at < 0 || at >= places.length) return null;
    const words = wordsAt(at);
    if (!SURE_IMPERATIVE.test(words) && !UNSURE_IMPERATIVE.test(words)) return null;
    const reason = reasonOf(at);
    return reason === "advice" || reason === "detection" ? reason : null;
  };
  const before = instruction(index - 1);
  if (before !== null && instruction(index + 1) !== null) return tellsOfAct(index) ? null : before;
  // The check for activity comes last, because it is the most expensive.
  for (let at = index - 1; at >= Math.max(0, index - MAX_BACK); at -= 1) {
    if (places[at]?.block !== places[at + 1]?.block) return null;
    const reason = instruction(at);
    if (reason === null) continue;
    for (let between = at + 1; between <= index; between += 1) {
      if (tellsOfAct(between)) return null;
    }
    return reason;
  }
  return null;
}
