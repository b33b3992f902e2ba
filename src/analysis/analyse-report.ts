import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { AppError } from "../lib/errors.ts";
import { describeError } from "../lib/log.ts";
import { compareGroups } from "../similarity/compare-sets.ts";
import { groundFindings } from "./ground.ts";
import type { ProviderEvents } from "./providers/port.ts";
import type { AnalysisInput } from "./read-input.ts";
import type { Analysis } from "./schema.ts";

const TOP_MATCHES = 10;

/** Opens a session for a report and keeps its text and file. Answers the session's id. */
export async function beginSession(
  context: Context,
  actor: Actor,
  input: AnalysisInput,
): Promise<string> {
  const id = context.newId();
  const now = context.now();
  const { slot, provider, release, upload } = input;
  const session = {
    id,
    name: input.name,
    provider: slot,
    model: await provider.model(release),
    domain: release.domain,
    version: release.version,
    filename: upload?.filename ?? null,
    actor: actor.name,
    warnings: input.warnings,
    chars_total: input.text.length,
  };
  await context.sessions.create(session, now, {
    id: context.newId(),
    actor: actor.name,
    action: "session.create",
    object_type: "session",
    object_id: id,
    details: { provider: slot, domain: release.domain, version: release.version },
    created_at: now,
  });
  try {
    await context.sessionFiles.store(id, input.text, upload);
  } catch (error) {
    await failSession(context, id, error);
    throw error;
  }
  return id;
}

/**
 * Analyses the report of a session and stores the outcome in one batch; what is answered is what
 * was stored. When anything fails the session becomes failed, with the reason.
 * @throws AppError `provider_*`; the signal's reason when the caller went away
 */
export async function analyseReport(
  context: Context,
  sessionId: string,
  input: AnalysisInput,
  events: ProviderEvents,
  signal: AbortSignal,
): Promise<Analysis> {
  try {
    const { text, release } = input;
    const findings = await input.provider.analyse({ text, release, signal }, events);
    signal.throwIfAborted();
    const grounded = groundFindings(findings, text, release);
    const ids = grounded.techniques.map(({ attack_id }) => attack_id);
    const outcome = {
      summary: findings.summary,
      techniques: grounded.techniques,
      rejected_techniques: grounded.rejected,
      apt_hints: grounded.hints,
      apt_matches: compareGroups(release, ids, TOP_MATCHES).rows,
      chars_analyzed: findings.chars_analyzed,
      chunks: findings.chunks,
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

/** The session was deleted while it was being analysed: its files may have come after the deletion. */
async function abandon(context: Context, sessionId: string): Promise<never> {
  await context.sessionFiles.remove(sessionId);
  throw new AppError("not_found", "The session was deleted while it was being analysed.");
}

async function failSession(context: Context, sessionId: string, error: unknown): Promise<void> {
  const reason =
    error instanceof AppError
      ? error.message
      : error instanceof DOMException && error.name === "AbortError"
        ? "The client went away before the analysis was complete."
        : "An internal error ended the analysis; send the report again.";
  context.log("warn", "session.failed", { session_id: sessionId, ...describeError(error) });
  await context.sessions.fail(sessionId, reason, context.now());
}
