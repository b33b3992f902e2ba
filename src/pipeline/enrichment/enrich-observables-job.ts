import type { EnrichmentDeps } from "./deps.ts";
import { holdLease } from "../../platform/jobs/hold-lease.ts";
import type { JobDefinition, JobOutcome, JobRun } from "../../platform/jobs/job-definition.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { Observable } from "../observables/store.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { type BulkPayload, bulkPayloadSchema } from "./bulk-payload.ts";
import { type BulkProgress, readProgress, resume, settle } from "./bulk-progress.ts";
import { enrichObservable } from "./enrich-observable.ts";
import { loadDirectory } from "./load-directory.ts";
import { targetOf } from "./rdap/target.ts";
import type { RetryBudget } from "./retry-budget.ts";

/**
 * Observables of one run. D1 allows 1,000 queries an invocation, and an observable takes about a
 * dozen, more where others ask the same server; the rest is left to another run.
 */
const PART = 25;
/**
 * Then none is begun any more in this run: slow servers leave a part to the next one, which finds
 * what was learnt so far in the store.
 */
const PART_SECONDS = 4 * 60;
/** Servers that are asked at once, each one question at a time. */
const LANES_AT_ONCE = 4;
const MAX_FAILURES_IN_A_ROW = 3;
/** Waits for servers that limit their queries: the longest one, and all of a part. */
const RETRY_BUDGET: RetryBudget = { longest: 30, left: 90 };
const REPORT_SECONDS = 3;

/** How far the workers of a run are. */
interface Work {
  progress: BulkProgress;
  /** Nothing more is to be begun: the lease was lost, or the time is over. */
  isOver: boolean;
  endsAt: string;
}

/** Observables that one server is asked about. */
interface Lane {
  /** Null for those that nobody is asked about. */
  server: string | null;
  ids: string[];
}

/** What an interrupted run has stored is answered from there, so that no server is asked twice. */
async function enrichObservables(
  deps: EnrichmentDeps,
  run: JobRun<BulkPayload>,
): Promise<JobOutcome> {
  const { observable_ids: ids } = run.payload;
  const progress = resume(readProgress(run.job.progress));
  const part = ids.slice(progress.done, progress.done + PART);
  const lanes = await planLanes(deps, part);
  const state = { progress, isOver: false, endsAt: deps.now(PART_SECONDS) };
  const workers = Array.from({ length: LANES_AT_ONCE }, async () => {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      await work(deps, run.job.actor, lane, state);
    }
  });
  await whileReporting(deps, run, state, Promise.all(workers));
  if (state.isOver) return { progress, resumes: true, act: null };
  const settled = settle(progress);
  return { progress: settled, resumes: settled.done < ids.length, act: null };
}

/** Asks about many observables, part by part. */
export const enrichObservablesJob: JobDefinition<EnrichmentDeps, BulkPayload> = {
  payload: bulkPayloadSchema,
  run: enrichObservables,
};

/** Holds the lease until the work is done, however long a server takes. */
async function whileReporting(
  deps: EnrichmentDeps,
  run: JobRun,
  state: Work,
  working: Promise<unknown>,
): Promise<void> {
  try {
    await holdLease(deps, run, working, {
      everySeconds: REPORT_SECONDS,
      progress: () => ({ ...state.progress }),
    });
  } catch (error) {
    state.isOver = true;
    throw error;
  }
}

/** The largest first: `pop` takes from the end. */
async function planLanes(deps: EnrichmentDeps, ids: readonly string[]): Promise<Lane[]> {
  const byServer = new Map<string | null, string[]>();
  const known = new Map((await deps.observables.listValues(ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const server = await serverOf(deps, known.get(id));
    byServer.set(server, [...(byServer.get(server) ?? []), id]);
  }
  const lanes = [...byServer].map(([server, members]) => ({ server, ids: members }));
  return lanes.sort((a, b) => a.ids.length - b.ids.length);
}

async function serverOf(
  deps: EnrichmentDeps,
  observable: Pick<Observable, "kind" | "normalized_value"> | undefined,
): Promise<string | null> {
  const target =
    observable === undefined ? null : targetOf(observable.kind, observable.normalized_value);
  if (target === null) return null;
  try {
    const base = (await loadDirectory(deps, target.kind))(target.value);
    return base === null ? null : new URL(base).host;
  } catch (error) {
    // Whoever enriches it will say so.
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

async function work(
  deps: EnrichmentDeps,
  actor: string,
  { server, ids }: Lane,
  state: Work,
): Promise<void> {
  const { progress } = state;
  const retryBudget = { ...RETRY_BUDGET };
  let failures = 0;
  for (const id of ids) {
    state.isOver ||= deps.now() >= state.endsAt;
    if (state.isOver) return;
    const isGivenUp = server !== null && progress.unreachable_servers.includes(server);
    const { outcome, isUnreachable } = isGivenUp
      ? { outcome: "failed" as const, isUnreachable: true }
      : await enrichOne(deps, actor, id, retryBudget);
    failures = isUnreachable ? failures + 1 : 0;
    if (failures === MAX_FAILURES_IN_A_ROW && server !== null && !isGivenUp) {
      progress.unreachable_servers.push(server);
    }
    progress.outcomes[outcome] += 1;
    progress.done += 1;
  }
}

async function enrichOne(
  deps: EnrichmentDeps,
  actor: string,
  id: string,
  retryBudget: RetryBudget,
): Promise<{ outcome: keyof BulkProgress["outcomes"]; isUnreachable: boolean }> {
  try {
    const { row, unreachable } = await enrichObservable(deps, actor, id, retryBudget);
    return { outcome: row.status, isUnreachable: unreachable !== null };
  } catch (error) {
    const isSkipped =
      error instanceof AppError &&
      (error.code === "not_found" || error.code === "unsupported_kind");
    if (isSkipped) return { outcome: "skipped", isUnreachable: false };
    throw error;
  }
}
