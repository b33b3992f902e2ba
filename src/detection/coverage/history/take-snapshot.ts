import { writeUnrecorded } from "../../../platform/audit/commit.ts";
import { readCoverage } from "../states/read-coverage.ts";
import type { Coverage } from "../states/schema.ts";
import type { CoverageHistoryDeps } from "./deps.ts";
import type { SnapshotRow } from "./store.ts";

/**
 * Takes today's snapshots of the domains that have none, once a day. Skips domains without any coverage, where all
 * techniques are blind.
 */
export async function takeDailySnapshots(deps: CoverageHistoryDeps): Promise<void> {
  const today = deps.now().slice(0, 10);
  const last = await deps.coverageSnapshots.lastDays();
  const domains = new Set((await deps.published.list()).map(({ domain }) => domain));
  for (const domain of domains) {
    if (last.get(domain) === today) continue;
    const coverage = await readCoverage(deps, { domain, demand: "any" });
    if (last.has(domain) || isWorkedOn(coverage)) {
      await storeSnapshot(deps, toSnapshot(deps, coverage));
    }
  }
}

/** Returns whether a rule covers a technique of the domain, or any log is collected. */
export function isWorkedOn({ summary }: Pick<Coverage, "summary">): boolean {
  return Object.entries(summary).some(([state, count]) => state !== "blind" && count > 0);
}

/** Converts coverage to today's snapshot. */
export function toSnapshot(
  deps: Pick<CoverageHistoryDeps, "now">,
  { domain, version, summary }: Pick<Coverage, "domain" | "version" | "summary">,
): SnapshotRow {
  const taken_at = deps.now();
  return { domain, day: taken_at.slice(0, 10), version, counts: { ...summary }, taken_at };
}

/** Stores a snapshot. Reads of the history store snapshots too, and must not change the workspace version. */
export async function storeSnapshot(deps: CoverageHistoryDeps, row: SnapshotRow): Promise<void> {
  await writeUnrecorded(deps, "derived", [deps.coverageSnapshots.put(row)], []);
}
