const MAX_CHARS = 400;
const SAID: readonly (readonly [RegExp, number])[] = [
  [/sha-?512(?!\/)/i, 128],
  [/sha-?(?:2-?)?256|authentihash/i, 64],
  [/sha-?1(?!\d)/i, 40],
  [/md5|imphash|ja3/i, 32],
];

/** The length of the hashes that words name; null where they name none or several. */
export function lengthNamed(words: string): number | null {
  const said = SAID.filter(([name]) => name.test(words));
  return said.length === 1 ? (said[0]?.[1] ?? null) : null;
}

/**
 * The columns of tables whose cells tabs part, and whose cells have lines of their own: a row has as
 * many tabs as the head has, however many lines it takes. Asked with growing places; reads each line once.
 */
export class HashColumns {
  readonly #text: string;
  /** Up to there has been read: the beginning of a line. */
  #at = 0;
  #heads: readonly string[] = [];
  #tabs = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The length of the hashes in the column that a place stands in. */
  lengthAt(place: number): number | null {
    this.#readTo(place);
    const each = this.#heads.length - 1;
    if (each < 1) return null;
    const before = this.#text.slice(this.#at, place);
    const column = (this.#tabs + tabsIn(before)) % each;
    // The last cell of a row and the first one of the next have as many tabs before them.
    const isLast = column === 0 && before.trim() === "" && before.includes("\t");
    const isBehind = column === 0 && before.trim() !== "" && before.endsWith("\t");
    return lengthNamed(this.#heads[isLast || isBehind ? each : column] ?? "");
  }

  #readTo(place: number): void {
    for (;;) {
      const end = this.#text.indexOf("\n", this.#at);
      if (end < 0 || end >= place) return;
      const line = this.#text.slice(this.#at, Math.min(end, this.#at + MAX_CHARS));
      this.#at = end + 1;
      if (!line.includes("\t")) {
        // A sentence ends the table.
        if (line.length > MAX_CHARS / 4) this.#heads = [];
      } else if (isHead(line)) {
        this.#heads = line.split("\t");
        this.#tabs = 0;
      } else this.#tabs += tabsIn(line);
    }
  }
}

const tabsIn = (line: string) => line.split("\t").length - 1;

function isHead(line: string): boolean {
  return SAID.some(([name]) => name.test(line)) && !/[0-9a-f]{16}/i.test(line);
}
