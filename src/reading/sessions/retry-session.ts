import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { SessionDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { analyseReport } from "./analyse-report.ts";
import { warningsFor } from "./analysis-warnings.ts";
import { commitOnSession } from "./commit-on-session.ts";
import { nameSession } from "./name-session.ts";
import type { AnalysisMode } from "../analyser/strictness.ts";
import { openProvider } from "../providers/open-provider.ts";
import { parseSlot } from "../providers/parse-slot.ts";
import { replaceOutline, requireSessionDocument } from "./text/session-document.ts";
import { noSuchSession } from "./session-errors.ts";
import type { Analysis } from "./schema.ts";

/** The provider, release and mode of the retry, if they differ from the session's. */
export interface RetryOptions {
  provider?: string | undefined;
  version?: string | undefined;
  mode?: AnalysisMode | undefined;
}

/**
 * Analyzes the stored text of a failed session again. Uses the session's provider, release and mode unless others are
 * named. The session's id does not change.
 * @throws AppError `not_found`; `conflict` if it has not failed or its text is gone;
 * `invalid_provider`, `version_not_found`, `provider_*`, `precondition_failed`
 */
export async function retrySession(
  deps: SessionDeps,
  actor: string,
  sessionId: string,
  options: RetryOptions,
  signal: AbortSignal,
  ifMatch?: string,
): Promise<Analysis> {
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  if (session.status !== "failed") throw notFailed(session.status);
  const slot = parseSlot(options.provider ?? session.provider);
  const { domain, version, min_confidence } = session;
  const mode = options.mode ?? session.mode;
  const provider = openProvider(deps, slot, mode);
  const release = await resolveIndex(deps, { domain, version: options.version ?? version });
  const report = await requireSessionDocument(deps, sessionId);
  const model = await provider.model(release);
  const change = {
    provider: slot,
    model,
    mode,
    version: release.version,
    warnings: warningsFor(session, { kind: provider.kind, model }),
  };
  const reopened = await commitOnSession(deps, session, ifMatch, {
    act: {
      actor,
      action: "session.retry",
      object: ["session", sessionId],
      details: { provider: slot, domain, version: release.version },
    },
    when: deps.failedSessions.isFailed(sessionId),
    parts: [deps.failedSessions.reopen(sessionId, change)],
  });
  if (!reopened) throw notFailed("processing");
  const strictness = { mode, min_confidence };
  await replaceOutline(deps, sessionId, report);
  const input = {
    provider,
    release,
    strictness,
    document: report.document,
    source_url: session.source_url,
    published_at: session.published_at,
  };
  const analysing = analyseReport(deps, sessionId, input, null, signal);
  const analysis = await analysing.catch((error: unknown) => {
    throw nameSession(error, sessionId);
  });
  await deps.intake.completeAnalysis(sessionId, deps.now());
  return analysis;
}

function notFailed(status: "processing" | "completed"): AppError {
  const state = status === "processing" ? "still being analyzed" : "completed";
  return new AppError("conflict", `The session is ${state}; only a failed one can be retried.`);
}
