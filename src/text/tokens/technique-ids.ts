/** A technique id in a text: normalized, with the UTF-16 offsets of its printed form. */
export interface IdHit {
  attack_id: string;
  start: number;
  end: number;
}

/** Invisible characters that extractors leave inside words: soft hyphens and zero-width characters. */
const UNSEEN = String.raw`[\u00AD\u200B-\u200D\u2060\uFEFF]{0,3}`;
/** Characters that make an id part of a longer word. CJK scripts print no space around an id, so they do not. */
const GLUE = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]`;
const DIGIT = "[0-9０-９]";
const DOT = String.raw`[.．․]`;
const SLASH_COLON = "[/／:：]";
const DASH = String.raw`[_＿\-－‐-–]`;
const BRACKETED = String.raw`[\[\(\{](?:\.|dot|/)[\]\)\}]`;
const BLANK = String.raw`[ \t\u00A0\u2000-\u200D\u202F\u2060\u3000\u00AD\uFEFF]`;
const GAP = String.raw`${BLANK}{0,3}(?:(?:\r\n|[\n\r\f\u2028])${BLANK}{0,40})?`;

const three = (first: string) => `(${first}${UNSEEN}${DIGIT}${UNSEEN}${DIGIT})`;
const END = `(?!${UNSEEN}${GLUE})`;

/** T may also be its Cyrillic, Greek or full-width twin. `AML.T0010` is an ATLAS id, not an ATT&CK id. */
const BASE = new RegExp(
  String.raw`(?<!${GLUE}${UNSEEN})(?<![Aa][Mm][Ll][\s.\[\]()_\-]{1,4})[TtТтΤτＴｔ]${UNSEEN}` +
    `(${Array(4).fill(DIGIT).join(UNSEEN)}(?:${UNSEEN}${DIGIT}){0,2})${END}`,
  "gu",
);

/**
 * Suffixes of a sub-technique after the four digits. Any three digits may follow a dot without white space. Other
 * forms need a leading zero, which every published sub-technique has so far: "T1059. 001" and "T1059.⏎001" are
 * sub-techniques, "T1059. 100 hosts" and a page number are not.
 */
const SUB_FORMS = [
  `${UNSEEN}(?:${DOT}|${BRACKETED})${UNSEEN}${three(DIGIT)}${END}`,
  `${GAP}(?:${DOT}|${BRACKETED}|${SLASH_COLON}|${DASH})${GAP}${three("[0０]")}${END}`,
].map((form) => new RegExp(form, "uy"));

/** `T1059.0012`, `T1059-2021`: a longer number that contains no id. */
const LONGER_NUMBER = new RegExp(`${UNSEEN}(?:${DOT}|${DASH})${three(DIGIT)}`, "uy");

/** Number of digits in all published ids. A future release may need more. */
const USUAL_DIGITS = 4;

/** Number of characters around a hit examined for encoded data. */
const AROUND = 120;

/**
 * Returns every technique and sub-technique id in `text`, in order and without overlaps, as `Tdddd` or `Tdddd.ddd`.
 * They need not be in any release. A sub-technique does not also count as its parent.
 * @param isKnown whether a release has an id of more than four digits; unknown ones are other numbers
 */
export function findTechniqueIds(text: string, isKnown = (_id: string): boolean => false): IdHit[] {
  const hits: IdHit[] = [];
  BASE.lastIndex = 0;
  for (let match = BASE.exec(text); match !== null; match = BASE.exec(text)) {
    const start = match.index;
    const baseEnd = start + match[0].length;
    const digits = digitsOf(match[1] ?? "");
    const base = `T${digits}`;
    const sub = subtechniqueAt(text, baseEnd);
    const end = sub?.end ?? baseEnd;
    if (sub === null && matchAt(LONGER_NUMBER, text, baseEnd) !== null) continue;
    const attack_id = sub === null ? base : `${base}.${sub.digits}`;
    if (digits.length > USUAL_DIGITS && !isKnown(attack_id)) continue;
    if (isInEncodedData(text, start, end)) continue;
    hits.push({ attack_id, start, end });
    BASE.lastIndex = end;
  }
  return hits;
}

function subtechniqueAt(text: string, at: number): { digits: string; end: number } | null {
  for (const form of SUB_FORMS) {
    const match = matchAt(form, text, at);
    if (match !== null) return { digits: digitsOf(match[1] ?? ""), end: at + match[0].length };
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function digitsOf(printed: string): string {
  return printed.normalize("NFKC").replace(/[^0-9]/g, "");
}

/** Returns whether an id is inside a Base64 string or GUID, which may contain such text by chance. */
function isInEncodedData(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  if (/[+/]$/.test(before) || /^[+/=]/.test(after)) {
    const run = `${endingRun(before)}${text.slice(start, end)}${startingRun(after)}`;
    const isPadded = run.includes("+") || run.endsWith("=");
    if (isPadded && run.split(/[+/=]/).some((part) => part.length >= 16)) return true;
  }
  return /(?:^|[^\p{L}\p{Nd}])[0-9a-f]{4,12}-$/iu.test(before) && /^-[0-9a-f]{4}/i.test(after);
}

function endingRun(text: string): string {
  let from = text.length;
  while (from > 0 && /[A-Za-z0-9+/]/.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}

function startingRun(text: string): string {
  return /^[A-Za-z0-9+/=]*/.exec(text)?.[0] ?? "";
}
