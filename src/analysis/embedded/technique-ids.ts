/** One printed technique id: normalised, with UTF-16 offsets of what stands in the text. */
export interface IdHit {
  attack_id: string;
  start: number;
  end: number;
}

const INVISIBLE = "\\u00AD\\u200B-\\u200D\\u2060\\uFEFF";
const DIGIT = "[0-9\\uFF10-\\uFF19]";
/** Latin, full-width, Cyrillic and Greek letters that look like a T. */
const LETTER_T = "[Tt\\uFF34\\uFF54\\u0422\\u0442\\u03A4\\u03C4]";
const HEAD = new RegExp(
  `${LETTER_T}[\\u00A0\\u202F${INVISIBLE}]{0,3}${DIGIT}(?:[${INVISIBLE}]{0,2}${DIGIT}){3}`,
  "gu",
);
/** White space around the separator is short and holds one line break at most. */
const GAP = `[${INVISIBLE}]{0,2}[^\\S\\n\\r]{0,12}(?:\\r?\\n[^\\S\\n\\r]{0,40})?`;
const DOT = "[.\\uFF0E]|[\\[({](?:\\.|dot)[\\])}]";
const OTHER = "[/\\uFF0F_\\uFF3F:\\uFF1A\\u3002\\u2010-\\u2015\\u2212-]";
const TAIL = new RegExp(
  `(${GAP})(?:(${DOT})|${OTHER})(${GAP})(${DIGIT}(?:[${INVISIBLE}]{0,2}${DIGIT}){2})`,
  "iuy",
);
const LONGER_NUMBER = new RegExp(`[.\\uFF0E_-](?:${DIGIT}{4}|${DIGIT}{1,3}[A-Za-z])`, "uy");
/** Scripts written without spaces: an id may stand right beside them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /[\p{L}\p{N}]/u;
const NOT_DIGITS = new RegExp(`[^0-9\\uFF10-\\uFF19]`, "gu");
const ENCODED_SEGMENT = /[A-Za-z0-9]{8,64}/g;
/** How far base64 is looked for on both sides of an id. */
const ENCODED_REACH = 64;

/**
 * Technique ids in any spelling (`T1059.001`, `t1059/001`, `T1059[.]001`, full-width, across a line
 * break), in text order, as `Tdddd` or `Tdddd.ddd`. Whether a release knows them is not asked.
 *
 * Ambiguous separators (white space on a side, or another sign than a dot) make a sub-technique
 * only when the three digits begin with 0: every sub-technique of ATT&CK does, a number in prose
 * (`T1059. 100 hosts`) never does.
 */
export function findTechniqueIds(text: string): IdHit[] {
  const hits: IdHit[] = [];
  for (const match of text.matchAll(HEAD)) {
    const start = match.index;
    const headEnd = start + match[0].length;
    if (!isWordStart(text, start)) continue;
    const sub = readSubtechnique(text, headEnd);
    if (sub === null && !isParentEnd(text, headEnd)) continue;
    const end = sub?.end ?? headEnd;
    if (isEncoded(text, start, end)) continue;
    const parent = `T${digitsOf(match[0])}`;
    hits.push({ attack_id: sub === null ? parent : `${parent}.${sub.digits}`, start, end });
  }
  return hits;
}

function readSubtechnique(text: string, headEnd: number): { digits: string; end: number } | null {
  TAIL.lastIndex = headEnd;
  const match = TAIL.exec(text);
  if (match === null) return null;
  const [whole, before = "", dot, after = "", printed = ""] = match;
  const digits = digitsOf(printed);
  const tight = !/\s/u.test(before + after);
  if (!(tight && dot !== undefined) && !digits.startsWith("0")) return null;
  const end = headEnd + whole.length;
  return isWordEnd(text, end) ? { digits, end } : null;
}

/** `T1059.0012` and `T1059-001a` are parts of something longer, not a parent and a rest. */
function isParentEnd(text: string, end: number): boolean {
  LONGER_NUMBER.lastIndex = end;
  return isWordEnd(text, end) && !LONGER_NUMBER.test(text);
}

function isWordStart(text: string, start: number): boolean {
  let at = start;
  while (at > 0 && isInvisible(text.charCodeAt(at - 1))) at -= 1;
  if (!isBoundary(characterBefore(text, at))) return false;
  // ATLAS ids (AML.T0010) have the form of ours behind their prefix.
  return !/aml[^\p{L}\p{N}\s]{1,3}$/iu.test(text.slice(Math.max(0, at - 6), at));
}

function isWordEnd(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && isInvisible(text.charCodeAt(at))) at += 1;
  const code = text.codePointAt(at);
  return isBoundary(code === undefined ? "" : String.fromCodePoint(code));
}

function isBoundary(character: string): boolean {
  return !WORD.test(character) || UNSPACED.test(character);
}

/** Base64 uses `/`, `+` and `=` as letters; beside an id they are suspicious only with such neighbours. */
function isEncoded(text: string, start: number, end: number): boolean {
  if (!/[/+=]/.test(text.charAt(start - 1)) && !/[/+=]/.test(text.charAt(end))) return false;
  const before = /[A-Za-z0-9+/]*$/.exec(text.slice(Math.max(0, start - ENCODED_REACH), start));
  const after = /^[A-Za-z0-9+/]*/.exec(text.slice(end, end + ENCODED_REACH));
  const around = `${before?.[0] ?? ""} ${after?.[0] ?? ""}`;
  return (around.match(ENCODED_SEGMENT) ?? []).some(
    (segment) => /[a-z]/.test(segment) && /[A-Z]/.test(segment) && /[0-9]/.test(segment),
  );
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return text.slice(at - (isPair ? 2 : 1), at);
}

function digitsOf(printed: string): string {
  return printed.replace(NOT_DIGITS, "").normalize("NFKC");
}

function isInvisible(code: number): boolean {
  return (
    code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff
  );
}
