import type { Mention } from "./schema.ts";

/** Maximum stored mentions of one item. All are counted. */
const KEPT = 5;

/** Position in a text, in UTF-16 code units. */
export interface Place {
  start: number;
  end: number;
}

interface Mentioned {
  count: number;
  mentions: Mention[];
}

/** The mentions of items in a text, grouped by key. */
export class MentionList<T extends object> {
  readonly #text: string;
  readonly #byKey = new Map<string, T & Mentioned>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a mention of an item. `make` creates the item at its first mention. */
  add(key: string, { start, end }: Place, make: () => T): void {
    const known = this.#byKey.get(key) ?? { ...make(), count: 0, mentions: [] };
    this.#byKey.set(key, known);
    known.count += 1;
    if (known.mentions.length < KEPT) {
      known.mentions.push({ text: this.#text.slice(start, end), start, end });
    }
  }

  /** Returns all items by their first mention. */
  inOrder(): (T & Mentioned)[] {
    return [...this.#byKey.values()];
  }

  /** Returns the most mentioned items first. On a tie, the first mentioned. */
  byCount(): (T & Mentioned)[] {
    return this.inOrder().sort((a, b) => b.count - a.count);
  }
}
