import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { commit } from "../../platform/audit/commit.ts";
import type { ReviewDeps } from "./deps.ts";
import { compareText } from "../../platform/lib/text.ts";
import { groundFindings } from "../sessions/ground-findings.ts";
import { openProvider } from "../providers/open-provider.ts";
import { readSession } from "../sessions/read-session.ts";
import { requireCompleted } from "../sessions/require-completed.ts";
import { noSuchSession } from "../sessions/session-errors.ts";
import type { SecondOpinion, TechniqueResult } from "../sessions/schema.ts";
import type { ProviderSlot } from "../providers/vocabulary.ts";

/**
 * Has another provider read a session's stored text against the same release, as strictly, and says
 * technique by technique whether the two agree. The session stays as it is.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `version_not_found`, `provider_*`
 */
export async function askSecondOpinion(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  slot: ProviderSlot,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const provider = openProvider(deps, slot);
  const session = await requireCompleted(deps, sessionId);
  const { domain, version, mode, min_confidence } = session;
  const release = await resolveIndex(deps, { domain, version });
  const text = await deps.sessionFiles.readText(sessionId);
  const first = await readSession(deps, sessionId, false);
  if (text === null || first === null) throw noSuchSession(sessionId);
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
  const request = { text, release, strictness, signal, stream: false };
  const findings = await provider.analyse(request, silent);
  const second = groundFindings(findings, text, release, await deps.knownIds.open());
  const own = first.techniques.filter(({ review_status: status }) => status !== "rejected");
  const techniques = compare(own, second.techniques);
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
