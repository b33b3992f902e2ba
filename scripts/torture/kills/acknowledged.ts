import { type Change, KINDS, type Place, type Random } from "./changes.ts";

type Counts = Record<string, number>;

/** Everything that a service acknowledged between kills. */
export class Acknowledged {
  /** How many of each kind were begun, and how many of those were acknowledged. */
  readonly counts = { begun: {} as Counts, acknowledged: {} as Counts };
  readonly #changes: Change[] = [];

  /** Begins one change of a kind that chance names; settles when it is answered or cut off. */
  async begin(place: Place, random: Random, n: number): Promise<void> {
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? KINDS[0];
    countOne(this.counts.begun, kind.name);
    // A change that is cut off may have been stored or not.
    const change = await kind(place, n, random).catch(() => null);
    if (change === null) return;
    countOne(this.counts.acknowledged, kind.name);
    this.#changes.push(change);
  }

  /** Returns a sentence for each change that is gone, or there twice. */
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
