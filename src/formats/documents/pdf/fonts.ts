import type { PageLine } from "./page-lines.ts";

const BOLD =
  /bold|black|heavy|demi|semi|medium|[-,](?:Bd|Hv|Blk|Sb|Md)(?![a-z])|-Medi\b|^(?:[A-Z]{6}\+)?(?:CM|CMSS|SF)BX/i;
const SMALL_CAPS = /small-?caps|CSC\d|[-.]SC\b/i;

/** The appearance of a document's text, and which lines stand out. */
export class Styles {
  /** The most common font size, in half points. */
  readonly bodySize: number;
  /** Text from this size on stands out. */
  readonly largeSize: number;
  /** The font names in the file, for relevant fonts only. */
  names: ReadonlyMap<string, string> = new Map();
  /** The monospaced fonts. */
  readonly #mono: ReadonlySet<string>;
  readonly #bodyFont: string;

  constructor(lines: readonly PageLine[], mono: ReadonlySet<string>) {
    const sizes = new Map<number, number>();
    const byFont = new Map<string, number>();
    for (const { size, font, chars } of lines.flatMap(({ runs }) => runs)) {
      add(sizes, halfPoints(size), chars);
      add(byFont, font, chars);
    }
    this.#mono = mono;
    this.#bodyFont = mostOf(byFont) ?? "";
    this.bodySize = mostOf(sizes) ?? 10;
    // Running text may have a second size, for example if tables contain most of the letters.
    const most = sizes.get(this.bodySize) ?? 0;
    const running = [...sizes].filter(
      ([, chars]) => chars >= MIN_RUNNING && chars >= RUNNING_SHARE * most,
    );
    const largest = Math.max(this.bodySize, ...running.map(([size]) => size));
    this.largeSize = Math.max(largest + 0.7, LARGER * largest);
  }

  isLarge({ runs }: PageLine): boolean {
    return share(runs, ({ size }) => size >= this.largeSize) >= MOST;
  }

  /** Returns the font of a whole line if it differs from that of most text. */
  ownFont({ runs }: PageLine): string | null {
    const [first] = runs;
    if (first === undefined || first.font === this.#bodyFont) return null;
    return share(runs, ({ font }) => font === first.font) >= MOST ? first.font : null;
  }

  startsBold({ runs: [first] }: PageLine): boolean {
    return first !== undefined && this.#isBoldFont(first.font);
  }

  /** Returns whether a whole line is bold or in small capitals, and most text is not. */
  isBold({ runs }: PageLine): boolean {
    return share(runs, ({ font }) => this.#isBoldFont(font)) >= MOST;
  }

  /** Returns whether a whole line is monospaced, and most text is not. */
  isMono({ runs }: PageLine): boolean {
    if (this.#isMonoFont(this.#bodyFont)) return false;
    return share(runs, ({ font }) => this.#isMonoFont(font)) >= MOST;
  }

  #isBoldFont(font: string): boolean {
    const name = this.names.get(font) ?? "";
    return font !== this.#bodyFont && (BOLD.test(name) || SMALL_CAPS.test(name));
  }

  #isMonoFont(font: string): boolean {
    return this.#mono.has(font);
  }
}

const LARGER = 1.08;
/** Running text of another size has at least this many letters, and this share of the body's letters. */
const MIN_RUNNING = 1000;
const RUNNING_SHARE = 0.25;
/** The share of a line's letters that determines its style. */
const MOST = 0.95;

export const halfPoints = (size: number) => Math.round(size * 2) / 2;

/** Returns the most common font size of a line. */
export function sizeOf({ runs, size }: PageLine): number {
  const sizes = new Map<number, number>();
  for (const run of runs) add(sizes, run.size, run.chars);
  return mostOf(sizes) ?? size;
}

function share<T extends { chars: number }>(runs: readonly T[], test: (run: T) => boolean): number {
  let all = 0;
  let those = 0;
  for (const run of runs) {
    all += run.chars;
    if (test(run)) those += run.chars;
  }
  return all === 0 ? 0 : those / all;
}

function add<K>(counts: Map<K, number>, key: K, number: number): void {
  counts.set(key, (counts.get(key) ?? 0) + number);
}

export function mostOf<K>(counts: ReadonlyMap<K, number>): K | null {
  let most: [K, number] | null = null;
  for (const entry of counts) if (most === null || entry[1] > most[1]) most = entry;
  return most?.[0] ?? null;
}
