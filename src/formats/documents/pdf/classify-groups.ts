import type { BlockKind } from "../../../text/document/document.ts";
import { halfPoints, sizeOf, type Styles } from "./fonts.ts";
import { BULLET } from "../../../text/document/list-marker.ts";
import { isListed, NUMBER, type Group } from "./group-lines.ts";
import { leftOf, rightOf, textOf } from "./line-geometry.ts";
import { partsOf } from "./page-lines.ts";
import type { Unit } from "./page-units.ts";

/** A block whose place in the text is not known yet. */
export interface Draft {
  kind: BlockKind;
  level?: number;
  units: Unit[];
  /** The page on which it begins, from 1. */
  page: number;
}

const MAX_HEADING = { large: { lines: 4, chars: 300 }, bold: { lines: 3, chars: 200 } };
const MAX_CAPITALS = { lines: 2, chars: 100 };
/** A heading has at least this much more space around it than lines have, relative to the font size. */
const APART = 1.55;
/** Rows of a table are at most this far apart, relative to the font size. */
const NEAR_TABLE = 3.2;
const MAX_LEVEL = 6;
/** Levels of headings no larger than the text, below all larger sizes. */
const BOLD_RANK = 0;
const CAPITALS_RANK = -1;
/** Bold text up to this length may be an announcement of two sentences. */
const MAX_SENTENCE = 100;
const SENTENCES = /[.!?]["”’)]? \p{Lu}/u;
const CAPTION = /^(?:Table|Figure|Fig\.|Tabelle|Abbildung|Tableau) \d{1,3}\b/u;
const ADDRESS = /^\S*:\/\/\S*$/;
/** A heading in a separate font begins with a capital, a number or a letter without case. */
const STARTS_HEADING = /^[^\p{L}\p{N}]{0,3}[\p{Lu}\p{Lo}\p{N}]/u;
const HAS_WORD = /\p{L}{2}/u;

/** Returns the kind of each group of lines. */
export function classifyGroups(groups: readonly Group[], styles: Styles): Draft[] {
  const ranks = headingRanks(groups, styles);
  const sizes = [...new Set(ranks.values())].sort((a, b) => b - a);
  const list = new Nesting();
  const drafts = groups.map((group, at): Draft => {
    const { units, page } = group;
    // A list that continues in the next column starts at the left edge again.
    if (group.above === Infinity && groups[at - 1]?.page === page) list.clear();
    const rank = ranks.get(group);
    if (rank !== undefined) {
      list.clear();
      const level = Math.min(sizes.indexOf(rank) + 1, MAX_LEVEL);
      return { kind: "heading", level, units, page };
    }
    if (isRow(group)) return { kind: "row", units, page };
    const text = firstText(group);
    if (units.every(({ line }) => styles.isMono(line)) && !BULLET.test(text)) {
      return { kind: "code", units, page };
    }
    if (isListed(text) && list.takes(group)) {
      return { kind: "item", level: list.levelOf(group), units, page };
    }
    if (list.endsWith(group)) list.clear();
    return { kind: "paragraph", units, page };
  });
  return joinCode(drafts);
}

/** Returns the headings, each with the rank of its size in the document. */
function headingRanks(groups: readonly Group[], styles: Styles): Map<Group, number> {
  const ranks = new Map<Group, number>();
  // From the end: a line no larger than the text is a heading only if text follows it.
  for (let at = groups.length - 1; at >= 0; at -= 1) {
    const group = groups[at];
    if (group === undefined || isRow(group)) continue;
    const [before, after] = [groups[at - 1], groups[at + 1]];
    const rank = headingRank(group, before, after, styles);
    if (rank === null) continue;
    const announces =
      after !== undefined &&
      after.page === group.page &&
      (ranks.has(after) || !after.units.every(({ line }) => styles.isBold(line)));
    if (rank > BOLD_RANK || announces) ranks.set(group, rank);
  }
  return ranks;
}

const isRow = (group: Group | undefined) => (group?.units[0]?.cells ?? null) !== null;
/** Returns whether a line in a separate font may be a heading, if that font is bold. */
export function mayBeHeading(text: string): boolean {
  const { chars } = MAX_HEADING.bold;
  if (text.length > chars || !STARTS_HEADING.test(text)) return false;
  return HAS_WORD.test(text) && !BULLET.test(text) && !ADDRESS.test(text);
}

const firstText = ({ units: [first] }: Group) => (first === undefined ? "" : textOf(first));

/** Returns the rank of a heading's size in the document; null if it is not a heading. */
function headingRank(
  group: Group,
  before: Group | undefined,
  after: Group | undefined,
  styles: Styles,
): number | null {
  const { units } = group;
  const [first] = units;
  if (first === undefined || !units.every(({ line }) => line.isUpright)) return null;
  const text = units.map(textOf).join(" ");
  if (!HAS_WORD.test(text) || BULLET.test(text) || ADDRESS.test(text)) return null;
  const fits = ({ lines, chars }: { lines: number; chars: number }) =>
    units.length <= lines && text.length <= chars;
  const size = halfPoints(Math.max(...units.map(({ line }) => sizeOf(line))));
  if (units.every(({ line }) => styles.isLarge(line))) return fits(MAX_HEADING.large) ? size : null;
  if (CAPTION.test(text) || units.some(({ line }) => styles.isMono(line))) return null;
  if (isInTable(group, before, after)) return null;
  if (text.length > MAX_SENTENCE && SENTENCES.test(text)) return null;
  if (units.every(({ line }) => styles.isBold(line))) {
    const isItem = NUMBER.test(text) && before !== undefined && NUMBER.test(firstText(before));
    const isApart = isSpaced(group) || NUMBER.test(text) || isRow(before);
    return fits(MAX_HEADING.bold) && isApart && !isItem ? BOLD_RANK : null;
  }
  const isTitle = isInCapitals(text) && isSpaced(group) && isFollowed(group);
  return isTitle && fits(MAX_CAPITALS) ? CAPITALS_RANK : null;
}

/** Returns whether a line is a cell: of a detected row, of an undetected one, or one that spans its table. */
function isInTable(group: Group, before: Group | undefined, after: Group | undefined): boolean {
  if (group.units.some(({ line }) => partsOf(line).length > 1)) return true;
  const near = NEAR_TABLE * (group.units[0]?.line.size ?? 1);
  if ((isRow(before) && group.above < near) || (isRow(after) && group.below < near)) return true;
  return isBeside(before, group) || isBeside(group, after);
}

/** Returns whether a group is to the right of another one. */
function isBeside(group: Group | undefined, other: Group | undefined): boolean {
  const last = group?.units.at(-1);
  const first = other?.units[0];
  if (last === undefined || first === undefined || group?.page !== other?.page) return false;
  const top = group?.units[0]?.line.y ?? 0;
  const { y, size } = first.line;
  return leftOf(first) > rightOf(last) && y > last.line.y - 0.3 * size && y < top + size;
}

function isSpaced({ above, below, units }: Group): boolean {
  const size = units[0] === undefined ? 1 : sizeOf(units[0].line);
  return above > APART * size || below > APART * size;
}

/** Returns whether the text below it is as close as text that it announces. */
const isFollowed = ({ below, above }: Group) => below !== Infinity && below <= above;

function isInCapitals(text: string): boolean {
  if (/\p{Ll}/u.test(text) || /[\d_/\\@=<>{}|]/.test(text)) return false;
  return /\p{Lu}{4}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 0.7 * text.length;
}

/** Determines the nesting depth of items by their indentation. */
class Nesting {
  #lefts: number[] = [];
  #number = 0;

  /** Returns whether a group is an item. A number begins an item if it is the first of a list or continues one. */
  takes(group: Group): boolean {
    const text = firstText(group);
    if (BULLET.test(text)) return true;
    const mark = NUMBER.exec(text)?.[0] ?? "";
    const number = Number(/\d+/.exec(mark)?.[0] ?? Number.NaN);
    const begins = Number.isNaN(number)
      ? this.#lefts.length > 0 || /^\(?[ai][.)]/.test(mark)
      : number <= 1;
    const goesOn = number === this.#number + 1;
    if (!begins && !goesOn) return false;
    this.#number = Number.isNaN(number) ? this.#number : number;
    return true;
  }

  levelOf({ units: [first] }: Group): number {
    const left = first === undefined ? 0 : leftOf(first);
    const size = first?.line.size ?? 1;
    while ((this.#lefts.at(-1) ?? -Infinity) > left + 0.5 * size) this.#lefts.pop();
    if ((this.#lefts.at(-1) ?? -Infinity) < left - 0.5 * size) this.#lefts.push(left);
    else this.#lefts[this.#lefts.length - 1] = left;
    return this.#lefts.length;
  }

  /** Returns whether a paragraph is further left than the text of the list. */
  endsWith({ units: [first] }: Group): boolean {
    return first !== undefined && leftOf(first) <= (this.#lefts[0] ?? Infinity);
  }

  clear(): void {
    this.#lefts = [];
  }
}

/** Joins consecutive lines of code into one block. */
function joinCode(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    if (draft.kind === "code" && before?.kind === "code") before.units.push(...draft.units);
    else joined.push(draft);
  }
  return joined;
}
