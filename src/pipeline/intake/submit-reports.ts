import { cutBatches } from "./cut-batches.ts";
import type { IntakeDeps } from "./deps.ts";
import { type Companions, enterBatch, type SubmitOutcome } from "./enter-batch.ts";
import type { NewReport } from "./new-report.ts";
import { addCounts, noCounts, type ObservableCounts } from "./observable-counts.ts";
import { prepareReports } from "./prepare-reports.ts";

/**
 * Enters reports of a feed or an import as pending, with their observables. A report whose URL, title or foreign
 * key is known is not entered again, but its new observables are added. Each batch contains whole reports. The
 * outcomes are in the order of the reports.
 * @param first added to the first batch
 * @param last added to the last batch, which exists even without reports
 * @throws AppError `quota_exceeded` before the batch that would exceed the quota
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
