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

/** Confidence from which both are considered to report a technique. */
export const LIKELY = 0.5;
/**
 * Prior of a technique that only the model proposes. After its verdict, such techniques are right about as often as
 * others of this confidence (docs/measuring.md).
 */
const PROPOSED = 0.08;

export const DISPUTED =
  "The language model does not see this technique in its passages. Compare its reasons.";

/** A technique with the model's verdicts on its passages. */
interface Judged {
  attack_id: string;
  /** The embedded analyzer's result. Null if it does not propose the technique. */
  found: FoundTechnique | null;
  /** The session's row for a second opinion, or null. */
  proposal: FoundTechnique | null;
  pairs: { pair: Pair; answer: Answer }[];
  vote: boolean | null;
}

/** Techniques with both results, and the model's estimated reliability. */
export interface Merged {
  techniques: FoundTechnique[];
  reliability: Reliability;
}

/** The judged techniques and their text. */
export interface Asked {
  pairs: readonly Pair[];
  /** The techniques of a session that needs a second opinion. */
  proposals: readonly FoundTechnique[];
  text: string;
  release: ReleaseIndex;
}

/**
 * Merges the embedded analyzer's proposals with a model's answers into one entry per technique, with their combined
 * confidence and each result. Passages that the model confirms come first. A session's proposal is returned even if
 * neither confirms it, so that the reasons against it are known.
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
    // A model denies a technique only if it judged every passage.
    const isHeard = own.length > 0 && own.length === asked.get(id)?.length;
    const vote = isSeen || (isHeard ? false : null);
    const proposal = proposed.get(id) ?? null;
    return { attack_id: id, found: byId.get(id) ?? null, proposal, pairs: own, vote };
  });
  // Only the analyzer's confidence is calibrated, so only its proposals show how reliable the model is.
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

/** Returns the passages that the model confirms, or else those of the analyzer, or else those of the session. */
function shownBy({ found, proposal, pairs, vote }: Judged): Span[] {
  const seen = pairs.filter(({ answer }) => answer.verdict === "yes").map(({ pair }) => pair.place);
  if (vote === true) return seen;
  const named = found ?? proposal;
  return named === null ? [] : placesOf(named);
}
