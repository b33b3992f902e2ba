import { isAlphanumeric, isBlank, isHexDigit, isSpace, lineStart } from "./characters.ts";
import { lengthNamed } from "./hash-lengths.ts";
import { contentEnd, nextContent, type PageEdges } from "./next-content.ts";
import type { Edit } from "./plain-text.ts";

const LENGTHS: ReadonlySet<number> = new Set([32, 40, 64, 128]);
const LONGEST = 128;
/** Maximum number of lines that a hash is broken over. */
const MAX_PARTS = 5;
/** A shorter beginning may be a word or a number. */
const MIN_BEGINNING = 8;

/** A run of hexadecimal digits on a line. */
interface Part {
  from: number;
  to: number;
  /** Whether an empty line that is not a page edge precedes it. */
  isApart: boolean;
}

/** Returns the hash length of the column at an index, or null if it is in none. */
type LengthAt = (place: number) => number | null;

/** Finds line breaks inside hashes that are broken over lines of a cell or a page. */
export function joinHashes(text: string, edges: PageEdges, lengthAt: LengthAt): Edit[] {
  const edits: Edit[] = [];
  let line = 0;
  let newline = text.indexOf("\n");
  while (newline >= 0) {
    const beginning = beginningBefore(text, newline);
    const parts = beginning === null ? [] : partsFrom(text, beginning, edges);
    if (parts.length > 1) for (const edit of join(text, parts, lengthAt, edges)) edits.push(edit);
    const row = parts.length > 1 ? null : joinRows(text, line, newline);
    if (row !== null) edits.push(row);
    // A joined value does not begin a row.
    line = parts.length > 1 ? text.length : newline + 1;
    newline = text.indexOf("\n", Math.max(newline + 1, parts.at(-1)?.to ?? 0));
  }
  return edits;
}

/** The text of a cell next to a hash, which contains no value. */
const CELL = /^[ \t|][^\n.:/\\@[\]]{0,80}\r?\n[ \t|]{0,4}$/;

/** Joins the halves of a hash that begin two lines, each before the words of another cell. */
function joinRows(text: string, line: number, newline: number): Edit | null {
  if (!isHexDigit(text.charCodeAt(line)) || !isHexDigit(text.charCodeAt(newline + 1))) return null;
  const first = runAt(text, line);
  const second = runAt(text, newline + 1);
  const parts = [first, second];
  const isPart = ({ from, to }: Part) =>
    to - from >= MIN_BEGINNING && /\d/.test(text.slice(from, to)) && !LENGTHS.has(to - from);
  if (!parts.every(isPart) || costOf(text, parts, null, null) === null) return null;
  if (!CELL.test(text.slice(first.to, second.from)) || !isSpace(text.charCodeAt(second.to)))
    return null;
  return { start: first.to, end: second.from, plain: "", isDefanged: false };
}

function runAt(text: string, from: number): Part {
  let to = from;
  while (to - from <= LONGEST && isHexDigit(text.charCodeAt(to))) to += 1;
  return { from, to, isApart: false };
}

/** Returns the run at the end of a line, if a hash may begin with it. */
function beginningBefore(text: string, newline: number): Part | null {
  const to = contentEnd(text, newline);
  let from = to;
  while (from > 0 && to - from <= LONGEST && isHexDigit(text.charCodeAt(from - 1))) from -= 1;
  if (to - from < MIN_BEGINNING || to - from > LONGEST) return null;
  const before = text.charCodeAt(from - 1);
  if (isAlphanumeric(before) || before > 0xbf || "-_./\\%+".includes(text[from - 1] ?? " "))
    return null;
  return /\d/.test(text.slice(from, to)) ? { from, to, isApart: false } : null;
}

/** A sentence, a list or the next cell continues after the last part. */
const END = /^[.,;:)\]"'|]+(?:\s|$)|^\t/;

/** Returns the runs on the following lines. Each is alone on its line, but another cell may follow the last. */
function partsFrom(text: string, beginning: Part, edges: PageEdges): Part[] {
  const parts = [beginning];
  let newline = text.indexOf("\n", beginning.to);
  while (newline >= 0) {
    const next = nextContent(text, newline);
    if (next === null) break;
    const { at: from } = next;
    const { to } = runAt(text, from);
    if (to === from || to - from > LONGEST || isAlphanumeric(text.charCodeAt(to))) break;
    let end = to;
    while (isBlank(text.charCodeAt(end)) && end - to < 5) end += 1;
    const isAlone = isSpace(text.charCodeAt(end));
    const isEnd = END.test(text.slice(to, to + 3));
    if (!isAlone && !isEnd && (end === to || to - from < MIN_BEGINNING)) break;
    const isApart = next.isApart && !edges.isBetween(newline, from);
    parts.push({ from, to, isApart });
    if (!isAlone) break;
    newline = text.indexOf("\n", end);
  }
  return parts;
}

/** Finds the cheapest way to interpret the parts of a column as hashes: all parts are used, and lines are full. */
function join(text: string, parts: readonly Part[], lengthAt: LengthAt, edges: PageEdges): Edit[] {
  const costs = new Float64Array(parts.length + 1);
  const steps = new Uint8Array(parts.length);
  const from = parts[0]?.from ?? 0;
  const heading = lengthAt(from) ?? lengthSaid(text, from);
  for (let i = parts.length - 1; i >= 0; i -= 1) {
    const length = lengthOf(parts[i]);
    const isWhole = LENGTHS.has(length) && heading !== length * 2;
    let best = (costs[i + 1] ?? 0) + (isWhole ? 1 : 1_000);
    let step = 1;
    for (let count = 2; count <= MAX_PARTS && i + count <= parts.length; count += 1) {
      const cost = costOf(text, parts.slice(i, i + count), heading, edges);
      if (cost !== null && cost + (costs[i + count] ?? 0) < best) {
        best = cost + (costs[i + count] ?? 0);
        step = count;
      }
    }
    costs[i] = best;
    steps[i] = step;
  }
  const edits: Edit[] = [];
  for (let i = 0; i < parts.length; i += steps[i] ?? 1) {
    for (let k = i + 1; k < i + (steps[i] ?? 1); k += 1) {
      const start = parts[k - 1]?.to ?? 0;
      edits.push({ start, end: parts[k]?.from ?? start, plain: "", isDefanged: false });
    }
  }
  return edits;
}

const lengthOf = (part: Part | undefined) => (part === undefined ? 0 : part.to - part.from);

/** Returns the cost of interpreting parts as one hash, or null if they are not one. */
function costOf(
  text: string,
  parts: readonly Part[],
  heading: number | null,
  edges: PageEdges | null,
): number | null {
  const lengths = parts.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  if (!LENGTHS.has(sum) || (lengths[0] ?? 0) < MIN_BEGINNING) return null;
  // Two complete hashes stay separate, as do two paragraphs, unless the label names their joint length.
  const isParted =
    lengths.some((length) => LENGTHS.has(length)) || parts.slice(1).some(({ isApart }) => isApart);
  if (isParted && heading !== sum && !isCutByPage(parts, edges)) return null;
  const widest = Math.max(...lengths);
  const filled = lengths.slice(0, -1);
  if (filled.some((length) => length < widest * 0.6) || !isOneCase(text, parts)) return null;
  const slack = filled.reduce((total, length) => total + widest - length, 0);
  return 1 + slack + (heading !== null && heading !== sum ? 3 : 0);
}

/** Returns whether 40 digits precede a page edge and 24 alone follow it. Only a cut SHA-256 has this form. */
function isCutByPage([first, second, third]: readonly Part[], edges: PageEdges | null): boolean {
  if (first === undefined || second === undefined || third !== undefined) return false;
  if (lengthOf(first) !== 40 || lengthOf(second) !== 24) return false;
  return edges?.isBetween(first.to, second.from) === true;
}

/** Returns whether the digits are all uppercase or all lowercase. */
function isOneCase(text: string, parts: readonly Part[]): boolean {
  const all = parts.map(({ from, to }) => text.slice(from, to)).join("");
  return !/[a-f]/.test(all) || !/[A-F]/.test(all) || parts.some((part) => isMixed(text, part));
}

function isMixed(text: string, { from, to }: Part): boolean {
  const part = text.slice(from, to);
  return /[a-f]/.test(part) && /[A-F]/.test(part);
}

/** Returns the hash length that the line, or the line above, names. Returns null if it names none or several. */
function lengthSaid(text: string, at: number): number | null {
  const start = lineStart(text, at, 200);
  let end = start;
  while (end > 0 && start - end < 6 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  const own = text.slice(Math.max(start, at - 60), at);
  const above = text.slice(lineStart(text, end, 120), end);
  for (const line of [own, above]) {
    const said = lengthNamed(line);
    if (said !== null) return said;
  }
  return null;
}
