import { isAlphanumeric, isBlank, isHexDigit, isSpace, lineStart } from "./characters.ts";
import { HashColumns, lengthNamed } from "./hash-columns.ts";
import { nextContent } from "./page-furniture.ts";
import type { Edit } from "./plain-text.ts";

const LENGTHS: ReadonlySet<number> = new Set([32, 40, 64, 128]);
const LONGEST = 128;
/** Lines that a hash is broken over at most. */
const MAX_PARTS = 5;
/** A beginning that is shorter may be a word or a number. */
const MIN_BEGINNING = 8;

/** A run of hexadecimal digits on a line. */
interface Part {
  from: number;
  to: number;
}

/** The line breaks inside hashes that are broken over lines of a cell or of a page. */
export function joinHashes(text: string): Edit[] {
  const edits: Edit[] = [];
  const columns = new HashColumns(text);
  let line = 0;
  let newline = text.indexOf("\n");
  while (newline >= 0) {
    const beginning = beginningBefore(text, newline);
    const parts = beginning === null ? [] : partsFrom(text, beginning);
    if (parts.length > 1) for (const edit of join(text, parts, columns)) edits.push(edit);
    const row = parts.length > 1 ? null : joinRows(text, line, newline);
    if (row !== null) edits.push(row);
    // What was joined already begins no row.
    line = parts.length > 1 ? text.length : newline + 1;
    newline = text.indexOf("\n", Math.max(newline + 1, parts.at(-1)?.to ?? 0));
  }
  return edits;
}

/** What a cell beside a hash says: no value. */
const CELL = /^[ \t|][^\n.:/\\@[\]]{0,80}\r?\n[ \t|]{0,4}$/;

/** The two halves of a hash that begin two lines, before the words of another cell. */
function joinRows(text: string, line: number, newline: number): Edit | null {
  if (!isHexDigit(text.charCodeAt(line)) || !isHexDigit(text.charCodeAt(newline + 1))) return null;
  const first = runAt(text, line);
  const second = runAt(text, newline + 1);
  const parts = [first, second];
  const isPart = ({ from, to }: Part) =>
    to - from >= MIN_BEGINNING && /\d/.test(text.slice(from, to)) && !LENGTHS.has(to - from);
  if (!parts.every(isPart) || costOf(text, parts, null) === null) return null;
  if (!CELL.test(text.slice(first.to, second.from)) || !isSpace(text.charCodeAt(second.to)))
    return null;
  return { start: first.to, end: second.from, plain: "", isDefanged: false };
}

function runAt(text: string, from: number): Part {
  let to = from;
  while (to - from <= LONGEST && isHexDigit(text.charCodeAt(to))) to += 1;
  return { from, to };
}

/** The run that ends a line, if a hash may begin with it. */
function beginningBefore(text: string, newline: number): Part | null {
  let to = newline;
  while (to > 0 && to > newline - 5 && isSpace(text.charCodeAt(to - 1)) && text[to - 1] !== "\n")
    to -= 1;
  let from = to;
  while (from > 0 && to - from <= LONGEST && isHexDigit(text.charCodeAt(from - 1))) from -= 1;
  if (to - from < MIN_BEGINNING || to - from > LONGEST) return null;
  const before = text.charCodeAt(from - 1);
  if (isAlphanumeric(before) || before > 0xbf || "-_./\\%+".includes(text[from - 1] ?? " "))
    return null;
  return /\d/.test(text.slice(from, to)) ? { from, to } : null;
}

/** A sentence, a list or the next cell goes on behind the last part. */
const END = /^[.,;:)\]"'|]+(?:\s|$)|^\t/;

/** The runs of the lines that follow: each alone on its line, the last perhaps with another cell. */
function partsFrom(text: string, beginning: Part): Part[] {
  const parts = [beginning];
  let newline = text.indexOf("\n", beginning.to);
  while (newline >= 0) {
    const from = nextContent(text, newline);
    if (from === null) break;
    const { to } = runAt(text, from);
    if (to === from || to - from > LONGEST || isAlphanumeric(text.charCodeAt(to))) break;
    let end = to;
    while (isBlank(text.charCodeAt(end)) && end - to < 5) end += 1;
    const isAlone = isSpace(text.charCodeAt(end));
    const isEnd = END.test(text.slice(to, to + 3));
    if (!isAlone && !isEnd && (end === to || to - from < MIN_BEGINNING)) break;
    parts.push({ from, to });
    if (!isAlone) break;
    newline = text.indexOf("\n", end);
  }
  return parts;
}

/** The cheapest way to read a column's parts as hashes: all are used, and lines are filled. */
function join(text: string, parts: readonly Part[], columns: HashColumns): Edit[] {
  const costs = new Float64Array(parts.length + 1);
  const steps = new Uint8Array(parts.length);
  const from = parts[0]?.from ?? 0;
  const heading = columns.lengthAt(from) ?? lengthSaid(text, from);
  for (let i = parts.length - 1; i >= 0; i -= 1) {
    const length = lengthOf(parts[i]);
    const isWhole = LENGTHS.has(length) && heading !== length * 2;
    let best = (costs[i + 1] ?? 0) + (isWhole ? 1 : 1_000);
    let step = 1;
    for (let count = 2; count <= MAX_PARTS && i + count <= parts.length; count += 1) {
      const cost = costOf(text, parts.slice(i, i + count), heading);
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

/** What it costs to read parts as one hash; null where they are none. */
function costOf(text: string, parts: readonly Part[], heading: number | null): number | null {
  const lengths = parts.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  if (!LENGTHS.has(sum) || (lengths[0] ?? 0) < MIN_BEGINNING) return null;
  // Two whole ones stay two, unless the label names what is twice as long.
  const whole = lengths.filter((length) => LENGTHS.has(length)).length;
  if (whole > 0 && heading !== sum && !isCutByPage(text, parts)) return null;
  const widest = Math.max(...lengths);
  const filled = lengths.slice(0, -1);
  if (filled.some((length) => length < widest * 0.6) || !isOneCase(text, parts)) return null;
  const slack = filled.reduce((total, length) => total + widest - length, 0);
  return 1 + slack + (heading !== null && heading !== sum ? 3 : 0);
}

/** 40 digits above a page's edge and 24 alone below it: nothing else has the rest. */
function isCutByPage(text: string, [first, second, third]: readonly Part[]): boolean {
  if (first === undefined || second === undefined || third !== undefined) return false;
  if (lengthOf(first) !== 40 || lengthOf(second) !== 24) return false;
  return text.slice(first.to, second.from).trim() !== "";
}

/** Digits are written in capitals or in small letters, not in both. */
function isOneCase(text: string, parts: readonly Part[]): boolean {
  const all = parts.map(({ from, to }) => text.slice(from, to)).join("");
  return !/[a-f]/.test(all) || !/[A-F]/.test(all) || parts.some((part) => isMixed(text, part));
}

function isMixed(text: string, { from, to }: Part): boolean {
  const part = text.slice(from, to);
  return /[a-f]/.test(part) && /[A-F]/.test(part);
}

/** The length of the hashes that the line, or the line above, names; null where it names none or several. */
function lengthSaid(text: string, at: number): number | null {
  const start = lineStart(text, at, 200);
  const own = text.slice(Math.max(start, at - 60), at);
  const above = text.slice(lineStart(text, Math.max(0, start - 1), 120), Math.max(0, start - 1));
  for (const line of [own, above]) {
    const said = lengthNamed(line);
    if (said !== null) return said;
  }
  return null;
}
