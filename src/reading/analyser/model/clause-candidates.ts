import { cutActs } from "./clauses.ts";
import type { CandidateList } from "./candidate-list.ts";
import { completeScores, scoreFeatures, scoresFor, type Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { bestOf, selectCandidates } from "./select-candidates.ts";
import { blendOf } from "./candidate-values.ts";
import { signalsOf, type SentenceFacts } from "./signals.ts";

/** A clause speaks for a class from this probability on, */
const SPEAKS = Math.log(0.5);
/** and if it says more than the sentence by this factor, as a log. */
const SAYS_MORE = 1;

/** Below this by the softmax alone it is not asked what all models say of a clause. */
const MAY_SPEAK = Math.log(0.3);

/** Adds what the clauses of one sentence speak for to the candidates of the sentence. */
export type AddClauses = (
  sentence: number,
  text: string,
  facts: SentenceFacts,
  neighbours: readonly (Scores | null)[],
) => void;

/**
 * Two acts in one sentence blur each other: a clause that is far surer of a class than the whole
 * sentence is a candidate beside it, with the sentence's own cues, hits and place. The surer of the
 * two counts.
 */
export function createClauseReader(weights: Weights, candidates: CandidateList): AddClauses {
  const { taxonomy } = weights;
  const reused = scoresFor(weights);
  return (sentence, text, facts, neighbours) => {
    const [surest = 0] = facts.best.blend;
    for (const clause of cutActs(text)) {
      scoreFeatures(clause, weights, reused);
      if (!saysSomething(reused)) continue;
      // The encoder knows the several acts of a sentence by itself.
      reused.encoder.set(facts.scores.encoder);
      const scores = completeScores(weights, reused);
      const best = bestOf(scores);
      const units = selectCandidates(scores, best, [], taxonomy).filter((unit) => {
        const log = blendOf(unit, scores);
        // What the sentence speaks for most goes first in the clause that it comes from.
        const isOther = unit.isFamily ? taxonomy.parent[surest] !== unit.c : surest !== unit.c;
        if (isOther && log <= (scores.blend[surest] ?? 0) + SAYS_MORE) return false;
        return log > SPEAKS && log > blendOf(unit, facts.scores) + SAYS_MORE;
      });
      if (units.length === 0) continue;
      // A clause stands among the same neighbours.
      scores.context.set(facts.scores.context);
      const own = { ...facts, scores, best: { ...best, context: facts.best.context } };
      for (const unit of units) {
        candidates.push(unit, sentence, signalsOf(unit, own, neighbours, weights.taxonomy));
      }
    }
  };
}

function saysSomething({ log }: Scores): boolean {
  for (let c = 1; c < log.length; c += 1) if ((log[c] ?? 0) > MAY_SPEAK) return true;
  return false;
}
