import type { Context } from "../context.ts";
import { AppError } from "../lib/errors.ts";
import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract.ts";
import type { RuledMatch } from "../observables/match-store.ts";
import { fitQuota } from "../observables/fit-quota.ts";
import { suppressionOf } from "../observables/suppress.ts";
import { readRoom } from "../quotas/require-room.ts";
import { compareGroups } from "../similarity/compare-sets.ts";
import { failSession } from "./fail-session.ts";
import { groundFindings } from "./ground.ts";
import type { ProviderEvents } from "./providers/port.ts";
import type { AnalysisInput } from "./read-input.ts";
import type { Analysis } from "./schema.ts";

const TOP_MATCHES = 10;
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
  input: Pick<AnalysisInput, "provider" | "release" | "text">,
  events: ProviderEvents | null,
  signal: AbortSignal,
): Promise<Analysis> {
  try {
    const { text, release } = input;
    const request = { text, release, signal, stream: events !== null };
    const findings = await input.provider.analyse(request, events ?? SILENT);
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
