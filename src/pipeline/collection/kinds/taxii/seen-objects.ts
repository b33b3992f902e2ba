import type { ReadItem } from "../../store.ts";
import type { Piece } from "../import-pieces.ts";
import type { TaxiiObject } from "./fetch-taxii.ts";

/**
 * The objects that may come again: those of this round, and those that were added in the minute before
 * the last round began. What is older is not asked for any more.
 */
export class SeenObjects {
  readonly #known: Map<string, string>;
  /** Whether the round began with this part of the run, so that `#round` has all of its objects. */
  readonly #isWhole: boolean;
  readonly #round = new Map<string, string>();

  constructor(known: Map<string, string>, isWhole: boolean) {
    this.#known = known;
    this.#isWhole = isWhole;
  }

  /** What of a page is new, as a piece of an import. */
  take(objects: readonly TaxiiObject[]): { content: string | null; items: ReadItem[] } {
    const fresh: string[] = [];
    const items: ReadItem[] = [];
    for (const { id, version, json } of objects) {
      if (id !== null) this.#round.set(id, version);
      if (id !== null && this.#known.get(id) === version) continue;
      fresh.push(json);
      if (id === null) continue;
      this.#known.set(id, version);
      items.push({ item: id, version });
    }
    return { content: fresh.length === 0 ? null : fresh.join(","), items };
  }

  /** What is remembered after the round. @param isSettled whether none of its objects comes again */
  forget(isSettled: boolean): Partial<Piece> {
    if (isSettled) return { items: [], forgets: true };
    if (!this.#isWhole) return {};
    return { items: [...this.#round].map(([item, version]) => ({ item, version })), forgets: true };
  }
}
