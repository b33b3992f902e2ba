import { retryEdit } from "../../../platform/lib/retry-edit.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import type { AnalysisMode } from "../../analyser/strictness.ts";
import { openProvider } from "../../providers/open-provider.ts";
import { parseSlot } from "../../providers/parse-slot.ts";
import type { ProviderSlot } from "../../providers/vocabulary.ts";
import { findOutcome } from "../../sessions/analyse-report.ts";
import { warningsFor } from "../../sessions/analysis-warnings.ts";
import { commitOnSession } from "../../sessions/commit-on-session.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import { readStoredSession } from "../../sessions/read-stored-session.ts";
import type { RetryOptions } from "../../sessions/retry-session.ts";
import type { Analysis } from "../../sessions/schema.ts";
import { noSuchSession, refuseSigned } from "../../sessions/session-errors.ts";
import { replaceOutline, requireSessionDocument } from "../../sessions/text/session-document.ts";
import { searchTextOf } from "../../sessions/session-title.ts";
import type { Session } from "../../sessions/store.ts";
import { TECHNIQUE_FIELDS } from "../../sessions/vocabulary.ts";
import type { ReviewDeps } from "../deps.ts";
import { keepDecisions } from "./keep-decisions.ts";

/** The result of another analysis, with its provider and release. */
interface Reading {
  outcome: Awaited<ReturnType<typeof findOutcome>>;
  release: ReleaseIndex;
  slot: ProviderSlot;
  mode: AnalysisMode;
  kind: string;
  model: string;
}

/**
 * Analyzes the text of a completed session again. Defaults to the session's provider and mode and the current
 * release. The session does not change until the analysis succeeds. Decisions by people on techniques are retained,
 * even those made during the analysis.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `session_signed`, `invalid_provider`,
 *   `version_not_found`, `provider_*`, `precondition_failed`
 */
export async function reanalyseSession(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  options: RetryOptions,
  signal: AbortSignal,
  ifMatch?: string,
): Promise<{ analysis: Analysis; etag: string }> {
  const session = await requireCompleted(deps, sessionId);
  const slot = parseSlot(options.provider ?? session.provider);
  const { domain, min_confidence } = session;
  const mode = options.mode ?? session.mode;
  const provider = openProvider(deps, slot, mode);
  const release = await resolveIndex(deps, { domain, version: options.version });
  const report = await requireSessionDocument(deps, sessionId);
  const model = await provider.model(release);
  // The report may be sent to another provider now, which the trail must record whatever the result. Later decisions
  // are retained, so the session's state matters only at the start.
  const begun = await commitOnSession(deps, session, ifMatch, {
    act: {
      actor,
      action: "session.reanalyse",
      object: ["session", sessionId],
      details: { provider: slot, model, domain, version: release.version },
    },
    when: deps.sessions.isIn(sessionId, "completed"),
    parts: [],
  });
  if (!begun) throw noSuchSession(sessionId);
  const { named } = await deps.sessionObservables.read(report.document, session.source_url);
  const known = await deps.knownIds.open();
  const input = {
    provider,
    release,
    strictness: { mode, min_confidence },
    document: report.document,
    session_id: sessionId,
  };
  const outcome = await findOutcome(deps, input, known, named, null, signal);
  await store(deps, actor, sessionId, { outcome, release, slot, mode, kind: provider.kind, model });
  await replaceOutline(deps, sessionId, report);
  // The opinion was about the previous analysis.
  await deps.sessionFiles.removeOpinion(sessionId);
  const stored = await readStoredSession(deps, sessionId);
  if (stored === null) throw noSuchSession(sessionId);
  return stored;
}

/** Replaces the old outcome. Plans again if someone changed the session in the meantime. */
async function store(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  reading: Reading,
): Promise<void> {
  const { outcome, release } = reading;
  const known = await deps.knownIds.open();
  await retryEdit(deps, "this session", async () => {
    const last = await deps.sessionChanges.lastOf(sessionId);
    const session = await requireCompleted(deps, sessionId);
    refuseSigned(session);
    const before = await deps.sessionTechniques.list(sessionId);
    const kept = keepDecisions(before, outcome.techniques, release, sessionId, known);
    const change = changeOf(session, reading, kept.rows.length, kept.warnings);
    const entry = {
      id: deps.newId(),
      session_id: sessionId,
      actor,
      action: "reanalysed" as const,
      attack_id: null,
      subjects: ["*"],
      fields: [...TECHNIQUE_FIELDS],
      before: shown(session),
      after: shown(change),
    };
    const parts = [
      deps.sessionTechniques.replaceAll(sessionId, kept.rows),
      deps.sessions.change(sessionId, change),
    ];
    return (await deps.sessionChanges.finish(entry, last.seq, parts, deps.now())) || null;
  });
}

function changeOf(
  session: Session,
  { outcome, release, slot, mode, kind, model }: Reading,
  count: number,
  warnings: readonly string[],
) {
  const { techniques: _techniques, ...fields } = outcome;
  return {
    ...fields,
    provider: slot,
    model,
    mode,
    version: release.version,
    warnings: [
      ...new Set([...warningsFor(session, { kind, model }), ...outcome.warnings, ...warnings]),
    ],
    technique_count: count,
    search_text: searchTextOf({ ...session, summary: fields.summary }),
  };
}

/** Returns the fields of an analysis for the history. */
function shown(of: Pick<Session, "provider" | "model" | "version" | "technique_count">) {
  const { provider, model, version, technique_count: count } = of;
  return { provider, model, version, technique_count: count };
}
