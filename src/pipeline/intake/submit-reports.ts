import { cutBatches } from "./cut-batches.ts";
import type { IntakeDeps } from "./deps.ts";
import { type Companions, enterBatch, type SubmitOutcome } from "./enter-batch.ts";
import type { NewReport } from "./new-report.ts";
import { addCounts, noCounts, type ObservableCounts } from "./observable-counts.ts";
import { prepareReports } from "./prepare-reports.ts";

/**
 * Brings reports of a feed or an import into the queue as pending, with their observables. A report
 * that is known already, by its URL, its title or its foreign key, is not entered again, but
 * observables that it adds are. Each batch holds whole reports; the outcomes are in the order of the
 * reports.
 * @param first what goes with the first batch
 * @param last what goes with the last batch, which there is even where there are no reports
 * @throws AppError `quota_exceeded` before the batch that there is no room for
 */
export async function submitReports(
  deps: IntakeDeps,
  reports: readonly NewReport[],
  first: Companions = {},
  last: Omit<Companions, "act"> | null = null,
): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
  const outcomes: SubmitOutcome[] = [];
  const counts = noCounts();
  const batches = [...cutBatches(await prepareReports(deps, reports))];
  if (batches.length === 0 && last !== null) batches.push([]);
  for (const [place, batch] of batches.entries()) {
    const atFirst: Companions = place === 0 ? first : {};
    const atLast: Companions = place === batches.length - 1 ? (last ?? {}) : {};
    const result = await enterBatch(deps, batch, {
      ...atFirst,
      parts: [...(atFirst.parts ?? []), ...(atLast.parts ?? [])],
      additions: [...(atFirst.additions ?? []), ...(atLast.additions ?? [])],
    });
    outcomes.push(...result.outcomes);
    addCounts(counts, result.counts);
  }
  return { outcomes, counts };
}
