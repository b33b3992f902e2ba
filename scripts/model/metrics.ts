import { seededRandom } from "../../src/reading/analyser/model/seeded-random.ts";

/** Counts of one document, sentence or technique. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

export interface Quality {
  precision: number;
  recall: number;
  f1: number;
}

export function qualityOf({ right, wrong, missed }: Tally): Quality {
  const precision = right / Math.max(1, right + wrong);
  const recall = right / Math.max(1, right + missed);
  return { precision, recall, f1: (2 * right) / Math.max(1, 2 * right + wrong + missed) };
}

export function compare(found: ReadonlySet<string>, gold: ReadonlySet<string>): Tally {
  const right = [...found].filter((id) => gold.has(id)).length;
  return { right, wrong: found.size - right, missed: gold.size - right };
}

export function total(tallies: readonly Tally[]): Tally {
  const sum = { right: 0, wrong: 0, missed: 0 };
  for (const { right, wrong, missed } of tallies) {
    sum.right += right;
    sum.wrong += wrong;
    sum.missed += missed;
  }
  return sum;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Mean F1 over the labels that occur in gold or in what was found. */
export function macroF1(
  pairs: readonly { found: ReadonlySet<string>; gold: ReadonlySet<string> }[],
) {
  const byLabel = new Map<string, Tally>();
  const tallyOf = (id: string) => {
    const tally = byLabel.get(id) ?? { right: 0, wrong: 0, missed: 0 };
    byLabel.set(id, tally);
    return tally;
  };
  for (const { found, gold } of pairs) {
    for (const id of found) tallyOf(id)[gold.has(id) ? "right" : "wrong"] += 1;
    for (const id of gold) if (!found.has(id)) tallyOf(id).missed += 1;
  }
  return mean([...byLabel.values()].map((tally) => qualityOf(tally).f1));
}

/** Expected calibration error: ten bins of equal width, weighted by their number of pairs. */
export function calibrationError(pairs: readonly { p: number; isTrue: boolean }[]): number {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, sum: 0, hits: 0 }));
  for (const { p, isTrue } of pairs) {
    const bin = bins[Math.min(9, Math.floor(p * 10))];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.sum += p;
    bin.hits += isTrue ? 1 : 0;
  }
  return (
    bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.hits), 0) / Math.max(1, pairs.length)
  );
}

const DRAWS = 1000;
export const BOOTSTRAP_SEED = 95;

/**
 * 95 % interval of the micro F1, documents drawn with replacement.
 * @param sets documents by what they were scored by; of several sets, the interval is of their mean F1
 */
export function bootstrap(...sets: readonly (readonly Tally[])[]): [number, number] {
  const random = seededRandom(BOOTSTRAP_SEED);
  const draw = (documents: readonly Tally[]) =>
    documents.map(
      () => documents[Math.floor(random() * documents.length)] ?? { right: 0, wrong: 0, missed: 0 },
    );
  const values = Array.from({ length: DRAWS }, () =>
    mean(sets.map((documents) => qualityOf(total(draw(documents))).f1)),
  ).toSorted((a, b) => a - b);
  return [values[Math.floor(DRAWS * 0.025)] ?? 0, values[Math.floor(DRAWS * 0.975)] ?? 0];
}
