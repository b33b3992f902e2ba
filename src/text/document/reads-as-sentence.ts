const WORDS = /(?:\p{L}{2,}[,;]? ){5}/u;
const SEEN_CHARS = 2000;

/** Whether text that is set as code reads like a sentence: words in a row, and an end. */
export function readsAsSentence(text: string): boolean {
  return /[.!?]\s*$/.test(text.slice(-10)) && WORDS.test(text.slice(0, SEEN_CHARS));
}
