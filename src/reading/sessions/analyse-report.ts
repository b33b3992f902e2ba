import type { SessionDeps } from "./deps.ts";
import { Deadline } from "../../platform/lib/deadline.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { compareGroups } from "../../knowledge/comparison/compare-sets.ts";
import { failSession } from "./fail-session.ts";
import { groundFindings } from "./ground-findings.ts";
import type { ProviderEvents, ProviderFindings } from "../providers/analysis-provider.ts";
import type { AnalysisInput } from "./read-analysis-input.ts";
import type { Analysis } from "./schema.ts";

const TOP_MATCHES = 10;
/** A little less than what makes a session stale, so that it is this that ends it. */
const WALL_MINUTES = 14;
/** What of an input the analysis itself reads. */
type Analysed = Pick<AnalysisInput, "provider" | "release" | "text">;

const SILENT: ProviderEvents = { token: () => undefined, progress: () => undefined };

/**
 * Analyses the report of a session and stores the outcome in one batch; what is answered is what
 * was stored. When anything fails the session becomes failed, with the reason. Without `events`
 * nobody reads along.
 * @throws AppError `provider_*`; the signal's reason when the caller went away
 */
export async function analyseReport(
  deps: SessionDeps,
  sessionId: string,
  input: Analysed,
  events: ProviderEvents | null,
  signal: AbortSignal,
): Promise<Analysis> {
  try {
    const { text, release } = input;
    const findings = await findInTime(input, events, signal);
    signal.throwIfAborted();
    const grounded = groundFindings(findings, text, release);
    const ids = grounded.techniques.map(({ attack_id }) => attack_id);
    const observables = await deps.sessionObservables.find(text);
    const outcome = {
      summary: findings.summary,
      techniques: grounded.techniques,
      rejected_techniques: grounded.rejected,
      apt_hints: grounded.hints,
      apt_matches: compareGroups(release, ids, TOP_MATCHES).rows,
      chars_analyzed: findings.chars_analyzed,
      chunks: findings.chunks,
      observables: await observables.storeFor(sessionId),
      warning: observables.left === 0 ? null : leftOut(observables.left),
    };
    const completed = await deps.processingSessions.complete(sessionId, outcome, deps.now());
    const stored = completed ? await deps.sessions.read(sessionId) : null;
    if (stored === null) return await abandon(deps, sessionId);
    return stored.analysis;
  } catch (error) {
    await failSession(deps, sessionId, error);
    throw error;
  }
}

/** Has the provider read the report. @throws AppError `provider_timeout` when that takes too long in all */
async function findInTime(
  { text, release, provider }: Analysed,
  events: ProviderEvents | null,
  caller: AbortSignal,
): Promise<ProviderFindings> {
  const detail = `The analysis took more than ${WALL_MINUTES} minutes; split the report, or take another provider.`;
  const late = () => new AppError("provider_timeout", detail);
  const deadline = new Deadline(WALL_MINUTES * 60_000, late, caller);
  try {
    const request = { text, release, signal: deadline.signal, stream: events !== null };
    return await deadline.race(provider.analyse(request, events ?? SILENT));
  } finally {
    deadline.end();
  }
}

/** No analysis fails for a quota of observables, and none is lost without a word. */
function leftOut(count: number): string {
  return `${count} observables were left out: as many as QUOTA_OBSERVABLES allows are stored.`;
}

/** The session was deleted while it was being analysed: its files may have come after the deletion. */
async function abandon(deps: SessionDeps, sessionId: string): Promise<never> {
  await deps.sessionFiles.remove(sessionId);
  throw new AppError("not_found", "The session was deleted while it was being analysed.");
}
