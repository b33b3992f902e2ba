import { type Change, KINDS, type Place, type Random } from "./changes.ts";

type Counts = Record<string, number>;

/** All changes that a service acknowledged between kills. */
export class Acknowledged {
  /** How many changes of each kind began, and how many of those were acknowledged. */
  readonly counts = { begun: {} as Counts, acknowledged: {} as Counts };
  readonly #changes: Change[] = [];

  /** Begins one change of a random kind. Settles when it is answered or interrupted. */
  async begin(place: Place, random: Random, n: number): Promise<void> {
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? KINDS[0];
    countOne(this.counts.begun, kind.name);
    // An interrupted change may or may not have been stored.
    const change = await kind(place, n, random).catch(() => null);
    if (change === null) return;
    countOne(this.counts.acknowledged, kind.name);
    this.#changes.push(change);
  }

  /** Returns a sentence for each change that is missing or duplicated. */
  async check(url: string): Promise<string[]> {
    const faults: string[] = [];
    for (const { what, isThere } of this.#changes) {
      const isOnce = await isThere(url).catch((error: unknown) => String(error));
      if (isOnce !== true) faults.push(`${what} is not there once: ${isOnce}`);
    }
    return faults;
  }
}

function countOne(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
