import { DEFAULT_DOMAIN } from "../../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { readCoverage } from "../states/read-coverage.ts";
import type { CoverageHistoryDeps } from "./deps.ts";
import type { HistoryQuery } from "./params.ts";
import type { CoverageHistory } from "./schema.ts";
import type { SnapshotRow } from "./store.ts";
import { isWorkedOn, storeSnapshot, toSnapshot } from "./take-snapshot.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Returns the daily counts of a domain's coverage. Counts today's on request, and stores them if rules or logs have
 * changed since the last snapshot.
 * @throws AppError `unknown_domain`, `knowledge_base_empty`; `validation_error` for an empty span
 */
export async function readHistory(
  deps: CoverageHistoryDeps,
  { domain = DEFAULT_DOMAIN, since, until }: HistoryQuery,
): Promise<CoverageHistory> {
  const today = deps.now().slice(0, 10);
  const last = until ?? today;
  const first = since ?? new Date(Date.parse(last) - YEAR_MS).toISOString().slice(0, 10);
  if (first > last) {
    const detail = "'since' must not be after 'until'.";
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/since", detail }] });
  }
  const coverage = await readCoverage(deps, { domain, demand: "any" });
  const now = toSnapshot(deps, coverage);
  const [known] = await deps.coverageSnapshots.list(domain, today, today);
  if (!isSame(known, now) && (known !== undefined || isWorkedOn(coverage))) {
    await storeSnapshot(deps, now);
  }
  const rows = await deps.coverageSnapshots.list(domain, first, last);
  return {
    domain,
    version: coverage.version,
    technique_count: coverage.techniques.length,
    days: rows.map(({ day, version, counts }) => ({ day, version, counts })),
  };
}

function isSame(known: SnapshotRow | undefined, now: SnapshotRow): boolean {
  if (known === undefined || known.version !== now.version) return false;
  const states = new Set([...Object.keys(known.counts), ...Object.keys(now.counts)]);
  return [...states].every((state) => known.counts[state] === now.counts[state]);
}
