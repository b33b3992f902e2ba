import { foldText } from "../../platform/lib/text.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";

/** Minimum share of the evidence's words in one passage. */
const SHARE = 0.6;
/** Minimum words. Fewer prove nothing. */
const MIN_WORDS = 3;
const WORD = /[\p{L}\p{N}]{4,}/gu;

/**
 * Creates a check whether evidence that is not a quotation paraphrases a passage of the text: most of its longer words
 * occur in one sentence or in two consecutive ones.
 */
export function createParaphraseFinder(outline: Outline): (evidence: string) => boolean {
  let passages: Map<string, number[]> | null = null;
  return (evidence) => {
    const words = wordsOf(evidence);
    if (words.size < MIN_WORDS) return false;
    passages ??= indexPassages(outline);
    const shared = new Map<number, number>();
    let most = 0;
    for (const word of words) {
      for (const passage of passages.get(word) ?? []) {
        const count = (shared.get(passage) ?? 0) + 1;
        shared.set(passage, count);
        most = Math.max(most, count);
      }
    }
    return most >= MIN_WORDS && most >= SHARE * words.size;
  };
}

/** Returns for each word the passages that contain it. Passage `n` is sentence `n` with the next one. */
function indexPassages(outline: Outline): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const text = bodyText(outline);
  for (const [at, { start, end }] of splitSentences(outline).entries()) {
    for (const word of wordsOf(text.slice(start, end))) {
      const known = places.get(word) ?? [];
      for (const passage of at === 0 ? [0] : [at - 1, at]) {
        if (known.at(-1) !== passage) known.push(passage);
      }
      places.set(word, known);
    }
  }
  return places;
}

function wordsOf(text: string): Set<string> {
  return new Set(foldText(text).match(WORD) ?? []);
}
