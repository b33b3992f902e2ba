/** What the library says of a piece of text on a page; sizes in points, from the lower left corner. */
export interface TextItem {
  str: string;
  dir: string;
  /** a, b, c, d, x, y of the text matrix (ISO 32000-1, 9.4.2). */
  transform: readonly number[];
  width: number;
  hasEOL: boolean;
}

/** A piece of a line with wide gaps around it: a whole line, or a table's cell in it. */
export interface Fragment {
  text: string;
  left: number;
  right: number;
}

/** What stands on one base line and was drawn one after the other. */
export interface PageLine {
  fragments: Fragment[];
  /** What stands between a fragment and the next one, and behind the last, where it is no table. */
  between: string[];
  y: number;
  /** Of its letters. */
  size: number;
  /** Runs from left to right, unrotated: only such lines can be cells. */
  isPlain: boolean;
}

/** A gap this wide, in sizes of letters, parts fragments; between words are about 0.3. */
const WIDE = 0.7;
/** Base lines closer than this, in sizes of letters, are one. */
const SAME_LINE = 0.3;
/** What stands before an item of a list is no cell. */
const MARKER =
  /^(?:[•▪▫●○◦‣■□►➢·*\-–—o\uF0B7\uF0A7]|\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)]?|\(?[a-z][.)]|\[\d{1,3}\])$/iu;
const MARKER_GAP = 4;
/** The widest blank of a justified line by its narrowest, at most. */
const EVEN = 1.15;
const WORD = /^[#"'“(]?[\p{L}'’-]+[.,;:!?"'”)]{0,2}$/u;

/** Whether a fragment is the bullet or the number of what stands beside it. */
export const isMarker = ({ text }: Fragment) => MARKER.test(text.trim());

/** A line's fragments; one where it is justified text, whose words stand apart by equal blanks. */
export function partsOf({ fragments }: PageLine): readonly Fragment[] {
  const [first] = fragments;
  const last = fragments.at(-1);
  if (first === undefined || last === undefined || fragments.length < 3) return fragments;
  const words = fragments.filter(({ text }) => WORD.test(text.trim()));
  if (words.length < 0.75 * fragments.length) return fragments;
  const gaps = fragments.slice(1).map(({ left }, at) => left - (fragments[at]?.right ?? 0));
  const isEven = Math.max(...gaps) <= EVEN * Math.min(...gaps);
  return isEven ? [{ ...first, right: last.right }] : fragments;
}

/** The lines of a page in the order in which they were drawn; all text of the items is in them. */
export class PageLines {
  readonly lines: PageLine[] = [];
  /** What stands before the first line. */
  lead = "";
  #before: TextItem | null = null;

  add(item: TextItem): void {
    const glued = this.#before !== null && jumpsBack(this.#before, item);
    if (glued) this.#addBlank("\n");
    if (item.str.trim() === "") this.#addBlank(item.str);
    else this.#addText(item);
    if (item.hasEOL) this.#addBlank("\n");
    this.#before = item.hasEOL || item.str === "" ? null : item;
  }

  /** All text, as it was drawn. */
  drawn(): string {
    const text = ({ fragments, between }: PageLine) =>
      fragments.map((fragment, at) => fragment.text + (between[at] ?? "")).join("");
    return this.lead + this.lines.map(text).join("");
  }

  /** Lines for what comes after these on the same page. */
  next(): PageLines {
    const lines = new PageLines();
    lines.#before = this.#before;
    return lines;
  }

  #addBlank(blank: string): void {
    const line = this.lines.at(-1);
    if (line === undefined) this.lead += blank;
    else line.between[line.between.length - 1] += blank;
  }

  #addText(item: TextItem): void {
    const fragment = fragmentOf(item);
    const line = this.lines.at(-1);
    const last = line?.fragments.at(-1);
    const blank = line?.between.at(-1) ?? "\n";
    if (line === undefined || last === undefined || !goesOn(line, item, blank)) {
      const isPlain = isPlainItem(item);
      this.lines.push({
        fragments: [fragment],
        between: [""],
        y: yOf(item),
        size: sizeOf(item),
        isPlain,
      });
      return;
    }
    const gap = (fragment.left - last.right) / line.size;
    const belongs = line.fragments.length === 1 && gap < MARKER_GAP && isMarker(last);
    if (gap < WIDE || belongs || !line.isPlain) {
      last.text += blank + fragment.text;
      last.right = Math.max(last.right, fragment.right);
      line.between[line.between.length - 1] = "";
      return;
    }
    line.fragments.push(fragment);
    line.between.push("");
  }
}

function goesOn(line: PageLine, item: TextItem, blank: string): boolean {
  if (blank.includes("\n") || line.isPlain !== isPlainItem(item)) return false;
  return !line.isPlain || Math.abs(yOf(item) - line.y) <= SAME_LINE * line.size;
}

const yOf = ({ transform }: TextItem) => transform[5] ?? 0;
const sizeOf = ({ transform }: TextItem) => Math.abs(transform[3] ?? 0) || 1;

function isPlainItem({ dir, transform }: TextItem): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = transform;
  return dir === "ltr" && a > 0 && d > 0 && b === 0 && c === 0;
}

/** The blanks at either end of an item take part of its width. */
function fragmentOf({ str, transform, width }: TextItem): Fragment {
  const from = transform[4] ?? 0;
  const perChar = width / str.length;
  return {
    text: str,
    left: from + (str.length - str.trimStart().length) * perChar,
    right: from + str.trimEnd().length * perChar,
  };
}

/**
 * The library reports no line end where a header is followed by another one slightly lower and
 * further left, which would glue their words; text from right to left does move left.
 */
function jumpsBack(before: TextItem, after: TextItem): boolean {
  if (before.dir !== "ltr" || after.dir !== "ltr" || after.str === "") return false;
  const [a, skew, , , from] = before.transform;
  const to = after.transform[4];
  return skew === 0 && typeof a === "number" && a > 0 && (to ?? 0) < (from ?? 0);
}
