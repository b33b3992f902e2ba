import type { AsideReason } from "./aside-reasons.ts";
import { SURE_IMPERATIVE, UNSURE_IMPERATIVE } from "./aside-words.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";
import type { Place } from "./sections.ts";

const MAX_BACK = 4;

/**
 * What a sentence that tells of no act itself has from those around it: it explains the advice at the
 * beginning of its paragraph or list item, or stands between pieces of advice. Null where it stands
 * for itself.
 * @param places of all sentences
 * @param wordsAt the words of a sentence
 * @param reasonOf why the words of a sentence alone tell of no act, or null
 */
export function guidanceAround(
  places: readonly Place[],
  index: number,
  wordsAt: (index: number) => string,
  reasonOf: (index: number) => AsideReason | null,
): AsideReason | null {
  const tellsOfAct = (at: number) => reportsAct(wordsAt(at)) || reportsNamedAct(wordsAt(at));
  // Only what tells the reader to do something says as much of its neighbors.
  const instruction = (at: number) => {
    if (at < 0 || at >= places.length) return null;
    const words = wordsAt(at);
    if (!SURE_IMPERATIVE.test(words) && !UNSURE_IMPERATIVE.test(words)) return null;
    const reason = reasonOf(at);
    return reason === "advice" || reason === "detection" ? reason : null;
  };
  const before = instruction(index - 1);
  if (before !== null && instruction(index + 1) !== null) return tellsOfAct(index) ? null : before;
  // Whether anything tells of an act is asked last: it costs most.
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
