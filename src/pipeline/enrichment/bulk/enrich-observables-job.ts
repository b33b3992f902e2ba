import type { EnrichmentDeps } from "../deps.ts";
import { holdLease } from "../../../platform/jobs/hold-lease.ts";
import type { JobDefinition, JobOutcome, JobRun } from "../../../platform/jobs/job-definition.ts";
import { AppError, type ErrorCode } from "../../../platform/lib/errors.ts";
import { enrichObservable } from "../enrich-observable.ts";
import type { RetryBudget } from "../retry-budget.ts";
import { type BulkPayload, bulkPayloadSchema, countQuestions } from "./bulk-payload.ts";
import { type BulkProgress, readProgress, resume, settle } from "./bulk-progress.ts";
import { type Lane, listQuestions, planLanes, type Question } from "./plan-lanes.ts";

/**
 * Queries per run. D1 allows 1,000 queries per invocation, and each question takes about a dozen, more if others
 * use the same server. The rest is left to another run.
 */
const PART = 25;
/**
 * After this time the run starts no more queries. Slow servers leave part of the work to the next run, which finds
 * the previous results in the store.
 */
const PART_SECONDS = 4 * 60;
/** Servers queried concurrently, each with one query at a time. */
const LANES_AT_ONCE = 4;
const MAX_FAILURES_IN_A_ROW = 3;
/** Wait limits for servers with rate limits and budgets per minute: the longest wait, and the total per part. */
const RETRY_BUDGET: RetryBudget = { longest: 65, left: PART_SECONDS };
const REPORT_SECONDS = 3;

/** State of a run's workers. */
interface Work {
  payload: BulkPayload;
  actor: string;
  progress: BulkProgress;
  /** Whether to start nothing more, because the lease was lost or the time is over. */
  isOver: boolean;
  endsAt: string;
}

/**
 * Enriches the observables of a task. Results that an interrupted run stored are reused, so that no server is
 * queried twice.
 */
async function enrichObservables(
  deps: EnrichmentDeps,
  run: JobRun<BulkPayload>,
): Promise<JobOutcome> {
  const { payload } = run;
  const progress = resume(readProgress(run.job.progress));
  const { observable_ids: ids, providers } = payload;
  const lanes = await planLanes(deps, listQuestions(ids, providers, progress.done, PART));
  const { actor } = run.job;
  const state = { payload, actor, progress, isOver: false, endsAt: deps.now(PART_SECONDS) };
  const workers = Array.from({ length: LANES_AT_ONCE }, async () => {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      await work(deps, lane, state);
    }
  });
  await whileReporting(deps, run, state, Promise.all(workers));
  if (state.isOver) return { progress, resumes: true, act: null };
  const settled = settle(progress);
  return { progress: settled, resumes: settled.done < countQuestions(payload), act: null };
}

/** Enriches many observables, part by part. */
export const enrichObservablesJob: JobDefinition<EnrichmentDeps, BulkPayload> = {
  payload: bulkPayloadSchema,
  run: enrichObservables,
};

/** Renews the lease until the work is done, however long a server takes. */
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

async function work(deps: EnrichmentDeps, { server, questions }: Lane, state: Work): Promise<void> {
  const { progress } = state;
  const retryBudget = { ...RETRY_BUDGET };
  let failures = 0;
  for (const question of questions) {
    state.isOver ||= deps.now() >= state.endsAt;
    if (state.isOver) return;
    const isGivenUp = server !== null && progress.unreachable_servers.includes(server);
    const { outcome, isUnreachable } = isGivenUp
      ? { outcome: "failed" as const, isUnreachable: true }
      : await askOne(deps, question, state, retryBudget);
    failures = isUnreachable ? failures + 1 : 0;
    if (failures === MAX_FAILURES_IN_A_ROW && server !== null && !isGivenUp) {
      progress.unreachable_servers.push(server);
    }
    progress.outcomes[outcome] += 1;
    progress.done += 1;
  }
}

/** Errors that affect one query, not the whole task. */
const REFUSED: Partial<Record<ErrorCode, keyof BulkProgress["outcomes"]>> = {
  not_found: "skipped",
  unsupported_kind: "skipped",
  marked_red: "withheld",
};

async function askOne(
  deps: EnrichmentDeps,
  { id, provider }: Question,
  { actor, payload }: Work,
  retryBudget: RetryBudget,
): Promise<{ outcome: keyof BulkProgress["outcomes"]; isUnreachable: boolean }> {
  try {
    const options = { provider, includeRed: payload.include_red, retryBudget };
    const { row, unreachable } = await enrichObservable(deps, actor, id, options);
    return { outcome: row.status, isUnreachable: unreachable !== null };
  } catch (error) {
    const outcome = error instanceof AppError ? REFUSED[error.code] : undefined;
    if (outcome === undefined) throw error;
    return { outcome, isUnreachable: false };
  }
}
