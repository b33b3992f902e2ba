import {
  ADVICE,
  ADVICE_SIGN,
  DATED,
  RETRIEVED,
  SURE_IMPERATIVE,
  UNSURE_IMPERATIVE,
  WATCH,
} from "./aside-words.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";
import type { Place } from "./sections.ts";

/** Checks of the sentences around one, computed on request. */
export interface Surroundings {
  /** Whether it is next to advice, where an imperative is advice too. */
  isAmongAdvice(): boolean;
  /** Whether it is in a list that a sentence about activity introduces. */
  isInListOfActs(): boolean;
  /** Whether it is the title of a source, between the publication date and the retrieval date. */
  isCitation(): boolean;
}

const LOOK_BACK = 4;
/** "Figure 4." ends like a sentence. */
const CAPTION_LABEL = /^\W*(?:fig(?:ure)?\.?|image|screenshot|exhibit|abbildung) \d{1,3}\.$/iu;

/**
 * @param places of all sentences
 * @param wordsAt returns the words of a sentence, or none if the sentence does not exist
 */
export function surroundingsOf(
  places: readonly Place[],
  wordsAt: (index: number) => string,
  index: number,
): Surroundings {
  return {
    isAmongAdvice: () => isAmongAdvice(wordsAt, index),
    isInListOfActs: () => isInListOfActs(places, wordsAt, index),
    isCitation: () => RETRIEVED.test(wordsAt(index + 1)) || DATED.test(wordsAt(index - 1)),
  };
}

function isAmongAdvice(wordsAt: (index: number) => string, index: number): boolean {
  const next = wordsAt(index + 1);
  if (SURE_IMPERATIVE.test(next) || WATCH.test(next)) return true;
  for (let at = index - 1; at >= Math.max(0, index - LOOK_BACK); at -= 1) {
    const words = wordsAt(at);
    if (SURE_IMPERATIVE.test(words)) return true;
    if (!UNSURE_IMPERATIVE.test(words)) return ADVICE.test(words) && !reportsAct(words);
    if (ADVICE_SIGN.test(words)) return true;
  }
  return false;
}

const MAX_LIST = 12;

/**
 * Returns whether an item belongs to a list that a sentence about activity introduces. After "the malware attempts
 * to:", commands are not instructions to the reader.
 */
function isInListOfActs(
  places: readonly Place[],
  wordsAt: (index: number) => string,
  index: number,
): boolean {
  for (let at = index - 1; at >= Math.max(0, index - MAX_LIST); at -= 1) {
    const words = wordsAt(at);
    if (words.endsWith(":")) return reportsAct(words) || reportsNamedAct(words);
    const isListed = places[at]?.isItem === true;
    if (!isListed && !SURE_IMPERATIVE.test(words) && !UNSURE_IMPERATIVE.test(words)) return false;
  }
  return false;
}

/** Returns the label of a caption with a space if it was split from the sentence, else an empty string. */
export function captionLabel(
  wordsAt: (index: number) => string,
  places: readonly Place[],
  index: number,
): string {
  if (places[index - 1]?.block !== places[index]?.block) return "";
  const label = wordsAt(index - 1);
  return CAPTION_LABEL.test(label) && !wordsAt(index).endsWith(".") ? `${label} ` : "";
}
