/** A run of letters of one script, or of digits: folded, with UTF-16 offsets. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** Follows another Latin or digit run without anything between: `apt|29`. */
  isGlued: boolean;
}

/**
 * Latin runs stand apart from other scripts, so that a name inside Chinese text is a word of its own.
 * What is longer than any word is cut: a run of megabytes would overflow the engine's stack.
 */
const RUN =
  /[\p{Script=Latin}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]{1,4096}|\p{Nd}{1,4096}|[[\p{L}--\p{Script=Latin}]\p{M}]{1,4096}/gv;
const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}]/u;
/** No name has a word of this length; longer runs are data, and are not folded. */
const MAX_WORD = 64;

/** The words of a text in order; letters and digits are separate words (`APT29` is `apt`, `29`). */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let gluedTo = -1;
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const end = index + run.length;
    const folded = run.length > MAX_WORD ? "" : foldWord(run);
    tokens.push({ text: folded, start: index, end, isGlued: gluedTo === index });
    gluedTo = LATIN_OR_DIGIT.test(run) ? end : -1;
    const last = tokens.at(-1);
    if (last !== undefined && gluedTo < 0) last.isGlued = false;
  }
  return tokens;
}

/** NFKC-compatible, lower case, without diacritics and without characters that print as nothing. */
export function foldWord(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .replace(/[\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]/gu, "")
    .toLowerCase();
}
