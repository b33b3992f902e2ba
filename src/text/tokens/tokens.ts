/** A folded run of letters of one script, or of digits, with UTF-16 offsets. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** Follows another Latin or digit run without a separator: `apt|29`. */
  isGlued: boolean;
}

/**
 * Matches runs. Latin runs are separate from other scripts, so a name inside Chinese text is a word. Runs longer than
 * any word are cut: a run of megabytes would overflow the engine's stack.
 */
const RUN =
  /[\p{Script=Latin}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]{1,4096}|\p{Nd}{1,4096}|[[\p{L}--\p{Script=Latin}]\p{M}]{1,4096}/vy;
const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}]/u;
const LONGEST_RUN = 4096;
/** Maximum length of a word. Longer runs are data and are not folded. */
const MAX_WORD = 64;

/**
 * Returns the words of a text, or of part of it, in order. Letters and digits are separate words: `APT29` is `apt`,
 * `29`.
 */
export function tokenize(text: string, from = 0, to = text.length): Token[] {
  const part = from > 0 || to < text.length ? text.slice(from, to) : text;
  const tokens: Token[] = [];
  let gluedTo = -1;
  for (let at = 0; at < part.length;) {
    const end = runEnd(part, at);
    if (end === at) {
      at += 1;
      continue;
    }
    const run = part.slice(at, end);
    const isJoining = isAscii(part.charCodeAt(at)) || LATIN_OR_DIGIT.test(run);
    const folded = run.length > MAX_WORD ? "" : foldWord(run);
    const isGlued = isJoining && gluedTo === at;
    tokens.push({ text: folded, start: from + at, end: from + end, isGlued });
    gluedTo = isJoining ? end : -1;
    at = end;
  }
  return tokens;
}

/** Returns where the run that begins at an offset ends, or the offset itself if none does. Most runs are ASCII. */
function runEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const belongs = isLetter(code) ? isLetter : isDigit(code) ? isDigit : null;
  if (belongs !== null) {
    const limit = Math.min(text.length, at + LONGEST_RUN);
    let end = at + 1;
    while (end < limit && belongs(text.charCodeAt(end))) end += 1;
    if (end === limit || isAscii(text.charCodeAt(end))) return end;
  } else if (isAscii(code)) {
    return at;
  }
  RUN.lastIndex = at;
  return at + (RUN.exec(text)?.[0].length ?? 0);
}

const isAscii = (code: number) => code < 0x80;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;

/**
 * Returns whether a word only needs lower-casing. For such short words a regular expression takes several times as
 * long.
 */
function isPrintableAscii(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** Folds a word: NFKC-compatible, lower case, without diacritics and invisible characters. */
export function foldWord(word: string): string {
  if (isPrintableAscii(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .replace(/[\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]/gu, "")
    .toLowerCase();
}
