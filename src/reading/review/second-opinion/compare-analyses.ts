import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { idsAt } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import {
  type FoundTechnique,
  type Judgement,
  UNEXPLAINED,
} from "../../recognition/found-technique.ts";
import type { TechniqueResult } from "../../sessions/schema.ts";
import type { OpinionRow, Proposal } from "./opinion-schema.ts";

type Technique = Omit<TechniqueResult, "explanation" | "review_status">;

/** Two analyses of one text, mapped to one release. */
export interface Compared {
  /** Techniques of the session, without rejected ones. */
  first: readonly Technique[];
  second: readonly Technique[];
  /** IDs that analysts rejected, or replaced by others: they are not proposed again. */
  overruled: ReadonlySet<string>;
  /** The judge's results, including techniques that it does not report. */
  judgements: ReadonlyMap<string, Judgement>;
}

/** Returns techniques of a session, mapped to a release. */
export function followTechniques<T extends Technique>(
  techniques: readonly T[],
  release: ReleaseIndex,
  known: KnownIds,
): T[] {
  return techniques.flatMap((technique) =>
    idsAt(technique.attack_id, release, known).map((attack_id) => {
      const there = release.techniques.get(attack_id);
      const tactics = there?.tactics ?? [technique.tactic];
      const tactic = tactics.includes(technique.tactic)
        ? technique.tactic
        : (tactics[0] ?? technique.tactic);
      return { ...technique, attack_id, name: there?.name ?? technique.name, tactic };
    }),
  );
}

/** Returns a technique of a session as a proposal to the judge. */
export function toProposal(technique: Technique): FoundTechnique {
  const { attack_id, confidence, evidence, evidence_start, evidence_end } = technique;
  const { passages, warnings } = technique;
  const place = { evidence, evidence_start, evidence_end, passages };
  return { attack_id, confidence, ...place, warnings, explanation: UNEXPLAINED };
}

/** Compares two analyses by technique: those in both first, then those in only one, by id. */
export function compareAnalyses(compared: Compared): OpinionRow[] {
  const { first, second, judgements } = compared;
  const ofFirst = new Map(first.map((technique) => [technique.attack_id, technique]));
  const ofSecond = new Map(second.map((technique) => [technique.attack_id, technique]));
  const order = { both: 0, first_only: 1, second_only: 2 };
  return [...new Map([...ofSecond, ...ofFirst]).values()]
    .map(({ attack_id, name, tactic }): OpinionRow => {
      const [a, b] = [ofFirst.get(attack_id), ofSecond.get(attack_id)];
      const verdict = a === undefined ? "second_only" : b === undefined ? "first_only" : "both";
      const judgement = judgements.get(attack_id) ?? null;
      const mayAdd = b?.verified === true && !compared.overruled.has(attack_id);
      const proposal = proposalFor(verdict, mayAdd, judgement);
      const sides = { first: toSide(a), second: toSide(b) };
      return { attack_id, name, tactic, verdict, proposal, judgement, ...sides };
    })
    .sort((a, b) => order[a.verdict] - order[b.verdict] || compareText(a.attack_id, b.attack_id));
}

function proposalFor(
  verdict: OpinionRow["verdict"],
  mayAdd: boolean,
  judgement: Judgement | null,
): Proposal {
  if (verdict === "second_only" && mayAdd) return "add";
  return verdict !== "second_only" && isDenied(judgement) ? "question" : "keep";
}

/**
 * Returns whether a verdict denies a technique. Analyzers miss techniques, so only a verdict is a reason to question
 * one.
 */
function isDenied(judgement: Judgement | null): boolean {
  const verdicts = judgement?.verdicts ?? [];
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict !== "yes");
}

function toSide(technique: Technique | undefined): OpinionRow["first"] {
  if (technique === undefined) return null;
  const { confidence, evidence, evidence_start, evidence_end, verified } = technique;
  return { confidence, evidence, evidence_start, evidence_end, verified };
}
