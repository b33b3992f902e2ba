import { readHeading } from "../headings/heading-kind.ts";
import { isItem, isRow } from "./line-kinds.ts";
import { endsSentence, startsLower } from "../document/line-ends.ts";
import type { TextLine } from "./text-lines.ts";

/** Context above and below a line that may be a heading. */
export interface Neighbors {
  before: TextLine | undefined;
  next: TextLine | undefined;
  /** Whether the text of the previous block looks unfinished. */
  isOpen: boolean;
  /** Whether the text's format marks its headings. Then the form never makes a plain paragraph a heading. */
  areMarked: boolean;
}

/** Heading recognized by its form. The level is omitted if the form does not show it. */
export interface HeadingForm {
  level?: number;
}

const MAX_LENGTH = 120;
/**
 * Maximum length of a title, and of a heading within an unfinished paragraph, where a wrapped line of names looks
 * alike.
 */
const MAX_TITLE = 70;
const MAX_TITLE_IN_PARAGRAPH = 50;
const MAX_TITLE_WORDS = 10;
const MAX_WORDS = 12;
/** With more words, a line with a colon begins a list. */
const MAX_LABEL = 6;
const MAX_NUMBERED_WORDS = 9;
/** Maximum length of Chinese and Japanese headings, which are shorter. */
const MAX_IDEOGRAPHS = 30;

const TABLE_CAPTION = /^(?:Table|Tabelle|Tableau|Tabla|Таблица|表) ?[A-Z]?\d{1,3} ?[.:：–—-]/u;
const APPENDIX =
  /^(?:Appendix|Annex|Anhang|Anlage|Annexe|Anexo|Apéndice|Приложение|附录|附錄|付録)(?: ?[\p{L}\d]{1,3})?(?: ?[.:：–—-]|\s|$)/iu;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})(\.?) {1,4}\p{L}/u;
const CHINESE_NUMBER = /^第?[一二三四五六七八九十]{1,3}[、．.章节]|^【.+】$/u;
const LEADERS = /(?:\. ?){4}|…{2}|_{5}/u;
/** Lines that are never headings: an address, a path, a source line, a table row, a mail header. */
const NO_HEADING =
  /^(?:https?:|T\d{4}|\[\d|TLP:|Figure \d|Fig\. ?\d|(?:From|To|Cc|Sent|Date|Subject|Received|Von|An|Betreff|Objet|Asunto|Тема): )|[\\=<>{}$]|\w\.\w+\/|@\w|\bT\d{4}\b.{1,40}\bT\d{4}\b/iu;
const ENDS_OPEN = /\b(?:the|an?|and|or|of|for|with|to|in|by)$/iu;

/** Returns the heading that a line's form and position make it, or null. */
export function headingForm(
  line: TextLine,
  { before, next, isOpen, areMarked }: Neighbors,
): HeadingForm | null {
  const { text } = line;
  if (isAnnouncement(line, next, areMarked && line.known !== null)) return levelOf(text);
  if (!isOpen && isOverList(line, next)) return levelOf(text);
  if (text.length > MAX_LENGTH || LEADERS.test(text) || isRow(text)) return null;
  if (TABLE_CAPTION.test(text)) return { level: 6 };
  if (areMarked && line.known !== null) return null;
  const words = text.split(/\s+/u).length;
  if (APPENDIX.test(text)) return words <= 14 && !/[.;,]$/u.test(text) ? { level: 1 } : null;
  if (/[.,;!&(。，；！、-]$/u.test(text) || NO_HEADING.test(text) || words > MAX_WORDS) return null;
  const isLabel = /[:：]$/u.test(text);
  if (isLabel && words > MAX_LABEL) return null;
  const number = NUMBERED.exec(text);
  if (number !== null) return numberedForm(number, line, words, next);
  if (CHINESE_NUMBER.test(text)) return text.length <= MAX_IDEOGRAPHS ? { level: 2 } : null;
  if (isItem(text)) return null;
  if (isCapitals(text))
    return isLabel || isWrappedCapitals(line, before, next) ? null : { level: 1 };
  if (isLabel) return null;
  if (isTitle(text) && !(next !== undefined && !next.isApart && startsLower(next.text))) {
    const isWrapped = isOpen && !line.isApart;
    const isTelling = words >= 2 && text.length < MAX_TITLE_IN_PARAGRAPH;
    if (!isWrapped || isTelling) return {};
  }
  return isSetApart(line, before, next) ? {} : null;
}

const MAX_ANNOUNCEMENT = 200;
/** A line with a verb is a sentence. */
const VERB =
  /(?<!\p{L})(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|should|must|will|would|may|might|needs?|requires?|includes?|went|left|broke|stole|sent|ran|took|wrote|made|hid|sold|kept|got|gave|came|saw|found|\p{Ll}{2,}ed)(?!\p{L})/u;

/**
 * Returns whether a separate line announces in known words what follows it, regardless of its length and full stop:
 * "References, and where to read more."
 */
function isAnnouncement(
  { text, isApart }: TextLine,
  next: TextLine | undefined,
  onlyWhole: boolean,
): boolean {
  if (!isApart || text.length > MAX_ANNOUNCEMENT || /[,;(，；]$/u.test(text)) return false;
  if (NO_HEADING.test(text) || LEADERS.test(text) || isRow(text)) return false;
  if (isItem(text) && !/^\d/u.test(text)) return false;
  if (/[.!。]$/u.test(text)) {
    // A sentence may contain such words. A title that ends like a sentence begins with them.
    const [first = ""] = text.split(/[,，:：–—]/u, 1);
    return !VERB.test(text) && readHeading(first).isWhole;
  }
  const { kind, isWhole } = readHeading(text);
  if (kind === null) return false;
  const isBelowApart = next === undefined || next.isApart || isItem(next.text);
  if (isWhole || onlyWhole || kind === "body") return isWhole;
  if (/[:：]$/u.test(text) && text.split(/\s+/u).length > MAX_LABEL) return false;
  return isBelowApart && !VERB.test(text) && !ENDS_OPEN.test(text);
}

/** Returns whether a line without a blank line above announces in known words the list below it. */
function isOverList({ text }: TextLine, next: TextLine | undefined): boolean {
  if (text.length > MAX_TITLE || next === undefined || isItem(text) || !isItem(next.text)) {
    return false;
  }
  return readHeading(text).isWhole;
}

function levelOf(text: string): HeadingForm {
  const number = NUMBERED.exec(text)?.[1];
  if (number !== undefined) return { level: Math.min(6, number.split(".").length) };
  return isCapitals(text.replace(/[.:]$/u, "")) ? { level: 1 } : {};
}

/** `4.2 Title` is a heading. `1. Title` is one unless it begins a list. */
function numberedForm(
  [, number = "", dot]: RegExpExecArray,
  line: TextLine,
  words: number,
  next: TextLine | undefined,
): HeadingForm | null {
  if (words > MAX_NUMBERED_WORDS || !/^\P{L}*[\p{Lu}\p{Lo}]/u.test(line.text)) return null;
  if (line.text.endsWith(":")) return null;
  const depth = number.split(".").length;
  const isListed = next !== undefined && (NUMBERED.test(next.text) || isItem(next.text));
  const isChapter =
    depth > 1 || (line.isApart && !isListed && (dot === "" || next?.isApart === true));
  return isChapter ? { level: Math.min(6, depth) } : null;
}

/** Returns whether all letters are capitals, and enough of them to exclude an abbreviation in a cell. */
function isCapitals(text: string): boolean {
  if (text !== text.toUpperCase() || !/\p{Lu}{4}/u.test(text)) return false;
  // Scripts without capitals contain abbreviations, and a report may be in capitals throughout.
  return !/\d{3}|[|\t]|\p{Lo}{3}|[.!?] \p{Lu}/u.test(text);
}

const FULL_LINE = 50;

/** Returns whether a long line in capitals is next to another one: text set in capitals, not a heading. */
function isWrappedCapitals(
  { text, isApart }: TextLine,
  before: TextLine | undefined,
  next: TextLine | undefined,
): boolean {
  const goesOn = (line: TextLine | undefined) => line !== undefined && isCapitals(line.text);
  if (text.length < FULL_LINE) return false;
  return (!isApart && goesOn(before)) || (next?.isApart === false && goesOn(next));
}

/** Returns whether every longer word is capitalized and nothing suggests a sentence. */
function isTitle(text: string): boolean {
  if (text.length > MAX_TITLE || ENDS_OPEN.test(text) || /\?$|, \d{4}$/u.test(text)) return false;
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.length > MAX_TITLE_WORDS || !words.some((word) => word.length > 2)) return false;
  if (!/^\P{L}*\p{Lu}/u.test(text) || /\p{Lo}{3}/u.test(text)) return false;
  return words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word));
}

const MAX_SENTENCE_CASE = 90;
const PROSE = 60;

/** Returns whether a short line is between a blank line and a paragraph: "How the intruders got in". */
function isSetApart(
  line: TextLine,
  before: TextLine | undefined,
  next: TextLine | undefined,
): boolean {
  const { text, isApart } = line;
  if (!isApart || next === undefined || text.length > MAX_SENTENCE_CASE) return false;
  if (before !== undefined && before.text.length < PROSE && !endsSentence(before.text))
    return false;
  const isIdeographic = /^\p{Script=Han}/u.test(text);
  if (isIdeographic && text.length > MAX_IDEOGRAPHS) return false;
  return (
    /^\P{L}*(?:\p{Lu}|\p{Lo})/u.test(text) &&
    /\p{L}{2}/u.test(text) &&
    !ENDS_OPEN.test(next.isApart ? text.replace(/ in$/u, "") : text) &&
    next.text.length >= (isIdeographic ? MAX_IDEOGRAPHS : PROSE) &&
    !startsLower(next.text)
  );
}
