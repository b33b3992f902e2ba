import { COMMON_WORDS } from "./common-words.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import type { Edit } from "./plain-text.ts";

const D = DEFANGED_DOT;
/** A label alone on its line, and a defanged name alone on the next. */
const CANDIDATE = new RegExp(
  `(?<=^|\\n)([a-zA-Z0-9][a-zA-Z0-9-]{2,39})[ \\t]{0,2}\\r?\\n[ \\t]{0,2}((?:[a-z0-9][a-z0-9-]{0,30})(?:${D}[a-z0-9-]{1,30}){1,4})(?=[ \\t]{0,2}(?:\\r?\\n|$))`,
  "g",
);
/** A part of a hash alone on its line: the cells beside it are narrow too. */
const PART_OF_HASH = /^\s{0,3}(?=[0-9a-f]*\d)(?:[0-9a-f]{9,31}|[0-9a-f]{33,39})\s*?(?:\n|$)/i;
const NAME = new RegExp(`[a-z0-9-]+(?:[.${D}][a-z0-9-]+)+`, "gi");
/** Cells of one column are broken at about the same width. */
const SPREAD = 2;
const ENOUGH = 4;

interface Candidate {
  left: string;
  right: string;
  edit: Edit;
  /** A part of a hash stands below it. */
  isNarrow: boolean;
}

/**
 * Names that a narrow cell broke in the middle of a label: `nomoresen` and `se[.]com`. Any label may
 * be a word above a name, so it needs proof: the whole name stands elsewhere in the text, parts of
 * hashes stand beside it, or several labels of the column end at the same width.
 */
export function joinNarrowCells(text: string): Edit[] {
  if (!text.includes(D)) return [];
  const found: Candidate[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [whole, left = "", right = ""] = match;
    if (COMMON_WORDS.has(left.toLowerCase())) continue;
    const end = match.index + whole.length;
    const edit = { start: match.index + left.length, end: end - right.length, plain: "", isDefanged: false };
    const below = text.slice(end, end + 80).replace(/^\s*/, "");
    found.push({ left, right, edit, isNarrow: PART_OF_HASH.test(below) });
  }
  if (found.length === 0) return [];
  const names = namesIn(text);
  const isProven = ({ left, right, isNarrow }: Candidate) =>
    names.has((left + right).replaceAll(D, ".").toLowerCase()) ||
    (/^[a-z0-9-]+$/.test(left) && (isNarrow || isOfColumn(left, right)));
  const widths = widthsOf(found);
  const isOfColumn = (left: string, right: string) =>
    right.indexOf(D) <= left.length && (widths.get(left.length) ?? 0) >= ENOUGH;
  return found.filter(isProven).map(({ edit }) => edit);
}

function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name] of text.matchAll(NAME)) names.add(name.replaceAll(D, ".").toLowerCase());
  return names;
}

/** How many different labels end at about each width. */
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
