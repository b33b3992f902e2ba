import type { SectionMeaning } from "./meanings.ts";
import { findHeadingWords, findShortHeadingWords } from "./words/words.ts";

/** A heading of a text. */
export interface Heading {
  title: string;
  /** 1 is the highest; `WEAK` where its form does not tell. */
  level: number;
  /** Null where its words say nothing that matters here. */
  meaning: SectionMeaning | null;
}

/** The level of a short line that only its words or its capitals make a heading. */
export const WEAK = 8;
/** The level of a table's caption: it holds for the table alone. */
export const CAPTION = 9;

const MAX_HEADING = 120;
const MAX_TITLE = 200;

const PAGE =
  /^(?:TLP\b.{0,40}|(?:Page|Seite|Página|Стр\.?|Страница)\s+\d+\b.*|\d{1,4}(?:\s*\/\s*\d{1,4})?|第?\s*\d+\s*页.*|-\s*\d+\s*-|Product ID:.*)$/u;
const BARS = /^(?:[\p{Lu}\d’'. -]+(?:\|[\p{Lu}\d’'. -]+)+|[^|]{0,60}\|\s*(?:Page\s+)?\d+)$/u;
const MARKDOWN = /^(#{1,6})\s+(\S.*?)\s*#*$/;
const TABLE =
  /^(?:Table|Tabelle|Tableau|Tabla|Таблица|Табл\.|表|표)\s*[A-Z]?[\d.一二三四五六七八九十]{1,6}\s*(?:[.:：–—-]|$)/iu;
const APPENDIX =
  /^(?:Appendix|Annex|Anhang|Anlage|Annexe|Anexo|Apéndice|Приложение|附录|附錄|付録)(?:\s*[\p{L}\d]{1,3})?(?:\s*[.:：–—-]|\s|$)/iu;
const NUMBERED =
  /^(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+\p{L}|^第?[一二三四五六七八九十]{1,3}[、．.章节]/u;
const BRACKETED = /^(?:【.+】|■|●|◆|=+\s.+\s=+$)/u;

/** Page numbers, marks of handling and the like, which stand between any two lines. */
export function isFurniture(line: string): boolean {
  if (line.length > MAX_HEADING) return false;
  return line.includes("|") ? BARS.test(line) || PAGE.test(line) : PAGE.test(line);
}

/**
 * The heading that a line is, or null.
 * @param line without white space at its ends, and without values
 * @param isApart whether nothing of the same paragraph stands before it
 */
export function headingOf(line: string, isApart: boolean, words = wordCount(line)): Heading | null {
  if (line.length > MAX_HEADING || line.length < 2 || isOfContents(line)) return null;
  const level = levelOf(line, isApart, words);
  // "indicators of compromise", in whatever letters, is a heading where it is all that the line says.
  if (level === null && (!isApart || words > 6 || ".,;!?。".includes(line.at(-1) ?? "")))
    return null;
  const unmarked = line.startsWith("#") ? (MARKDOWN.exec(line)?.[2] ?? line) : line;
  const isLead = unmarked.endsWith(":") || unmarked.endsWith("：");
  const title = isLead ? unmarked.slice(0, -1) : unmarked;
  const meaning = meaningOf(title);
  if (level !== null) return { title: title.slice(0, MAX_TITLE), level, meaning };
  return meaning === null ? null : { title, level: WEAK, meaning };
}

/** Whether its marks alone make a line a heading: Markdown's, a table's caption, an appendix. */
export function isMarkedHeading(line: string): boolean {
  if (line.length > MAX_HEADING || ".;,".includes(line.at(-1) ?? " ")) return false;
  return MARKDOWN.test(line) || TABLE.test(line) || APPENDIX.test(line);
}

/** A line of a table of contents. */
function isOfContents(line: string): boolean {
  return line.includes("....") || line.includes(". . . .");
}

function levelOf(line: string, isApart: boolean, words: number): number | null {
  const first = line.charCodeAt(0);
  // No mark and no number begins with a small letter, and nothing else makes such a line a heading.
  if (first >= 97 && first <= 122) return null;
  const [, marks] = first === 35 ? (MARKDOWN.exec(line) ?? []) : [];
  if (marks !== undefined) return marks.length;
  if ((first === 84 || first >= 0x80) && TABLE.test(line)) return CAPTION;
  const last = line.at(-1) ?? "";
  if ((first === 65 || first >= 0x80) && APPENDIX.test(line))
    return words <= 14 && !".;,".includes(last) ? 1 : null;
  if ((first >= 0x80 || first === 61) && BRACKETED.test(line)) return 2;
  if (".,;!?。！？".includes(last) || words > 12) return null;
  const numbered = first <= 57 || first >= 0x80 ? NUMBERED.exec(line) : null;
  if (numbered !== null) {
    const [, number = "1"] = numbered;
    return words <= 9 && last !== ":" ? number.split(".").length + 1 : null;
  }
  if (isUpperCase(line)) return 1;
  return isApart && isTitleCase(line, words) ? WEAK : null;
}

/** What a title announces, null where its words do not say. */
export function meaningOf(title: string): SectionMeaning | null {
  const hits = findHeadingWords(title, 0, title.length);
  if (wordCount(title) <= 2) hits.push(...findShortHeadingWords(title, 0, title.length));
  if (hits.length === 0) return null;
  return PRECEDENCE.find((one) => hits.some(({ meaning }) => meaning === one)) ?? null;
}

/** "Legitimate tools and services used as C2" are tools; "Technical details: indicators" are indicators. */
const PRECEDENCE: readonly SectionMeaning[] = [
  "services",
  "tools",
  "victims",
  "indicators",
  "references",
  "contact",
  "advice",
  "other",
];

function wordCount(line: string): number {
  let count = 0;
  for (let i = 0; i < line.length; i += 1) {
    if (line.charCodeAt(i) > 32 && (i === 0 || line.charCodeAt(i - 1) <= 32)) count += 1;
  }
  return count;
}

/** All letters capitals, and enough of them that it is no abbreviation in a cell. */
function isUpperCase(line: string): boolean {
  const second = line.charCodeAt(1);
  // Nearly all other lines end here.
  if (second >= 97 && second <= 122) return false;
  return (
    line === line.toUpperCase() &&
    /\p{Lu}{4}/u.test(line) &&
    !/[\d|\t={}<>_]{3}|[|\t={}]/.test(line)
  );
}

const SMALL: ReadonlySet<string> = new Set([
  "a",
  "an",
  "and",
  "as",
  "at",
  "by",
  "de",
  "del",
  "der",
  "des",
  "die",
  "du",
  "et",
  "for",
  "from",
  "in",
  "la",
  "le",
  "of",
  "on",
  "or",
  "the",
  "to",
  "und",
  "use",
  "used",
  "via",
  "von",
  "with",
  "y",
]);

const MAIL_FIELD =
  /^(?:From|To|Cc|Sent|Date|Subject|Received|Von|An|Gesendet|Datum|Betreff|De|À|Envoyé|Objet|Para|Enviado|Asunto|От|Кому|Дата|Тема)\s?:/;

/** Each word with a capital, but for the small ones between. */
function isTitleCase(line: string, words: number): boolean {
  if (MAIL_FIELD.test(line)) return false;
  if (words > 9 || !isCapital(line, 0) || /[\t|={}<>;"]/.test(line)) return false;
  for (let at = line.indexOf(" "); at !== -1; at = line.indexOf(" ", at + 1)) {
    // Most words of a title begin with a capital of ASCII's.
    if (line.charCodeAt(at + 1) < 97) continue;
    const next = line.indexOf(" ", at + 1);
    const word = line.slice(at + 1, next === -1 ? line.length : next).replace(/[:,]$/, "");
    if (/^\p{Ll}/u.test(word) && !SMALL.has(word)) return false;
  }
  return /\p{Ll}{2}/u.test(line);
}

function isCapital(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code < 0x80 ? code >= 65 && code <= 90 : /\p{Lu}/u.test(line.charAt(at));
}
