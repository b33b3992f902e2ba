import type { Mention } from "./schema.ts";

/** How many mentions of one thing are kept; all are counted. */
const KEPT = 5;

/** Where something stands in a text, in UTF-16 code units. */
export interface Place {
  start: number;
  end: number;
}

interface Mentioned {
  count: number;
  mentions: Mention[];
}

/** The mentions of things in a text, gathered by a key of each. */
export class MentionList<T extends object> {
  readonly #text: string;
  readonly #byKey = new Map<string, T & Mentioned>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a mention of a thing, which `make` describes at its first one. */
  add(key: string, { start, end }: Place, make: () => T): void {
    const known = this.#byKey.get(key) ?? { ...make(), count: 0, mentions: [] };
    this.#byKey.set(key, known);
    known.count += 1;
    if (known.mentions.length < KEPT) {
      known.mentions.push({ text: this.#text.slice(start, end), start, end });
    }
  }

  /** All of them by their first mention. */
  inOrder(): (T & Mentioned)[] {
    return [...this.#byKey.values()];
  }

  /** The most mentioned first; of equals, the first mentioned. */
  byCount(): (T & Mentioned)[] {
    return this.inOrder().sort((a, b) => b.count - a.count);
  }
}
