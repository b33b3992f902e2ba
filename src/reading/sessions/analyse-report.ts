import type { Context } from "../../services.ts";
import { Deadline } from "../../platform/lib/deadline.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { CONFIDENCE } from "../../pipeline/observables/confidence.ts";
import { extractObservables } from "../../pipeline/observables/extract/extract.ts";
import type { RuledMatch } from "../../pipeline/observables/match-store.ts";
import { fitQuota } from "../../pipeline/observables/fit-quota.ts";
import { suppressionOf } from "../../pipeline/observables/suppress.ts";
import { readRoom } from "../../platform/quotas/require-room.ts";
import { compareGroups } from "../../knowledge/comparison/compare-sets.ts";
import { failSession } from "./fail-session.ts";
import { groundFindings } from "./ground.ts";
import type { ProviderEvents, ProviderFindings } from "../providers/port.ts";
import type { AnalysisInput } from "./read-input.ts";
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
  context: Context,
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
    const room = (await readRoom(context))("observables");
    const { matches, left } = await fitQuota(context, observablesOf(context, text), room);
    const outcome = {
      summary: findings.summary,
      techniques: grounded.techniques,
      rejected_techniques: grounded.rejected,
      apt_hints: grounded.hints,
      apt_matches: compareGroups(release, ids, TOP_MATCHES).rows,
      chars_analyzed: findings.chars_analyzed,
      chunks: findings.chunks,
      observables: matches,
      warning: left === 0 ? null : leftOut(left),
    };
    const completed = await context.sessions.complete(sessionId, outcome, context.now());
    const stored = completed ? await context.sessions.read(sessionId) : null;
    if (stored === null) return await abandon(context, sessionId);
    return stored.analysis;
  } catch (error) {
    await failSession(context, sessionId, error);
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

/** What the report names besides techniques, for the observables of the pipeline. */
function observablesOf(context: Context, text: string): RuledMatch[] {
  return extractObservables(text).map((match) => ({
    ...match,
    id: context.newId(),
    confidence: CONFIDENCE.text,
    rule: suppressionOf(match, null),
  }));
}

/** The session was deleted while it was being analysed: its files may have come after the deletion. */
async function abandon(context: Context, sessionId: string): Promise<never> {
  await context.sessionFiles.remove(sessionId);
  throw new AppError("not_found", "The session was deleted while it was being analysed.");
}
