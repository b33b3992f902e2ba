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

/** What goes into the batch of submitted reports beside them. */
export interface Companions {
  /** What the trail records of the batch; none for what an entry of its beginning covers. */
  act?: Act;
  /** Parts of their origin; they come after the reports, and before the observables. */
  parts?: readonly Part[];
  additions?: readonly Addition[];
}

/** What became of one report: it was entered, or the report that it repeats. */
export interface SubmitOutcome {
  report_id: string;
  created: boolean;
}

/**
 * Enters reports that are not known yet, with their texts, and the observables of all of them, in one
 * batch with their companions. The outcomes are in the order of the reports.
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

/** Writes parts in one batch, with an entry in the trail if there is an act; answers the selects. */
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
