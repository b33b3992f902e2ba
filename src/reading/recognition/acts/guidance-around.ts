import type { AsideReason } from "./aside-reasons.ts";
import { SURE_IMPERATIVE, UNSURE_IMPERATIVE } from "./aside-words.ts";
import type { Span } from "../../../text/document/document.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";

const MAX_BACK = 4;
const NEW_ITEM = /\n\s*\n|\f|\n\s*(?:[•▪●○*□‣–-]|o\s|\d{1,2}[.)]\s|[a-z][.)]\s)/u;

/**
 * What a sentence that tells of no act itself has from those around it: it explains the advice at the
 * beginning of its paragraph or list item, or stands between pieces of advice. Null where it stands
 * for itself.
 * @param wordsAt the words of a sentence
 * @param reasonOf why the words of a sentence alone tell of no act, or null
 */
export function guidanceAround(
  text: string,
  sentences: readonly Span[],
  index: number,
  wordsAt: (index: number) => string,
  reasonOf: (index: number) => AsideReason | null,
): AsideReason | null {
  const tellsOfAct = (at: number) => reportsAct(wordsAt(at)) || reportsNamedAct(wordsAt(at));
  // Only what tells the reader to do something says as much of its neighbours.
  const instruction = (at: number) => {
    if (at < 0 || at >= sentences.length) return null;
    const words = wordsAt(at);
    if (!SURE_IMPERATIVE.test(words) && !UNSURE_IMPERATIVE.test(words)) return null;
    const reason = reasonOf(at);
    return reason === "advice" || reason === "detection" ? reason : null;
  };
  const before = instruction(index - 1);
  if (before !== null && instruction(index + 1) !== null) return tellsOfAct(index) ? null : before;
  // Whether anything tells of an act is asked last: it costs most.
  for (let at = index - 1; at >= Math.max(0, index - MAX_BACK); at -= 1) {
    if (isApart(text, sentences, at)) return null;
    const reason = instruction(at);
    if (reason === null) continue;
    for (let between = at + 1; between <= index; between += 1) {
      if (tellsOfAct(between)) return null;
    }
    return reason;
  }
  return null;
}

/** Whether another paragraph or item begins behind a sentence, as far as the text shows it. */
function isApart(text: string, sentences: readonly Span[], index: number): boolean {
  const { start, end } = sentences[index] ?? { start: 0, end: 0 };
  const next = sentences[index + 1] ?? { start: end, end };
  const between = text.slice(end, next.start);
  if (NEW_ITEM.test(`${between}${text.slice(next.start, next.start + 4)}`)) return true;
  return between.includes("\n") && !/[.!?:]["”’)\]]*$/u.test(text.slice(start, end));
}
