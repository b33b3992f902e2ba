import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { SessionDeps } from "./deps.ts";
import { Deadline } from "../../platform/lib/deadline.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { findEntities } from "../entities/find-entities.ts";
import type { NamedObservable } from "../entities/find-observables.ts";
import { reportDate } from "../entities/report-date.ts";
import { kindMaskOf } from "../document-kind/chunk-features.ts";
import { judgeDocument } from "../document-kind/judge-document.ts";
import { type KindDeps, openKindModel } from "../document-kind/open-kind-model.ts";
import { isReport, summariseKind } from "../document-kind/describe-kind.ts";
import { chooseSummary, warnOfAnswer, withoutOrders } from "./check-answer.ts";
import { namesInText, readNamesOf } from "./named-in-text.ts";
import { firstTitle } from "./session-title.ts";
import { gateFindings } from "./gate-findings.ts";
import { failSession } from "./fail-session.ts";
import { groundFindings } from "./ground-findings.ts";
import { listFurniture } from "./list-furniture.ts";
import {
  type AnalysisProvider,
  type AnalysisRequest,
  type ProviderEvents,
  type ProviderFindings,
  SILENT,
} from "../providers/analysis-provider.ts";
import type { Outcome } from "./processing-session-store.ts";
import type { AnalysisInput } from "./read-analysis-input.ts";
import { readStoredSession } from "./read-stored-session.ts";
import type { Analysis } from "./schema.ts";

/** Less than the time after which a session is stale, so that an analysis ends with its own error. */
const MAX_MINUTES = 14;
/** The fields of an input that the analysis uses. */
type Analysed = Pick<AnalysisInput, "provider" | "release" | "strictness" | "document"> & {
  source_url?: string | null;
  /** The session that the text belongs to. */
  session_id?: string;
  /** Publication date according to the source, if known. */
  published_at?: string | null;
};

/**
 * Analyses the report of a session and stores the outcome in one batch. Returns the stored analysis. Any failure sets
 * the session to failed, with the reason.
 * @param events receives progress and the summary as it is written. Null for a request that does not stream.
 * @throws AppError `provider_*`, or the signal's reason if the caller disconnected
 */
export async function analyseReport(
  deps: SessionDeps,
  sessionId: string,
  input: Analysed,
  events: ProviderEvents | null,
  signal: AbortSignal,
): Promise<Analysis> {
  try {
    const read = await deps.sessionObservables.read(input.document, input.source_url ?? null);
    const known = await deps.knownIds.open();
    const analysed = { ...input, session_id: sessionId };
    const found = await findOutcome(deps, analysed, known, read.named, events, signal);
    const observables = await read.fit();
    const outcome = {
      ...found,
      observables: await observables.storeFor(
        sessionId,
        input.published_at ?? reportDate(found.entities?.dates),
      ),
      warnings: [...found.warnings, ...(observables.left > 0 ? [leftOut(observables.left)] : [])],
    };
    const completed = await deps.processingSessions.complete(sessionId, outcome, deps.now());
    const stored = completed ? await readStoredSession(deps, sessionId) : null;
    if (stored === null) return await abandon(deps, sessionId);
    return stored.analysis;
  } catch (error) {
    await failSession(deps, sessionId, error);
    throw error;
  }
}

/**
 * Returns a provider's findings that the release and the text confirm, and the entities of the report. Stores nothing.
 * @param known returns printed ids that the release does not have
 * @throws AppError `provider_*`, or the signal's reason if the caller disconnected
 */
export async function findOutcome(
  deps: KindDeps,
  input: Analysed,
  known: KnownIds,
  observables: readonly NamedObservable[],
  events: ProviderEvents | null,
  signal: AbortSignal,
): Promise<Omit<Outcome, "observables">> {
  const { document, release } = input;
  const entities = await findEntities(document, release, observables, () => yieldToOthers(signal));
  const model = await openKindModel(deps);
  const kind = model && judgeDocument(document, model, kindMaskOf(release));
  // In a text without actors, what a provider writes about them must not be shown.
  const heard = isReport(kind) ? events : events && { ...events, token: () => undefined };
  const { provider, strictness, session_id: sessionId } = input;
  const request = {
    document,
    release,
    entities,
    strictness,
    signal,
    stream: heard !== null,
    ...(sessionId !== undefined && { sessionId }),
  };
  const findings = await analyseInTime(provider, request, heard ?? SILENT);
  signal.throwIfAborted();
  const grounded = gateFindings(groundFindings(findings, document, release, known), kind);
  const named = readNamesOf(document, entities);
  const isOther = kind !== null && !isReport(kind);
  const grounds = { grounded, text: withoutOrders(document), named, release, known };
  const said = isOther
    ? { summary: summariseKind(kind, firstTitle(document)), warning: null }
    : await chooseSummary(findings, entities, grounds);
  if (said.summary !== findings.summary && said.warning === null) events?.token(said.summary);
  const ofAnswer = warnOfAnswer(document, grounded, findings, !isOther);
  return {
    summary: said.summary,
    warnings: said.warning === null ? ofAnswer : [...ofAnswer, said.warning],
    document_kind: kind,
    techniques: grounded.techniques,
    rejected_techniques: grounded.rejected,
    set_aside: [...grounded.set_aside, ...listFurniture(document)],
    candidates: grounded.candidates,
    entities,
    apt_hints: namesInText(grounded.hints, release, named),
    chars_analyzed: findings.chars_analyzed,
    chunks: findings.chunks,
    usage: findings.usage,
  };
}

/** Runs a provider's analysis of a report. @throws AppError `provider_timeout` after `MAX_MINUTES` */
export async function analyseInTime(
  provider: AnalysisProvider,
  request: AnalysisRequest,
  events: ProviderEvents = SILENT,
): Promise<ProviderFindings> {
  const advice =
    request.strictness?.mode === "judged"
      ? "try again, and it goes on where it ended"
      : "split the report, or take another provider";
  const detail = `The analysis took more than ${MAX_MINUTES} minutes; ${advice}.`;
  const late = () => new AppError("provider_timeout", detail);
  const deadline = new Deadline(MAX_MINUTES * 60_000, late, request.signal);
  try {
    const limited = { ...request, signal: deadline.signal };
    return await deadline.race(provider.analyse(limited, events));
  } finally {
    deadline.end();
  }
}

/** Returns the warning for observables beyond the quota, which does not fail an analysis. */
function leftOut(count: number): string {
  return `${count} observables were left out: as many as QUOTA_OBSERVABLES allows are stored.`;
}

/**
 * Deletes the files of a session that was deleted during its analysis, because they may have been stored afterwards.
 */
async function abandon(deps: SessionDeps, sessionId: string): Promise<never> {
  await deps.sessionFiles.remove(sessionId);
  throw new AppError("not_found", "The session was deleted while it was being analyzed.");
}
