import type { Correlation } from "./correlation.ts";
import { type GroupWindow, newFiring } from "./firing.ts";
import type { Entry } from "./measures.ts";

/** Entries of rules in sequence: the last one, and those before it. */
interface Chain {
  entry: Entry;
  start: number;
  before: Chain | null;
}

/**
 * Creates the window of `temporal_ordered`. For each rule and length it stores the latest-starting chain that ends with
 * the rule: if that one cannot be completed, no other can.
 */
export function orderedWindow(group: readonly string[], correlation: Correlation): GroupWindow {
  const { timespan, threshold } = correlation;
  const references = correlation.joined.map(({ reference }) => reference);
  let chains: (Chain | undefined)[][] = references.map(() => []);
  const longest = (at: number, length: number, time: number): Chain | null => {
    let best: Chain | null = null;
    for (let i = 0; i < at; i += 1) {
      const chain = chains[i]?.[length];
      if (chain === undefined || time - chain.start > timespan) continue;
      if (best === null || chain.start > best.start) best = chain;
    }
    return best;
  };
  return {
    push: (entry) => {
      const at = references.indexOf(entry.reference);
      const own = chains[at] ?? [];
      for (let length = at + 1; length >= 1; length -= 1) {
        const before = length === 1 ? null : longest(at, length - 1, entry.time);
        if (length > 1 && before?.entry.place === entry.place) continue;
        if (length > 1 && before === null) continue;
        own[length] = { entry, start: before?.start ?? entry.time, before };
        if (!threshold.isMet(length)) continue;
        const firing = newFiring(group, length, entriesOf(own[length] ?? null));
        chains = references.map(() => []);
        return [{ firing, isNew: true }];
      }
      return [];
    },
    end: () => [],
  };
}

function entriesOf(chain: Chain | null): Entry[] {
  const entries: Entry[] = [];
  for (let one = chain; one !== null; one = one.before) entries.unshift(one.entry);
  return entries;
}
