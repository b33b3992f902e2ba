const WORDS = /(?:\p{L}{2,}[,;]? ){5}/u;
const SEEN_CHARS = 2000;

/** Returns whether text formatted as code looks like a sentence: consecutive words and a sentence end. */
export function readsAsSentence(text: string): boolean {
  return /[.!?]\s*$/.test(text.slice(-10)) && WORDS.test(text.slice(0, SEEN_CHARS));
}
