import { StorageError } from "../../platform/lib/is-storage-failure.ts";
import {
  type Act,
  commitAndReadAll,
  type Part,
  writeUnrecorded,
} from "../../platform/audit/commit.ts";
import type { Statement } from "../../platform/d1/databases.ts";
import { seenAt } from "../observables/expiry.ts";
import { canonicalReport, reportKeyOf } from "./canonical-report-store.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ObservableCounts } from "./observable-counts.ts";
import { requireRoomFor } from "./require-room-for.ts";
import type { Addition, Submission } from "./submission.ts";

/** Additional parts of a batch of submitted reports. */
export interface Companions {
  /** The audit entry of the batch. Absent if an earlier entry covers it. */
  act?: Act;
  /** Parts of their origin, which come after the reports and before the observables. */
  parts?: readonly Part[];
  additions?: readonly Addition[];
}

/** The outcome of one report: the ID of the new report, or of the one that it repeats. */
export interface SubmitOutcome {
  report_id: string;
  created: boolean;
}

/**
 * Enters new reports with their texts, and the observables of all of them, in one batch with the additional parts.
 * The outcomes are in the order of the reports.
 * @throws AppError `quota_exceeded`
 */
export async function enterBatch(
  deps: IntakeDeps,
  batch: readonly Submission[],
  { act, parts = [], additions = [] }: Companions,
): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
  await requireRoomFor(deps, batch, additions);
  const keys = batch.map(({ row }) => reportKeyOf(row));
  const mentions = await deps.matches.applyRulings([
    ...batch.map(({ row, matches, dated_at }) => ({
      key: reportKeyOf(row),
      seen_at: seenAt(dated_at, deps.now()),
      matches,
    })),
    ...additions,
  ]);
  const ruled = mentions.flatMap(({ matches }) => matches);
  const admitted = ruled.filter(({ suppressed }) => suppressed === null);
  const change = [
    deps.submissions.enter(batch),
    ...parts,
    deps.matches.store(mentions, "report", canonicalReport),
  ];
  const [counted, canonical] = await send(deps, act, change, [
    deps.matches.countCreated(admitted.map(({ id }) => id)),
    deps.submissions.selectCanonical(keys),
  ]);
  const created = counted[0]?.n ?? 0;
  const canonicalIds = new Map(canonical.map(({ place, id }) => [place, id]));
  return {
    outcomes: batch.map(({ row }, place) => {
      const id = canonicalIds.get(place) ?? row.id;
      return { report_id: id, created: id === row.id };
    }),
    counts: {
      observables_created: created,
      observables_known: admitted.length - created,
      suppressed: ruled.length - admitted.length,
    },
  };
}

/** Writes parts in one batch, with an audit entry if there is one. Returns the results of the selects. */
async function send<const S extends readonly Statement[]>(
  deps: IntakeDeps,
  act: Act | undefined,
  parts: readonly Part[],
  reads: S,
): Promise<{ -readonly [K in keyof S]: Awaited<S[K]> }> {
  if (act !== undefined) {
    const results = await commitAndReadAll(deps, { act, when: "always", parts }, reads);
    if (results === null) throw new StorageError("nothing came back from a commit");
    return results;
  }
  return await writeUnrecorded(deps, "outcome", parts, reads);
}
