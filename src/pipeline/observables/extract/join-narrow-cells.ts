import { lineEnd, lineStart } from "./characters.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import type { Edit } from "./plain-text.ts";

const D = DEFANGED_DOT;
const NAME_LINE = new RegExp(`^[a-z0-9][a-z0-9-]{0,30}(?:[.${D}][a-z0-9-]{1,30}){1,4}$`);
const LABEL_LINE = /^[a-zA-Z0-9][a-zA-Z0-9-]{2,39}$/;
/** Part of a hash alone on its line, which shows that adjacent cells are also narrow. */
const PART_OF_HASH = /^(?=[0-9a-f]*\d)(?:[0-9a-f]{9,31}|[0-9a-f]{33,39})$/i;
const NAME = new RegExp(`[a-z0-9.${D}-]`, "i");
const LONGEST = 100;
/** Cells of one column are broken at about the same width. */
const SPREAD = 2;
const ENOUGH = 4;
/** Shorter labels are words rather than halves. */
const NARROWEST = 9;

/** A label alone on its line, and a defanged name alone on the next. */
interface Candidate {
  left: string;
  right: string;
  edit: Edit;
  /** Whether part of a hash is below it. */
  isNarrow: boolean;
}

/**
 * Joins names that a narrow cell broke inside a label: `nomoresen` and `se[.]com`. Any label may be a word above a
 * name, so it needs proof: the whole name occurs elsewhere, parts of hashes are adjacent, or several labels of the
 * column end at the same width.
 */
export function joinNarrowCells(text: string): Edit[] {
  const found: Candidate[] = [];
  const names = new Set<string>();
  for (let dot = text.indexOf(D), done = -1; dot >= 0; dot = text.indexOf(D, dot + 1)) {
    if (dot < done) continue;
    const [from, to] = nameAround(text, dot);
    done = to;
    names.add(plainName(text.slice(from, to)));
    const candidate = candidateAt(text, from, to);
    if (candidate !== null) found.push(candidate);
  }
  const widths = widthsOf(found);
  const isProven = ({ left, right, isNarrow }: Candidate) => {
    if (names.has(plainName(left + right)) || isStump(left, right)) return true;
    // A broken-off end is no wider than the cell. A name below a word may be.
    const isTail = right.replaceAll(D, "[.]").length <= left.length + SPREAD;
    const isOfColumn = left.length >= NARROWEST && (widths.get(left.length) ?? 0) >= ENOUGH;
    return isTail && left === left.toLowerCase() && (isNarrow || isOfColumn);
  };
  return found.filter(isProven).map(({ edit }) => edit);
}

/** Two-label names whose first label has one or two characters. Very few such names are registered. */
const STUMP = new RegExp(`^[a-z0-9-]{1,2}[.${D}][a-z]{2,12}$`);
const SHORT_HOSTS: ReadonlySet<string> = new Set(
  "t.co t.me t.ly g.co x.co x.com z.com is.gd v.gd go.to vk.com qq.com ok.ru ya.ru hh.ru 4pda.ru mi.com hp.com ge.com lg.com pm.me fb.me wa.me".split(
    " ",
  ),
);

/** Returns whether a name is the end of one that a cell broke: `dragonetzo` and `ne[.]com`. */
function isStump(left: string, right: string): boolean {
  if (left.length < 6 || left !== left.toLowerCase() || !STUMP.test(right)) return false;
  // A heading of complete words precedes a name.
  const isHeading = left.split("-").every((word) => COMMON_WORDS.has(word));
  return !isHeading && !SHORT_HOSTS.has(plainName(right));
}

const plainName = (name: string) => name.replaceAll(D, ".").toLowerCase();

/** Returns the start and end of the name around a dot. */
function nameAround(text: string, dot: number): [number, number] {
  let from = dot;
  while (from > 0 && dot - from < LONGEST && NAME.test(text[from - 1] ?? " ")) from -= 1;
  let to = dot;
  while (to < text.length && to - dot < LONGEST && NAME.test(text[to] ?? " ")) to += 1;
  return [from, to];
}

function candidateAt(text: string, from: number, to: number): Candidate | null {
  const line = lineStart(text, from, LONGEST);
  const right = firstCell(text.slice(line, lineEnd(text, to, LONGEST)));
  if (line === 0 || text[line - 1] !== "\n" || !NAME_LINE.test(right)) return null;
  const above = lineStart(text, line - 1, LONGEST);
  const left =
    text
      .slice(above, line - 1)
      .split("\t")
      .at(-1)
      ?.trim() ?? "";
  if (!LABEL_LINE.test(left) || COMMON_WORDS.has(left.toLowerCase()) || isDigits(left)) return null;
  const start = text.lastIndexOf(left, line - 1) + left.length;
  const edit = { start, end: from, plain: "", isDefanged: false };
  // The next cell follows a tab, or is on the next line.
  const next = to + (/^[ \t\r]*\n?/.exec(text.slice(to, to + 9))?.[0].length ?? 0);
  const below = firstCell(text.slice(next, lineEnd(text, next, LONGEST)));
  return { left, right, edit, isNarrow: PART_OF_HASH.test(below) };
}

const firstCell = (line: string) => (line.split("\t", 1)[0] ?? "").trim();

/** Returns whether a label is the end of a hash, or a number. */
function isDigits(label: string): boolean {
  return /^[0-9a-f]*$/i.test(label) && /\d/.test(label);
}

/** Counts how many different labels end at about each width. */
function widthsOf(candidates: readonly Candidate[]): ReadonlyMap<number, number> {
  const lefts = new Set(candidates.map(({ left }) => left));
  const counts = new Map<number, number>();
  for (const left of lefts) {
    for (let width = left.length - SPREAD; width <= left.length + SPREAD; width += 1) {
      counts.set(width, (counts.get(width) ?? 0) + 1);
    }
  }
  return counts;
}
