import { isBlank } from "./characters.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import { bracketAt, closingAt, wordsForDots } from "./defanged-signs.ts";
import { schemeBefore } from "./defanged-schemes.ts";
import { type Edit, PlainText } from "./plain-text.ts";

export { DEFANGED_DOT };

/** Refangs a text: `hxxp[://]evil[.]example` becomes a URL. See `DEFANGED_DOT`. */
export function refang(text: string): string {
  return refangText(text).text;
}

const INVISIBLE = 1;
const FULL_WIDTH = 2;
const OPENING = 3;
const CLOSING = 4;
const BACKSLASH = 5;
const COLON = 6;

const signs = new Uint8Array(0x10000);
// Zero-width spaces, the soft hyphen and directional marks.
const UNSEEN =
  "\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF\u00AD\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069";
for (const sign of UNSEEN) signs[sign.charCodeAt(0)] = INVISIBLE;
const WIDE = "\uFF0E\uFF61\u3002\uFF0F\uFF1A\uFF20";
for (const sign of WIDE) signs[sign.charCodeAt(0)] = FULL_WIDTH;
for (const sign of "[({<") signs[sign.charCodeAt(0)] = OPENING;
signs[0x5d] = CLOSING;
signs[0x5c] = BACKSLASH;
signs[0x3a] = COLON;
const SIGN = new RegExp(`[[({<\\]\\\\:${UNSEEN}${WIDE}]`, "g");

/** Refangs a text and maps each character to its original position, in one pass that examines only certain signs. */
export function refangText(given: string): PlainText {
  const edits: Edit[] = [];
  const words = wordsForDots(given);
  const isEscaping = ESCAPED_WORD.test(given);
  let nextWord = 0;
  let done = 0;
  /** The end of a URL whose slashes are written as backslashes. */
  let slashesTo = 0;
  SIGN.lastIndex = 0;
  while (SIGN.test(given)) {
    const i = SIGN.lastIndex - 1;
    if (i < done) continue;
    const sign = signs[given.charCodeAt(i)] ?? 0;
    const isSlash = sign === BACKSLASH && i < slashesTo;
    const edit = isSlash ? slashAt(i) : editAt(given, i, sign, done, isEscaping);
    if (edit === null) continue;
    for (let word = words[nextWord]; word !== undefined && word.start < edit.start;) {
      if (word.start >= done && word.end <= edit.start) edits.push(word);
      nextWord += 1;
      word = words[nextWord];
    }
    edits.push(edit);
    done = edit.end;
    if (isBackwards(given, edit)) slashesTo = wordEnd(given, done);
  }
  for (const word of words.slice(nextWord)) if (word.start >= done) edits.push(word);
  return PlainText.of(given).edit(edits);
}

/** Returns whether a scheme is written with backslashes: `hxxp:\\evil[.]com\a`. */
function isBackwards(text: string, { start, end, plain }: Edit): boolean {
  return plain.endsWith("://") && /[:)\]}]\\\\$/.test(text.slice(start, end).trimEnd());
}

/** Returns the end of the word that begins at an index. */
function wordEnd(text: string, from: number): number {
  let to = from;
  while (to < text.length && to - from < 2_000 && text.charCodeAt(to) > 0x20) to += 1;
  return to;
}

const slashAt = (at: number): Edit => ({ start: at, end: at + 1, plain: "/", isDefanged: true });

function editAt(
  text: string,
  at: number,
  sign: number,
  done: number,
  isEscaping: boolean,
): Edit | null {
  if (sign === INVISIBLE) return { start: at, end: at + 1, plain: "", isDefanged: false };
  if (sign === FULL_WIDTH) return fullWidthAt(text, at);
  if (sign === CLOSING) return closingAt(text, at, done);
  if (sign === BACKSLASH) return backslashAt(text, at) ?? escapeAt(text, at, isEscaping);
  const scheme = schemeBefore(text, at, done);
  if (scheme !== null) return scheme;
  return sign === OPENING ? bracketAt(text, at, done) : null;
}

const FULL_WIDTH_FORMS: ReadonlyMap<string, string> = new Map([
  ["\uFF0E", "."],
  ["\uFF61", "."],
  ["\u3002", "."],
  ["\uFF0F", "/"],
  ["\uFF1A", ":"],
  ["\uFF20", "@"],
]);

/** Returns whether the slashes of a scheme precede an index in the same word, so a URL's path continues. */
function isInUrl(text: string, at: number): boolean {
  for (let i = at - 1; i > 1 && at - i < 200; i -= 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20 || code === 0x3000) return false;
    if (isSlash(code) && isSlash(text.charCodeAt(i - 1)))
      return /[:\uFF1A]/.test(text[i - 2] ?? "");
  }
  return false;
}

const isSlash = (code: number) => code === 0x2f || code === 0xff0f;

/** Returns the edit for a full-width sign between ASCII letters and digits. */
function fullWidthAt(text: string, at: number): Edit | null {
  const sign = text[at] ?? "";
  const plain = FULL_WIDTH_FORMS.get(sign) ?? "";
  const before = text[at - 1] ?? "";
  const after = text[at + 1] ?? "";
  const isPath = plain === "/" && isInUrl(text, at);
  if (isPath) return { start: at, end: at + 1, plain, isDefanged: false };
  const isInside =
    plain === "." || plain === "@"
      ? /[a-z0-9]/i.test(before) && /[a-z0-9]/i.test(after)
      : /[a-z\uFF0F\uFF1A]/i.test(before) && /[\uFF0F/]/.test(after + before);
  return isInside ? { start: at, end: at + 1, plain, isDefanged: false } : null;
}

const WORD = /[\p{L}\p{N}]/u;

/** Handles `evil\.com` and the slashes that JSON escapes. */
function backslashAt(text: string, at: number): Edit | null {
  const next = text[at + 1] ?? "";
  const before = text[at - 1] ?? "";
  const after = text[at + 2] ?? "";
  if (next === "." && WORD.test(before) && WORD.test(after)) {
    // `bob\.ssh\config` is a path, `HKU\.DEFAULT` a key.
    if (/(?:HKU|HKEY_USERS)$/i.test(text.slice(Math.max(0, at - 10), at))) return null;
    if (/\\[\p{L}\p{N}]\S*$/u.test(text.slice(Math.max(0, at - 64), at))) return null;
    return { start: at, end: at + 2, plain: DEFANGED_DOT, isDefanged: true };
  }
  const isPath = next === "/" && /[\p{L}\p{N}%=_&-]/u.test(before) && !isBlank(after.charCodeAt(0));
  return isPath ? { start: at, end: at + 2, plain: "/", isDefanged: false } : null;
}

/** A word in which only Markdown signs are escaped, so it is not a Windows path. */
const ESCAPED_WORD =
  /(?<![^\s"'`([*])(?:[^\s\\]|\\[-.~#&=+@*]){1,100}\\_(?:[^\s\\]|\\[-_.~#&=+@*]){1,100}(?!\S)/;
/** Signs that Markdown escapes inside words. */
const ESCAPABLE = "_-~#&=+@*";
const BRACKETS = /\\[[(]\s?(\.|dot|:|@|at)\s?\\[\])]/iy;
/** Maximum number of characters to look back through in a word. */
const WORD_CHARS = 64;

/**
 * Returns the edit for a Markdown escape, such as `my\_file` or `evil\[.\]com`.
 * @param isEscaping whether the text has escapes in words without other backslashes. In a path, only then they count.
 */
function escapeAt(text: string, at: number, isEscaping: boolean): Edit | null {
  BRACKETS.lastIndex = at;
  const [whole = "", sign = ""] = BRACKETS.exec(text) ?? [];
  if (whole !== "" && WORD.test(text[at - 1] ?? "")) {
    const plain = /^(?:\.|dot)$/i.test(sign) ? DEFANGED_DOT : sign.replace(/^at$/i, "@");
    return { start: at, end: at + whole.length, plain, isDefanged: true };
  }
  const isSign = ESCAPABLE.includes(text[at + 1] ?? " ");
  if (!isSign || !/[\p{L}\p{N}_\\]/u.test(text[at + 2] ?? "")) return null;
  if (!/[\p{L}\p{N}_.~/=&-]/u.test(text[at - 1] ?? "") || (!isEscaping && isInPath(text, at)))
    return null;
  return { start: at, end: at + 1, plain: "", isDefanged: false };
}

/** Returns whether single backslashes separate the names of a path before an index. */
function isInPath(text: string, at: number): boolean {
  for (let i = at - 1; i > 0 && at - i < WORD_CHARS; i -= 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) return false;
    if (code === 0x5c && text[i - 1] !== "\\" && /[\p{L}\p{N}]/u.test(text[i + 1] ?? ""))
      return true;
  }
  return false;
}
