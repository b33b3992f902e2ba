import { foldText } from "../../platform/lib/text.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";

/** Part of the evidence's words that one passage must hold. */
const SHARE = 0.6;
/** Fewer words prove nothing. */
const MIN_WORDS = 3;
const WORD = /[\p{L}\p{N}]{4,}/gu;

/**
 * Decides whether evidence that is no quotation still renders what some passage of the text says:
 * most of its longer words stand in one sentence or in two that follow each other.
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

/** For each word the passages that hold it; passage `n` is sentence `n` with the next one. */
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
