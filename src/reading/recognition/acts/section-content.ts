import { ADVICE, SURE_IMPERATIVE, UNSURE_IMPERATIVE } from "./aside-words.ts";
import type { Span } from "../../../text/document/document.ts";
import { foldBlanks } from "../../../text/document/fold-blanks.ts";
import { foreignWordsOf } from "./foreign-words.ts";
import { reportsNamedAct } from "./reports-act.ts";

/** Sentences below a heading that are looked at, and with the headings between them. */
const MAX_READ = 8;
const MAX_LOOK = 12;
/** What stands below a heading: how many of the sentences are for defenders, how many tell of acts. */
export interface Content {
  read: number;
  advising: number;
  /** Advice in so many words, which no list of a malware's commands could be. */
  surely: number;
  acts: number;
  /** Whether an act comes before any advice. */
  beginsWithAct: boolean;
}

/** Counts what stands below the heading at `index`, down to the next one. */
export function contentBelow(
  text: string,
  sentences: readonly Span[],
  index: number,
  isHeadingAt: (index: number) => boolean,
): Content {
  const content = { read: 0, advising: 0, surely: 0, acts: 0, beginsWithAct: false };
  const last = Math.min(sentences.length - 1, index + MAX_LOOK);
  for (let at = index + 1; at <= last && content.read < MAX_READ; at += 1) {
    if (isHeadingAt(at)) {
      if (content.read > 0) break;
      continue;
    }
    const { start, end } = sentences[at] ?? { start: 0, end: 0 };
    const words = foldBlanks(text.slice(start, end));
    content.read += 1;
    if (reportsNamedAct(words)) {
      content.beginsWithAct ||= content.surely + content.advising === 0;
      content.acts += 1;
    } else if (foreignWordsOf(words)?.advice.test(words) === true) content.surely += 1;
    else if (SURE_IMPERATIVE.test(words) || ADVICE.test(words)) content.surely += 1;
    else if (UNSURE_IMPERATIVE.test(words)) content.advising += 1;
  }
  content.advising += content.surely;
  return content;
}

/** Whether one of the next two sentences looks like advice; cheap, since every heading is asked. */
export function mayBeAdvice(text: string, sentences: readonly Span[], index: number): boolean {
  return sentences.slice(index + 1, index + 3).some(({ start, end }) => {
    const words = text.slice(start, end);
    return SURE_IMPERATIVE.test(words) || /\b(?:should|must|recommend)/u.test(words);
  });
}

/** Whether what stands below a heading goes on advising. */
export function keepsAdvising({ read, advising, acts, beginsWithAct }: Content): boolean {
  return !beginsWithAct && advising > acts && advising * 2 >= read;
}

/** Whether what stands below a heading tells of acts before it advises, or rather than that. */
export function tellsOfActs({ advising, acts, beginsWithAct }: Content): boolean {
  return beginsWithAct || acts > advising;
}

/** Whether what stands below a heading that says nothing itself is advice. */
export function isAllAdvice({ read, surely, acts }: Content): boolean {
  return acts === 0 && surely >= 3 && surely * 3 >= read * 2;
}

/** Whether a sentence is part of an article: whole, and longer than a menu's entry. */
export function isProse(words: string): boolean {
  if (!/[.!?。！？]["”’)\]]*$/u.test(words)) return false;
  // A Chinese character says as much as several letters.
  return words.length >= MIN_PROSE || (words.match(/\p{Script=Han}/gu)?.length ?? 0) >= MIN_SIGNS;
}

const MIN_PROSE = 60;
const MIN_SIGNS = 20;
