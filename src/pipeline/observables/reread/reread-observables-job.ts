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

/** Texts that are read at once, and of one run: D1 allows 1,000 queries an invocation. */
const STEP = 5;
const STEPS = 20;

const payloadSchema = z.object({
  /** What came in later was read as it is read today. */
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
 * Reads the texts of reports and sessions anew that an older version read, so that kinds, roles and
 * places are known of them too. Nothing is lost: what a text is found not to say after all, as the tail
 * of a broken name, is listed as suppressed, and can be restored.
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
      // As if it had been read so when it came in.
      (write, held) => store(write, held, source.created_at),
      deps.matches.weigh(type, source.id),
    ],
    [],
  );
}

/** Keeps out what no text says any more; answers whether there may be more of it. */
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

/** Reads old texts anew; migration 0017 queues it. */
export const rereadObservablesJob: JobDefinition<RereadDeps, Payload> = {
  payload: payloadSchema,
  run: reread,
};
