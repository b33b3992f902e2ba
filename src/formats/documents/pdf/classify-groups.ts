import type { BlockKind } from "../../../text/document/document.ts";
import { halfPoints, sizeOf, type Styles } from "./fonts.ts";
import { BULLET, isListed, NUMBER, type Group } from "./group-lines.ts";
import { leftOf, textOf } from "./line-geometry.ts";
import type { Unit } from "./page-units.ts";

/** A block before its place in the text is known. */
export interface Draft {
  kind: BlockKind;
  level?: number;
  units: Unit[];
  /** The page that it begins on, from 1. */
  page: number;
}

const MAX_HEADING = { large: { lines: 4, chars: 300 }, bold: { lines: 3, chars: 200 } };
const MAX_CAPITALS = { lines: 2, chars: 100 };
/** A heading stands apart by so much more space than lines have, in sizes of letters. */
const APART = 1.55;
const MAX_LEVEL = 6;
/** The levels of headings that are no larger than the text, below all sizes. */
const BOLD_RANK = 0;
const CAPITALS_RANK = -1;
const CAPTION = /^(?:Table|Figure|Fig\.|Tabelle|Abbildung|Tableau) \d{1,3}\b/u;
const ADDRESS = /^\S*:\/\/\S*$/;
const HAS_WORD = /\p{L}{2}/u;

/** What each group of lines is. */
export function classifyGroups(groups: readonly Group[], styles: Styles): Draft[] {
  const drafts: Draft[] = [];
  const ranks = new Map<Draft, number>();
  const list = new Nesting();
  for (const [at, group] of groups.entries()) {
    const { units, page } = group;
    const rank = headingRank(group, groups[at - 1], styles);
    const draft: Draft = { kind: "paragraph", units, page };
    const text = firstText(group);
    // A list that goes on in the next column begins at its left end again.
    if (group.above === Infinity && groups[at - 1]?.page === page) list.clear();
    if (units[0]?.cells !== null) draft.kind = "row";
    else if (rank !== null) {
      draft.kind = "heading";
      ranks.set(draft, rank);
    } else if (units.every(({ line }) => styles.isMono(line)) && !BULLET.test(text)) {
      draft.kind = "code";
    } else if (isListed(text) && list.takes(group)) {
      draft.kind = "item";
      draft.level = list.levelOf(group);
    }
    if (draft.kind === "heading" || (draft.kind === "paragraph" && list.endsWith(group))) list.clear();
    drafts.push(draft);
  }
  const sizes = [...new Set(ranks.values())].sort((a, b) => b - a);
  for (const [draft, rank] of ranks) draft.level = Math.min(sizes.indexOf(rank) + 1, MAX_LEVEL);
  return joinCode(drafts);
}

const firstText = ({ units: [first] }: Group) => (first === undefined ? "" : textOf(first));

/** The size that a heading has among those of its document; null for what is no heading. */
function headingRank(group: Group, before: Group | undefined, styles: Styles): number | null {
  const { units } = group;
  const [first] = units;
  if (first === undefined || first.cells !== null || !units.every(({ line }) => line.isUpright))
    return null;
  const text = units.map(textOf).join(" ");
  if (!HAS_WORD.test(text) || BULLET.test(text) || ADDRESS.test(text)) return null;
  const fits = ({ lines, chars }: { lines: number; chars: number }) =>
    units.length <= lines && text.length <= chars;
  const size = halfPoints(Math.max(...units.map(({ line }) => sizeOf(line))));
  if (units.every(({ line }) => styles.isLarge(line))) return fits(MAX_HEADING.large) ? size : null;
  if (CAPTION.test(text) || units.some(({ line }) => styles.isMono(line))) return null;
  if (units.every(({ line }) => styles.isBold(line))) {
    const isApart = isSpaced(group) || NUMBER.test(text) || before?.units[0]?.cells !== null;
    return fits(MAX_HEADING.bold) && isApart ? BOLD_RANK : null;
  }
  const isTitle = isInCapitals(text) && isSpaced(group) && isFollowed(group);
  return isTitle && fits(MAX_CAPITALS) ? CAPITALS_RANK : null;
}

function isSpaced({ above, below, units }: Group): boolean {
  const size = units[0] === undefined ? 1 : sizeOf(units[0].line);
  return above > APART * size || below > APART * size;
}

/** Whether the text below it stands as near as text that it announces. */
const isFollowed = ({ below, above }: Group) => below !== Infinity && below <= above;

function isInCapitals(text: string): boolean {
  if (/\p{Ll}/u.test(text) || /[\d_/\\@=<>{}|]/.test(text)) return false;
  return /\p{Lu}{4}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 0.7 * text.length;
}

/** How deep items are nested, by how far they are indented. */
class Nesting {
  #lefts: number[] = [];
  #number = 0;

  /** A number begins an item where it is the first of a list or goes on in one. */
  takes(group: Group): boolean {
    const text = firstText(group);
    if (BULLET.test(text)) return true;
    const mark = NUMBER.exec(text)?.[0] ?? "";
    const number = Number(/\d+/.exec(mark)?.[0] ?? Number.NaN);
    const begins = Number.isNaN(number) ? this.#lefts.length > 0 || /^\(?[ai][.)]/.test(mark) : number <= 1;
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

  /** Whether a paragraph stands further left than a list's text. */
  endsWith({ units: [first] }: Group): boolean {
    return first !== undefined && leftOf(first) <= (this.#lefts[0] ?? Infinity);
  }

  clear(): void {
    this.#lefts = [];
  }
}

/** Lines of code that follow each other are one block. */
function joinCode(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    if (draft.kind === "code" && before?.kind === "code") before.units.push(...draft.units);
    else joined.push(draft);
  }
  return joined;
}
