import { isItem, isRow, isTorn } from "./line-kinds.ts";
import { endsSentence, startsLower } from "../document/line-ends.ts";
import type { TextLine } from "./text-lines.ts";

/** Maximum length of a line in a page header or footer, watermark or license. */
const MAX_LINE = 200;
const MIN_REPEATS = 3;
/** Line with its page number. A bare number may be any table cell. */
const PAGE =
  /\b(?:page|seite|página) \d{1,4}|^(?:стр\.?|страница) \d{1,4}|^\d{1,4} ?(?:of|\/|von|из|sur|de) ?\d{1,4}|\s\d{1,4} ?\/ ?\d{1,4}$|^第?\s?\d{1,4}\s?页/iu;
/** Line that is always furniture: a marking, a page number or a product number. */
const ALWAYS =
  /^(?:TLP:\s?[A-Z]+(?:\+STRICT)?|(?:page|seite|página|стр\.?|страница) \d{1,4}(?:\s?(?:of|\/|von|из|sur|de)\s?\d{1,4})?(?: \| .{1,25})?|product id: ?\S+)$/iu;
/** Publishers between bars, next to such a line: "FBI | CISA | ACSC". */
const PUBLISHERS = /^[A-Z][A-Z-]{1,11}(?: \| [A-Z][A-Z-]{1,11})+$/u;
/** Minimum length of prose that does not end like a sentence. */
const PROSE = 45;
/** Lines with fewer words may be cells of a table that lost its formatting. */
const FEW_WORDS = 3;
/** Signs of list entries and rules, which may repeat at the edges of several pages. */
const CODE = /\bT\d{4}\b|[={}\\]|\[\.\]|:$/u;
/** Marking: "CONFIDENTIAL". */
const CAPITALS = /^\P{Ll}*\p{Lu}{5}\P{Ll}*$/u;
/** Text that a report may repeat: a technique, a defanged value, a line of a rule or script. */
const MAY_REPEAT = /\bT\d{4}\b|[={}\\`]|\[\.\]|^[#$>/%]|^\S+\/$|:$/iu;
/** Value that a report may repeat with a few words. With more words, the line belongs to a license. */
const VALUE = /h[tx]{2}ps?:|[\da-f]{16}|\w[@.]\w|\bCVE-\d{4}|^[13b]\w{25,}$/iu;
const LICENCE_WORDS = 6;
/** Licenses name a person by a mailbox. */
const MAILBOX = /\w@\w/u;
const LICENCE_WORDS_BY_MAILBOX = 4;

/** Number of places of a repeated line, and how many of them interrupt prose. */
interface Repeated {
  places: number;
  inProse: number;
}

/**
 * Returns the indexes of lines that belong to the page, not the report: markings, page numbers and lines repeated
 * next to these. Other lines count if they occur three times or more within the report's text, like watermarks and
 * license lines. Headings, list entries and table rows may be repeated.
 * @param isHeading whether a line is a known heading, which each chapter may have
 */
export function findFurniture(
  lines: readonly TextLine[],
  isHeading: (line: string) => boolean,
): Set<number> {
  const keys = lines.map(keyOf);
  const counts = countEach(keys.filter((key) => key !== ""));
  // Checks each heading once, and only if its line is repeated.
  for (const [key, count] of counts) {
    if (count >= MIN_REPEATS && isHeading(key)) counts.delete(key);
  }
  const isRepeated = (at: number) => (counts.get(keys[at] ?? "") ?? 0) >= MIN_REPEATS;
  const found = new Set<number>();
  const repeated = new Map<string, Repeated>();
  for (const run of runsOf(lines.length, isRepeated)) {
    if (run.some((at) => PAGE.test(lines[at]?.text ?? ""))) {
      for (const at of run) if (isOfPage(lines[at])) found.add(at);
    } else notePlace(lines, run, keys, repeated);
  }
  const isLicence = (key: string) =>
    interruptsProse(key, repeated.get(key)) && !repeatsItself(counts);
  for (const [at, line] of lines.entries()) {
    const isBeside =
      PUBLISHERS.test(line.text) && (isAlways(lines[at - 1]) || isAlways(lines[at + 1]));
    const isOwn = isLicence(keys[at] ?? "") || isAlways(line) || isBeside;
    if (isOwn || isNumberInSentence(lines, at)) found.add(at);
  }
  return found;
}

/** Returns whether a line repeated next to page numbers belongs to the page. List items, table rows and code do not. */
function isOfPage(line: TextLine | undefined): boolean {
  if (line === undefined || CODE.test(line.text)) return false;
  const isListed = line.known?.kind === "row" || line.known?.kind === "item";
  return !isListed || PUBLISHERS.test(line.text);
}

/** Returns whether a line belongs to the page in any context. */
function isAlways(line: TextLine | undefined): boolean {
  if (line === undefined || line.text.length >= PROSE) return false;
  return ALWAYS.test(line.text);
}

/** Returns whether a line is a page number that splits a sentence. Other bare numbers may be table cells. */
function isNumberInSentence(lines: readonly TextLine[], at: number): boolean {
  if (!/^\d{1,4}$/u.test(lines[at]?.text ?? "")) return false;
  return isTorn(lines[at - 1]?.text ?? "", lines[at + 1]?.text ?? "");
}

/** Returns the text that equal lines share on all pages, or "" for a line that is never at a page's edge. */
function keyOf({ text, known }: TextLine): string {
  if (text.length > MAX_LINE || known?.kind === "heading" || known?.kind === "code") return "";
  // Only the page number differs between pages.
  return text.replace(PAGE, (number) => number.replace(/\d+/g, "#"));
}

/** Returns whether a report itself may repeat the line. */
function mayRepeat({ text, known }: TextLine): boolean {
  const isListed = (known !== null && known.kind !== "paragraph") || isItem(text) || isRow(text);
  // Lines of wrapped prose may end in the same words.
  if (isListed || MAY_REPEAT.test(text) || startsLower(text)) return true;
  if (!/\p{L}{2}/u.test(text)) return true;
  const least = MAILBOX.test(text) ? LICENCE_WORDS_BY_MAILBOX : LICENCE_WORDS;
  return VALUE.test(text) && text.split(" ", least).length < least;
}

function countEach(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns runs of consecutive indexes at which a condition is true. */
function runsOf(length: number, isTrue: (at: number) => boolean): number[][] {
  const runs: number[][] = [];
  for (let at = 0; at < length; at += 1) {
    if (!isTrue(at)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === at - 1) run.push(at);
    else runs.push([at]);
  }
  return runs;
}

/** Records one place for adjacent repeated lines, such as those of a tiled watermark. */
function notePlace(
  lines: readonly TextLine[],
  run: readonly number[],
  keys: readonly string[],
  repeated: Map<string, Repeated>,
): void {
  const around = [lines[(run[0] ?? 0) - 1], lines[(run.at(-1) ?? 0) + 1]];
  const isInProse = around.every((line) => line === undefined || isProse(line));
  const own = run.filter((at) => !mayRepeat(lines[at] as TextLine));
  for (const key of new Set(own.map((at) => keys[at] ?? ""))) {
    const { places, inProse } = repeated.get(key) ?? { places: 0, inProse: 0 };
    repeated.set(key, { places: places + 1, inProse: inProse + (isInProse ? 1 : 0) });
  }
}

const isProse = ({ text }: TextLine) => text.length >= PROSE || endsSentence(text);

function interruptsProse(key: string, repeated: Repeated | undefined): boolean {
  if (repeated === undefined || repeated.places < MIN_REPEATS) return false;
  const isShort = key.split(/\s+/u, FEW_WORDS).length < FEW_WORDS && !CAPITALS.test(key);
  return isShort ? repeated.inProse * 2 >= repeated.places : repeated.inProse > 0;
}

/** Returns whether most lines are repeated. Then the repetition is the content. */
function repeatsItself(counts: ReadonlyMap<string, number>): boolean {
  const repeated = [...counts.values()].filter((count) => count >= MIN_REPEATS).length;
  return repeated * 2 > counts.size;
}
