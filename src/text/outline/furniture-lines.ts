import { isItem, isRow, isTorn } from "./line-kinds.ts";
import { endsSentence, startsLower } from "../document/line-ends.ts";
import type { TextLine } from "./text-lines.ts";

/** No line of a page's head or foot, of a watermark or of a license is longer. */
const MAX_LINE = 200;
const MIN_REPEATS = 3;
/** A line with the number of its page; a bare number may be any cell of a table. */
const PAGE =
  /\b(?:page|seite|página) \d{1,4}|^(?:стр\.?|страница) \d{1,4}|^\d{1,4} ?(?:of|\/|von|из|sur|de) ?\d{1,4}|\s\d{1,4} ?\/ ?\d{1,4}$|^第?\s?\d{1,4}\s?页/iu;
/** A line that is furniture wherever it stands: a marking, the number of a page or of a product. */
const ALWAYS =
  /^(?:TLP:\s?[A-Z]+(?:\+STRICT)?|(?:page|seite|página|стр\.?|страница) \d{1,4}(?:\s?(?:of|\/|von|из|sur|de)\s?\d{1,4})?(?: \| .{1,25})?|product id: ?\S+)$/iu;
/** Who publishes a page, between bars, beside such a line: "FBI | CISA | ACSC". */
const PUBLISHERS = /^[A-Z][A-Z-]{1,11}(?: \| [A-Z][A-Z-]{1,11})+$/u;
/** Prose has as many characters, or ends as a sentence does. */
const PROSE = 45;
/** Fewer words may be a cell of a table that has lost its form. */
const FEW_WORDS = 3;
/** What a list or a rule may have at the edge of several pages. */
const CODE = /\bT\d{4}\b|[={}\\]|\[\.\]|:$/u;
/** A marking: "CONFIDENTIAL". */
const CAPITALS = /^\P{Ll}*\p{Lu}{5}\P{Ll}*$/u;
/** What a report may well say again: a technique, a defanged value, a line of a rule or of a script. */
const MAY_REPEAT = /\bT\d{4}\b|[={}\\`]|\[\.\]|^[#$>/%]|^\S+\/$|:$/iu;
/** A value, which a report may say again with a few words; with more of them it is a license's. */
const VALUE = /h[tx]{2}ps?:|[\da-f]{16}|\w[@.]\w|\bCVE-\d{4}|^[13b]\w{25,}$/iu;
const LICENCE_WORDS = 6;
/** Licenses name a person by a mailbox. */
const MAILBOX = /\w@\w/u;
const LICENCE_WORDS_BY_MAILBOX = 4;

/** How often a line is repeated, and at how many of these places it interrupts prose. */
interface Repeated {
  places: number;
  inProse: number;
}

/**
 * The places of the lines that belong to the page and not to the report: markings and numbers of pages, what is
 * repeated beside these, and any other line that stands three times and more between the report's own, as
 * watermarks and license lines do. Headings, entries of lists and rows of tables may be repeated.
 * @param isHeading whether a line is a known heading, which each chapter may have
 */
export function findFurniture(
  lines: readonly TextLine[],
  isHeading: (line: string) => boolean,
): Set<number> {
  const keys = lines.map(keyOf);
  const counts = countEach(keys.filter((key) => key !== ""));
  // A heading is looked at once, and only where its line is repeated.
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

/** Whether a line repeated next to page numbers belongs to the page: not a list item or row of the format, and not code. */
function isOfPage(line: TextLine | undefined): boolean {
  if (line === undefined || CODE.test(line.text)) return false;
  const isListed = line.known?.kind === "row" || line.known?.kind === "item";
  return !isListed || PUBLISHERS.test(line.text);
}

/** Whether a line belongs to the page whatever is around it. */
function isAlways(line: TextLine | undefined): boolean {
  if (line === undefined || line.text.length >= PROSE) return false;
  return ALWAYS.test(line.text);
}

/** The number of a page, whose end has torn a sentence; elsewhere a bare number may be any cell of a table. */
function isNumberInSentence(lines: readonly TextLine[], at: number): boolean {
  if (!/^\d{1,4}$/u.test(lines[at]?.text ?? "")) return false;
  return isTorn(lines[at - 1]?.text ?? "", lines[at + 1]?.text ?? "");
}

/** What the same lines of all pages have in common; "" for a line that no page has at its edge. */
function keyOf({ text, known }: TextLine): string {
  if (text.length > MAX_LINE || known?.kind === "heading" || known?.kind === "code") return "";
  // Only the number of the page differs from page to page.
  return text.replace(PAGE, (number) => number.replace(/\d+/g, "#"));
}

/** Whether a report itself may say the same line again and again. */
function mayRepeat({ text, known }: TextLine): boolean {
  const isListed = (known !== null && known.kind !== "paragraph") || isItem(text) || isRow(text);
  // Lines of prose that is wrapped may end in the same words.
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

/** Runs of places, one behind the other, at which something is true. */
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

/** Lines that are repeated side by side, as those of a tiled watermark are, have one place together. */
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

/** A text of which most lines are repeated says the same again and again; that is all that it says. */
function repeatsItself(counts: ReadonlyMap<string, number>): boolean {
  const repeated = [...counts.values()].filter((count) => count >= MIN_REPEATS).length;
  return repeated * 2 > counts.size;
}
