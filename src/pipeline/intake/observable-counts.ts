/** Totals over reports. `created + known + suppressed` is the number of matches. */
export interface ObservableCounts {
  observables_created: number;
  observables_known: number;
  suppressed: number;
}

/** Returns counters of zero. */
export function noCounts(): ObservableCounts {
  return { observables_created: 0, observables_known: 0, suppressed: 0 };
}

/** Adds to counters. */
export function addCounts(sum: ObservableCounts, added: ObservableCounts): void {
  sum.observables_created += added.observables_created;
  sum.observables_known += added.observables_known;
  sum.suppressed += added.suppressed;
}
