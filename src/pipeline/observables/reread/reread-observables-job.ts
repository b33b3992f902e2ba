import { outlineText } from "../../../text/outline/outline-text.ts";
import { z } from "zod";
import { writeUnrecorded } from "../../../platform/audit/commit.ts";
import type { JobDefinition, JobOutcome, JobRun } from "../../../platform/jobs/job-definition.ts";
import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import { readRoom } from "../../../platform/quotas/require-room.ts";
import { seenAt } from "../expiry.ts";
import { fitQuota } from "../fit-quota.ts";
import { type ObservableReader, openObservableReader } from "../observable-reader.ts";
import { OBSERVABLE_SOURCES } from "../vocabulary.ts";
import type { RereadDeps, SourceText } from "./deps.ts";

/** Texts per step, and steps per run. D1 allows 1,000 queries per invocation. */
const STEP = 5;
const STEPS = 20;

const payloadSchema = z.object({
  /** Later texts were already analyzed by the current version. */
  before: z.string(),
});
const progressSchema = z.object({
  type: z.enum(OBSERVABLE_SOURCES).default("report"),
  after: z.string().default(""),
  done: z.int().default(0),
});
type Progress = z.output<typeof progressSchema>;
type Payload = z.output<typeof payloadSchema>;

/**
 * Analyzes report and session texts again that an older version analyzed, to add kinds, roles and positions.
 * Nothing is lost: values the text no longer yields, such as the tail of a broken name, are listed as suppressed
 * and can be restored.
 */
async function reread(deps: RereadDeps, run: JobRun<Payload>): Promise<JobOutcome> {
  let progress = progressSchema.parse(run.job.progress);
  const reader = await openObservableReader(deps);
  for (let step = 0; step < STEPS; step += 1) {
    const { type, after } = progress;
    const texts = await deps.textsAfter(type, after, run.payload.before, STEP);
    for (const text of texts) await rereadOne(deps, progress.type, text, reader);
    const last = texts.at(-1);
    const done = progress.done + texts.length;
    if (last !== undefined) progress = { type, after: last.id, done };
    else if (type === "report") progress = { type: "session", after: "", done };
    else return { progress, resumes: await dropUnmentioned(deps), act: null };
    await run.report(progress);
  }
  return { progress, resumes: true, act: null };
}

async function rereadOne(
  deps: RereadDeps,
  type: Progress["type"],
  source: SourceText,
  reader: ObservableReader,
): Promise<void> {
  await yieldToOthers();
  const found = reader
    .read(outlineText(source.text), source.publisher, source.title)
    .map((value) => ({ ...value, id: deps.newId() }));
  const room = (await readRoom(deps))("observables");
  const { matches } = await fitQuota(deps, found, room);
  const seen_at = seenAt(source.published_at, source.created_at);
  const mentions = await deps.matches.applyRulings([{ key: {}, seen_at, matches }]);
  const store = deps.matches.storeFrom(mentions, type, source.id);
  await writeUnrecorded(
    deps,
    "outcome",
    [
      ...(source.is_all ? [deps.rereads.takeBack(type, source.id)] : []),
      // Stored as if this analysis had run when the text arrived.
      (write, held) => store(write, held, source.created_at),
      deps.matches.weigh(type, source.id),
    ],
    [],
  );
}

/** Suppresses values that no text mentions any more. Returns whether there may be more. */
async function dropUnmentioned(deps: RereadDeps): Promise<boolean> {
  const ids = await deps.rereads.listUnmentioned();
  if (ids.length === 0) return false;
  const gone = ids.map((id) => ({ id, suppression: deps.newId() }));
  const parts = [
    deps.suppressions.suppressMany(gone, "not_in_text"),
    deps.observables.removeMany(ids),
  ];
  await writeUnrecorded(deps, "outcome", parts, []);
  return true;
}

/** Analyzes old texts again. Migration 0017 queues it. */
export const rereadObservablesJob: JobDefinition<RereadDeps, Payload> = {
  payload: payloadSchema,
  run: reread,
};
