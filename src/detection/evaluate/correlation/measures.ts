import type { Correlation } from "./correlation.ts";

/** One event, or one firing of a correlation, as seen by a correlation that joins it. */
export interface Entry {
  /** Milliseconds since the Unix epoch. */
  time: number;
  /** Position in order of time, the same for one event under several rules. */
  place: number;
  /** Indexes of events in the stream, from 0. */
  events: readonly number[];
  /** The name by which the correlation references the rule. */
  reference: string;
  /** The value for `value_*`, or the number as text. */
  value: string | null;
}

/** An aggregate over the entries in a correlation's timespan. */
export interface Measure {
  add(entry: Entry): void;
  remove(entry: Entry): void;
  /** Returns the current count, or NaN if there is nothing to count. */
  count(): number;
  isMet(): boolean;
}

/** Creates the measure of a correlation's type for one group. */
export function openMeasure(correlation: Correlation): Measure {
  const { type, threshold, words } = correlation;
  const test = (count: () => number) => ({ count, isMet: () => threshold.isMet(count()) });
  if (type === "event_count") {
    let events = 0;
    return {
      add: () => void (events += 1),
      remove: () => void (events -= 1),
      ...test(() => events),
    };
  }
  if (type === "value_count") return countDistinct(({ value }) => value, test);
  if (type === "temporal") {
    const kinds = new Map<string, number>();
    const counted = countDistinct(({ reference }) => reference, test, kinds);
    return words === null
      ? counted
      : { ...counted, isMet: () => words.isMet(new Set(kinds.keys())) };
  }
  return measureNumbers(correlation, test);
}

type TestOf = (count: () => number) => Pick<Measure, "count" | "isMet">;

function countDistinct(
  of: (entry: Entry) => string | null,
  test: TestOf,
  seen = new Map<string, number>(),
): Measure {
  return {
    add: (entry) => {
      const value = of(entry);
      if (value !== null) seen.set(value, (seen.get(value) ?? 0) + 1);
    },
    remove: (entry) => {
      const value = of(entry);
      if (value === null) return;
      const left = (seen.get(value) ?? 0) - 1;
      if (left > 0) seen.set(value, left);
      else seen.delete(value);
    },
    ...test(() => seen.size),
  };
}

/** Measures numbers. A sum is updated as entries come and go; the others are computed from all numbers on demand. */
function measureNumbers({ type, percentile }: Correlation, test: TestOf): Measure {
  const numbers: number[] = [];
  let [sum, count] = [0, 0];
  const compute = () => {
    if (count === 0) return Number.NaN;
    if (type === "value_sum") return sum;
    if (type === "value_avg") return sum / count;
    return percentileOf(numbers, type === "value_median" ? 50 : percentile);
  };
  const isSorted = type === "value_median" || type === "value_percentile";
  return {
    add: ({ value }) => {
      sum += Number(value);
      count += 1;
      if (isSorted) numbers.push(Number(value));
    },
    // Only a sliding window removes entries, and windows of sorted numbers never slide.
    remove: ({ value }) => {
      sum -= Number(value);
      count -= 1;
    },
    ...test(compute),
  };
}

/** Interpolates between the two nearest values, like spreadsheets and search engines. */
function percentileOf(numbers: readonly number[], percentile: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percentile) / 100;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
