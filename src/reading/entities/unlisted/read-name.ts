import { isNoName, mayBeginName, mayEndName } from "./no-names.ts";

/** A name as printed, with UTF-16 offsets. */
export interface PrintedName {
  name: string;
  start: number;
  end: number;
  /** Between quotation marks. */
  isQuoted: boolean;
}

/** Maximum distance of a name's other end from a word. No name is longer. */
const REACH = 60;
const MAX_WORDS = 3;
const MAX_QUOTED = 4;
const MAX_NAME = 40;
const LEAST_NAME = 3;
const LEAST_HAN = 2;

/** A capitalized word, or one with a capital or digit near its beginning: `Umbra`, `xHelper`, `8Base`. */
const LETTER = String.raw`\p{Script=Latin}\p{Script=Cyrillic}`;
const WORD = `(?:\\p{Lu}|\\p{Nd}{1,2}[${LETTER}]|\\p{Ll}{1,2}\\p{Lu})[${LETTER}\\p{Nd}]*(?:[.$+'’_-][${LETTER}\\p{Nd}]+)*\\$?`;
const WORDS = `${WORD}(?:[ \\u00a0]${WORD}){0,${MAX_WORDS - 1}}`;
const NO_LETTER_BEFORE = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Nd}@#/\\_.$-])`;
const BEFORE = new RegExp(`${NO_LETTER_BEFORE}(${WORDS})["”’»」)]?[ \\u00a0\\n-]{0,2}$`, "u");
const AFTER = new RegExp(`^(?:[ \\u00a0\\n]|: )?["“‘«'「]?(${WORDS})`, "u");
const QUOTED_BEFORE = /["“«「‘„]([^"“”«»「」‘’„\n]{2,40})["”»」’“][\s-]?(?:APT)?$/u;
const QUOTED_AFTER = /^[ \n:,]{0,2}["“«「‘„]([^"“”«»「」‘’„\n]{2,40})["”»」’“]/u;
/** Continuation of a file, an address or a path. */
const GOES_ON = /^(?:[./\\:@_][\p{L}\p{Nd}]|[\\/@_(]|-\p{Ll}|['’]s? [\p{Lu}])/u;

/** Returns the name that ends right before an offset, without adjacent words that are not part of it. */
export function nameBefore(text: string, at: number): PrintedName | null {
  if (!couldEndHere(text, at)) return null;
  const from = Math.max(0, at - REACH);
  const before = text.slice(from, at);
  const quoted = QUOTED_BEFORE.exec(before);
  if (quoted !== null) return quote(quoted[1] ?? "", from + quoted.index + 1);
  const found = BEFORE.exec(before);
  return found === null ? null : trimName(text, from + found.index, found[1] ?? "", "last");
}

/** Returns the name that begins right after an offset. */
export function nameAfter(text: string, at: number): PrintedName | null {
  if (!couldBeginHere(text, at)) return null;
  const after = text.slice(at, at + REACH);
  const quoted = QUOTED_AFTER.exec(after);
  if (quoted !== null) {
    return quote(quoted[1] ?? "", at + quoted[0].length - 1 - (quoted[1]?.length ?? 0));
  }
  const found = AFTER.exec(after);
  if (found === null) return null;
  const end = at + found[0].length;
  if (GOES_ON.test(text.slice(end, end + 4))) return null;
  return trimName(text, end - (found[1]?.length ?? 0), found[1] ?? "", "first");
}

/** Returns whether a name may end at an offset. Most words are lower case, so this saves parsing them. */
function couldEndHere(text: string, at: number): boolean {
  let last = at - 1;
  while (last > at - 4 && !isAsciiLetter(text.charCodeAt(last))) last -= 1;
  if (last < at - 3 && text.charCodeAt(last) < 128) return true;
  let first = last;
  while (first > 0 && isAsciiLetter(text.charCodeAt(first - 1))) first -= 1;
  for (let place = first; place <= last; place += 1) {
    if (isAsciiCapital(text.charCodeAt(place))) return true;
  }
  // A digit, a sign or a letter of another script may be part of the name.
  const [before, behind] = [text.charCodeAt(first - 1), text.charCodeAt(last + 1)];
  return (before > 32 && before !== 40) || (last + 1 < at && behind > 32);
}

function couldBeginHere(text: string, at: number): boolean {
  let first = at;
  while (first < at + 3 && text.charCodeAt(first) <= 32) first += 1;
  const code = text.charCodeAt(first);
  if (!isAsciiLetter(code) || isAsciiCapital(code)) return true;
  // `xHelper`, `njRAT`
  return isAsciiCapital(text.charCodeAt(first + 1)) || isAsciiCapital(text.charCodeAt(first + 2));
}

const isAsciiLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
const isAsciiCapital = (code: number) => code >= 65 && code <= 90;

/** Returns a quoted name of one to four words, unless it looks like a sentence or a path. */
function quote(words: string, start: number): PrintedName | null {
  const name = words.trim().replace(/[.,;:]$/u, "");
  const least = /\p{Script=Han}/u.test(name) ? LEAST_HAN : LEAST_NAME;
  const isShort =
    name.length >= least && name.length <= MAX_NAME && name.split(/\s+/u).length <= MAX_QUOTED;
  if (!isShort || !/^[\p{L}\p{Nd}][\p{L}\p{Nd} .$+'’-]*$/u.test(name)) return null;
  if (
    !/\p{L}/u.test(name) ||
    name.split(" ").some((word) => /\.\p{L}/u.test(word) && isNoName(word))
  )
    return null;
  if (name.split(" ").every(isNoName)) return null;
  if (/^\p{Ll}[\p{Ll} ]*$/u.test(name) && name.includes(" ")) return null;
  const at = start + words.indexOf(name);
  return { name, start: at, end: at + name.length, isQuoted: true };
}

/** Trims words that are not part of the name. @param which the part to return if such a word divides it */
function trimName(
  text: string,
  start: number,
  printed: string,
  which: "first" | "last",
): PrintedName | null {
  const words = [...printed.matchAll(/[^ \u00a0]+/gu)].map(({ 0: word, index }) => ({
    word: word.replace(/['’]s$/u, ""),
    start: start + index,
  }));
  const parts: (typeof words)[] = [[]];
  for (const [at, one] of words.entries()) {
    const next = words[at + 1]?.word;
    const isBeginning =
      mayBeginName(one.word) && next !== undefined && !isNoName(next) && isProper(text, one.start);
    const isEnd = mayEndName(one.word) && next === undefined && parts.at(-1)?.length === 1;
    if (isNoName(one.word) && !isBeginning && !isEnd) parts.push([]);
    else parts.at(-1)?.push(one);
  }
  const named = parts.filter((part) => part.length > 0);
  // A word such as "Linux" between a name and "ransomware" is not part of the name.
  const part = which === "first" ? (parts[0]?.length === 0 ? undefined : parts[0]) : named.at(-1);
  const [first, last] = [part?.[0], part?.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The owner of the named thing: "the vendor's remote access tool".
  if (which === "last" && /['’]s?$/u.test(printed)) return null;
  const end = last.start + last.word.length;
  const name = printed.slice(first.start - start, end - start);
  const isName =
    name.length >= LEAST_NAME &&
    name.length <= MAX_NAME &&
    /\p{L}{2}|\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(name);
  // A full stop ends a sentence that lost its space. An owner is not the thing owned.
  if (name.includes(" ") && /\p{Ll}\.\p{L}|['’]s /u.test(name)) return null;
  return isName ? { name, start: first.start, end, isQuoted: false } : null;
}

/** Returns whether a lower-case word precedes an offset, so that a capital there indicates a name. */
export function isInProse(text: string, at: number): boolean {
  return SMALL_WORD.test(text.slice(Math.max(0, at - MAX_SMALL), at));
}
const SMALL_WORD = /(?:^|[^\p{L}\p{N}])\p{Ll}[\p{Ll}'’-]*[,:]?\s["“'«„([*]{0,3}$/u;
const MAX_SMALL = 24;

/** Like `isInProse`, but also accepts an article at the beginning of a sentence. */
function isProper(text: string, at: number): boolean {
  return (
    isInProse(text, at) || /(?:^|[^\p{L}\p{N}])The\s$/u.test(text.slice(Math.max(0, at - 5), at))
  );
}

/** Returns whether a name differs from ordinary words: an inner capital, a digit, or four or more capitals. */
export function isDistinct(name: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|\p{Nd}|\$$|^\p{Lu}{4,}$/u.test(name);
}
