import type { Features } from "../analyser/model/features.ts";

const MOST = 5;

/** Collects the words that support each kind. */
export interface Reasons {
  noteOf(features: Features): (feature: number, added: readonly number[]) => void;
  /** The reasons for one kind, in plain words. */
  list(kind: number): string[];
}

/** Sums the contribution of each word to a kind over the chunks of a text, compared with other kinds. */
export function createReasons(): Reasons {
  const sums = new Map<string, number[]>();
  return {
    noteOf:
      ({ words, first, last }) =>
      (feature, added) => {
        const from = first[feature] ?? -1;
        // For pairs, the single words count.
        if (from < 0 || from !== last[feature]) return;
        const word = words[from]?.toLowerCase() ?? "";
        if (!/^[\p{L}\p{N}][\p{L}\p{N}-]{2,30}$/u.test(word)) return;
        const known = sums.get(word);
        if (known === undefined) sums.set(word, [...added]);
        else for (const [kind, value] of added.entries()) known[kind] = (known[kind] ?? 0) + value;
      },
    list: (kind) => {
      const leads = [...sums].map(([word, added]) => {
        const others = added.filter((_value, at) => at !== kind);
        return { word, by: (added[kind] ?? 0) - Math.max(...others) };
      });
      const best = leads
        .filter(({ by }) => by > 0)
        .sort((a, b) => b.by - a.by || (a.word < b.word ? -1 : 1))
        .slice(0, MOST);
      if (best.length === 0) return [];
      return [`Words that suggest it: ${best.map(({ word }) => `“${word}”`).join(", ")}.`];
    },
  };
}
