import type { ReadItem } from "../../store.ts";
import type { Piece } from "../import-pieces.ts";
import type { TaxiiObject } from "./fetch-taxii.ts";

/**
 * Objects that may repeat: those of this round, and those added in the minute before the last round began. Older
 * ones are not requested again.
 */
export class SeenObjects {
  readonly #known: Map<string, string>;
  /** Whether the round began with this part of the run, so that `#round` contains all of its objects. */
  readonly #isWhole: boolean;
  readonly #round = new Map<string, string>();

  constructor(known: Map<string, string>, isWhole: boolean) {
    this.#known = known;
    this.#isWhole = isWhole;
  }

  /** Returns the new objects of a page, as a piece of an import. */
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

  /** Returns what to remember after the round. @param isSettled whether none of its objects repeats */
  forget(isSettled: boolean): Partial<Piece> {
    if (isSettled) return { items: [], forgets: true };
    if (!this.#isWhole) return {};
    return { items: [...this.#round].map(([item, version]) => ({ item, version })), forgets: true };
  }
}
