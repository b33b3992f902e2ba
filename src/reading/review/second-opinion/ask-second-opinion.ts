import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { commit } from "../../../platform/audit/commit.ts";
import { type AnalysisMode, BALANCED } from "../../analyser/strictness.ts";
import { isReport } from "../../document-kind/describe-kind.ts";
import type { ProviderFindings } from "../../providers/analysis-provider.ts";
import { openProvider } from "../../providers/open-provider.ts";
import type { ProviderSlot } from "../../providers/vocabulary.ts";
import { analyseInTime } from "../../sessions/analyse-report.ts";
import { warnOfAnswer } from "../../sessions/check-answer.ts";
import { gateFindings } from "../../sessions/gate-findings.ts";
import { groundFindings } from "../../sessions/ground-findings.ts";
import { readSession } from "../../sessions/read-session.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import type { TechniqueResult } from "../../sessions/schema.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import type { StoredTechnique } from "../../sessions/store.ts";
import { readSessionDocument } from "../../sessions/text/session-document.ts";
import type { ReviewDeps } from "../deps.ts";
import { compareAnalyses, followTechniques, toProposal } from "./compare-analyses.ts";
import type { SecondOpinion } from "./opinion-schema.ts";
import { storeOpinion } from "./opinion-store.ts";

/** The provider and release. Defaults to the session's release. */
export interface OpinionRequest {
  slot: ProviderSlot;
  version: string | undefined;
  /** Mode of the other provider. Defaults to the session's mode. */
  mode: AnalysisMode | undefined;
}

/**
 * Has another provider analyze a session's stored text with the same strictness. Reports for each technique whether
 * the two agree, and what the provider proposes. A judge also decides on the session's techniques. Against another
 * release, these are mapped to it. The opinion is stored and the session does not change, so a signed session may
 * have second opinions, too.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `version_not_found`, `provider_*`
 */
export async function askSecondOpinion(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  { slot, version: asked, mode: askedMode }: OpinionRequest,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const session = await requireCompleted(deps, sessionId);
  const { domain, min_confidence, document_kind: kind } = session;
  // A judged session is compared with the other provider's own findings.
  const mode = askedMode ?? (session.mode === "judged" ? BALANCED.mode : session.mode);
  const provider = openProvider(deps, slot, mode);
  const version = asked ?? session.version;
  const release = await resolveIndex(deps, { domain, version });
  const stored = await readSessionDocument(deps, sessionId);
  const first = await readSession(deps, sessionId, false);
  if (stored === null || first === null) throw noSuchSession(sessionId);
  const model = await provider.model(release);
  // The report is sent to another provider now, which the trail must record whatever the result.
  const begun = await commit(deps, {
    act: {
      actor,
      action: "session.second_opinion",
      object: ["session", sessionId],
      details: { provider: slot, model },
    },
    when: deps.sessions.isIn(sessionId, "completed"),
    parts: [],
  });
  if (!begun) throw noSuchSession(sessionId);
  const known = await deps.knownIds.open();
  const isSame = version === session.version;
  const all = isSame ? first.techniques : followTechniques(first.techniques, release, known);
  const own = all.filter((technique) => !isRejected(technique));
  const { document } = stored;
  const strictness = { mode, min_confidence };
  const proposals = own.map(toProposal);
  const request = { document, release, strictness, signal, stream: false, sessionId, proposals };
  const findings = await analyseInTime(provider, request);
  const grounded = groundFindings(findings, document, release, known);
  // Analysts who added techniques have overruled the kind, so the other provider's findings count too.
  const isOverruled = !isReport(kind) && own.length > 0;
  const second = isOverruled ? grounded : gateFindings(grounded, kind);
  const { additions, ...compared } = composeOpinion(all, second.techniques, findings);
  const answer: SecondOpinion = {
    opinion_id: deps.newId(),
    session_id: sessionId,
    created_at: deps.now(),
    provider: slot,
    model,
    mode,
    domain,
    version,
    ...compared,
    rejected_techniques: second.rejected,
    warnings: warnOfAnswer(document, second, findings, isReport(kind) || isOverruled),
    usage: findings.usage,
  };
  await storeOpinion(deps, { answer, additions });
  return answer;
}

/** Compares a session's techniques with the other provider's findings. */
function composeOpinion(
  all: readonly TechniqueResult[],
  second: readonly StoredTechnique[],
  findings: ProviderFindings,
) {
  const rejected = all.filter(isRejected).map(({ attack_id: id }) => id);
  const techniques = compareAnalyses({
    first: all.filter((technique) => !isRejected(technique)),
    second,
    overruled: new Set([...rejected, ...all.flatMap(({ found_as: id }) => id ?? [])]),
    judgements: new Map(
      findings.techniques.flatMap(({ attack_id: id, judgement }) =>
        judgement === undefined ? [] : [[id, judgement]],
      ),
    ),
  });
  const both = techniques.filter(({ verdict }) => verdict === "both").length;
  const added = new Set(
    techniques.filter(({ proposal }) => proposal === "add").map(({ attack_id: id }) => id),
  );
  return {
    agreement: techniques.length === 0 ? 1 : round(both / techniques.length),
    techniques,
    additions: second.filter(({ attack_id: id }) => added.has(id)),
  };
}

function isRejected({ review_status: status }: TechniqueResult): boolean {
  return status === "rejected";
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
