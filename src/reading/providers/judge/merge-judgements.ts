import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { Span } from "../../../text/document/document.ts";
import {
  type FoundTechnique,
  type Judgement,
  UNEXPLAINED,
  type Verdict,
} from "../../recognition/found-technique.ts";
import { type Pair, placesOf } from "./propose-pairs.ts";
import type { Answer } from "./verdict.ts";
import { combine, estimateReliability, type Reliability } from "./weigh-verdicts.ts";

/** From here on both are taken to name a technique: it is likelier than not. */
export const LIKELY = 0.5;
/**
 * How likely a technique is that only the model proposes, before its verdict: with it, such techniques are right about
 * as often as those of this confidence (docs/measuring.md).
 */
const PROPOSED = 0.08;

export const DISPUTED =
  "The language model does not see this technique in its passages. Compare its reasons.";

/** A technique with the model's verdicts on its passages. */
interface Judged {
  attack_id: string;
  /** What the embedded analyzer says of it; null for what it does not propose. */
  found: FoundTechnique | null;
  /** The row of the session that asks for a second opinion; null if it has none. */
  proposal: FoundTechnique | null;
  pairs: { pair: Pair; answer: Answer }[];
  vote: boolean | null;
}

/** Techniques as both see them, and how reliable the model proved. */
export interface Merged {
  techniques: FoundTechnique[];
  reliability: Reliability;
}

/** What is judged, and of which text. */
export interface Asked {
  pairs: readonly Pair[];
  /** The techniques of a session that asks for a second opinion. */
  proposals: readonly FoundTechnique[];
  text: string;
  release: ReleaseIndex;
}

/**
 * Joins what the embedded analyzer proposed with a model's answers: one technique each, as sure as both together
 * are of it, with who says what. Passages that the model finds it in come first. A proposal of a session
 * is returned even if nobody else sees it, so that the reasons against it are known.
 */
export function mergeJudgements(
  found: readonly FoundTechnique[],
  answers: ReadonlyMap<Pair, Answer>,
  { pairs, proposals, text, release }: Asked,
): Merged {
  const byActiveId = (techniques: readonly FoundTechnique[]) =>
    new Map(
      techniques.map((one) => [release.replacements.get(one.attack_id) ?? one.attack_id, one]),
    );
  const byId = byActiveId(found);
  const proposed = byActiveId(proposals);
  const asked = Map.groupBy(pairs, ({ attack_id }) => attack_id);
  const ids = [...new Set([...byId.keys(), ...asked.keys()])];
  const judged = ids.map((id): Judged => {
    const own = (asked.get(id) ?? []).flatMap((pair) => {
      const answer = answers.get(pair);
      return answer === undefined ? [] : [{ pair, answer }];
    });
    const isSeen = own.some(({ answer }) => answer.verdict === "yes");
    // Only a model that was heard on every passage denies a technique.
    const isHeard = own.length > 0 && own.length === asked.get(id)?.length;
    const vote = isSeen || (isHeard ? false : null);
    const proposal = proposed.get(id) ?? null;
    return { attack_id: id, found: byId.get(id) ?? null, proposal, pairs: own, vote };
  });
  // Only the analyzer's confidence is calibrated, so only what it proposes tells how good the model is.
  const reliability = estimateReliability(
    judged.flatMap(({ found: own, vote }) => (own ? [{ prior: own.confidence, vote }] : [])),
  );
  const techniques = judged
    .filter(
      ({ found: own, proposal, vote }) =>
        own !== null || vote === true || (vote === false && proposal !== null),
    )
    .map((one) => toFound(one, reliability, text));
  return { techniques, reliability };
}

function toFound(judged: Judged, reliability: Reliability, text: string): FoundTechnique {
  const { attack_id, found, pairs, vote } = judged;
  const prior = found?.confidence ?? (vote === true ? PROPOSED : 0);
  const judgement: Judgement = {
    standing: standingOf(judged),
    embedded: found?.confidence ?? null,
    verdicts: pairs.map(({ pair, answer }) => toVerdict(pair, answer)),
  };
  const passages = shownBy(judged);
  const [evidence] = passages;
  return {
    ...(found ?? { warnings: [], explanation: UNEXPLAINED }),
    attack_id,
    confidence: combine({ prior, vote }, reliability),
    evidence: text.slice(evidence?.start ?? 0, evidence?.end ?? 0),
    evidence_start: evidence?.start ?? null,
    evidence_end: evidence?.end ?? null,
    passages,
    warnings: [
      ...(found?.warnings ?? []),
      ...(judgement.standing === "disputed" ? [DISPUTED] : []),
    ],
    judgement,
  };
}

function standingOf({ found, proposal, vote }: Judged): Judgement["standing"] {
  const isNamed = (found?.confidence ?? 0) >= LIKELY;
  if (vote === true) return isNamed ? "agreed" : "model_only";
  const isDenied = vote === false && (isNamed || proposal !== null);
  return isDenied ? "disputed" : "embedded_only";
}

function toVerdict({ place: { start, end } }: Pair, answer: Answer): Verdict {
  const { verdict, other_id, reason } = answer;
  return { start, end, verdict, other_id, reason };
}

/** Where the model finds it; where it finds it nowhere, where the analyzer does, or else the session. */
function shownBy({ found, proposal, pairs, vote }: Judged): Span[] {
  const seen = pairs.filter(({ answer }) => answer.verdict === "yes").map(({ pair }) => pair.place);
  if (vote === true) return seen;
  const named = found ?? proposal;
  return named === null ? [] : placesOf(named);
}
