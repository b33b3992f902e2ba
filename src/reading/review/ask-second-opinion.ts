import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { idsAt } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { commit } from "../../platform/audit/commit.ts";
import type { ReviewDeps } from "./deps.ts";
import { compareText } from "../../platform/lib/text.ts";
import { isReport } from "../document-kind/say-kind.ts";
import { gateFindings } from "../sessions/gate-findings.ts";
import { groundFindings } from "../sessions/ground-findings.ts";
import { type AnalysisMode, BALANCED } from "../analyser/strictness.ts";
import { openProvider } from "../providers/open-provider.ts";
import { readSessionDocument } from "../sessions/text/session-document.ts";
import { readSession } from "../sessions/read-session.ts";
import { requireCompleted } from "../sessions/require-completed.ts";
import { noSuchSession } from "../sessions/session-errors.ts";
import type { TechniqueResult } from "../sessions/schema.ts";
import type { SecondOpinion } from "./opinion-schema.ts";
import type { ProviderSlot } from "../providers/vocabulary.ts";

/** Who is asked, and against which release: that of the session unless another one is given. */
export interface OpinionRequest {
  slot: ProviderSlot;
  version: string | undefined;
  /** How the other provider is to analyse; as strictly as the session was unless given. */
  mode: AnalysisMode | undefined;
}

/**
 * Has another provider analyse a session's stored text, as strictly, and reports technique by technique
 * whether the two agree. Against another release, the ids of the session are followed to it. The
 * session stays as it is.
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
  const { domain, min_confidence } = session;
  // A judged session is compared with what the other provider finds by itself.
  const mode = askedMode ?? (session.mode === "judged" ? BALANCED.mode : session.mode);
  const provider = openProvider(deps, slot, mode);
  const version = asked ?? session.version;
  const release = await resolveIndex(deps, { domain, version });
  const stored = await readSessionDocument(deps, sessionId);
  const first = await readSession(deps, sessionId, false);
  if (stored === null || first === null) throw noSuchSession(sessionId);
  const model = await provider.model(release);
  // The report leaves for somebody else now, which the trail is to show whatever comes back.
  await commit(deps, {
    act: {
      actor,
      action: "session.second_opinion",
      object: ["session", sessionId],
      details: { provider: slot, model },
    },
    when: "always",
    parts: [],
  });
  const silent = { token: () => undefined, progress: () => undefined };
  const strictness = { mode, min_confidence };
  const { document } = stored;
  const request = { document, release, strictness, signal, stream: false, sessionId };
  const findings = await provider.analyse(request, silent);
  const known = await deps.knownIds.open();
  const grounded = groundFindings(findings, document, release, known);
  const own = first.techniques.filter(({ review_status: status }) => status !== "rejected");
  // Analysts who added techniques have overruled the kind; then the other provider's findings count as well.
  const isOverruled = !isReport(session.document_kind) && own.length > 0;
  const second = isOverruled ? grounded : gateFindings(grounded, session.document_kind);
  const followed = version === session.version ? own : follow(own, release, known);
  const techniques = compare(followed, second.techniques);
  const both = techniques.filter(({ verdict }) => verdict === "both").length;
  return {
    session_id: sessionId,
    provider: slot,
    model,
    domain,
    version,
    agreement: techniques.length === 0 ? 1 : round(both / techniques.length),
    techniques,
    rejected_techniques: second.rejected,
  };
}

type View = Omit<TechniqueResult, "explanation" | "review_status">;

/** Techniques as a release has them. */
function follow(techniques: readonly View[], release: ReleaseIndex, known: KnownIds): View[] {
  return techniques.flatMap((view) =>
    idsAt(view.attack_id, release, known).map((attack_id) => {
      const there = release.techniques.get(attack_id);
      const tactics = there?.tactics ?? [view.tactic];
      const tactic = tactics.includes(view.tactic) ? view.tactic : (tactics[0] ?? view.tactic);
      return { ...view, attack_id, name: there?.name ?? view.name, tactic };
    }),
  );
}

/** Techniques that both name, then those of one alone; by id. */
function compare(first: readonly View[], second: readonly View[]): SecondOpinion["techniques"] {
  const ofFirst = new Map(first.map((technique) => [technique.attack_id, technique]));
  const ofSecond = new Map(second.map((technique) => [technique.attack_id, technique]));
  const order = { both: 0, first_only: 1, second_only: 2 };
  return [...new Map([...ofSecond, ...ofFirst]).values()]
    .map(({ attack_id, name, tactic }) => {
      const [a, b] = [ofFirst.get(attack_id), ofSecond.get(attack_id)];
      const verdict = a === undefined ? "second_only" : b === undefined ? "first_only" : "both";
      return { attack_id, name, tactic, verdict, first: toView(a), second: toView(b) } as const;
    })
    .sort((a, b) => order[a.verdict] - order[b.verdict] || compareText(a.attack_id, b.attack_id));
}

function toView(technique: View | undefined) {
  if (technique === undefined) return null;
  const { confidence, evidence, evidence_start, evidence_end, verified } = technique;
  return { confidence, evidence, evidence_start, evidence_end, verified };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
