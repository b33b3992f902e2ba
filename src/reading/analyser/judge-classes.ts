import { reasonAt, type SentenceJudge } from "../recognition/acts/judge-sentences.ts";
import type { AsideReason } from "../recognition/acts/aside-reasons.ts";
import type { Sentence } from "../../text/sentences/sentences.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import { scoreSentence, type Weights } from "./model/score-sentence.ts";
import type { Scores } from "./model/scores.ts";

/** Returns why a sentence describes no adversary activity for one class of the model, or null if it does. */
export type ClassJudge = (sentence: number, c: number) => AsideReason | null;

/**
 * Creates a judge for one class at a time. In "they did not encrypt but exfiltrated", only one clause is negated, so
 * the model finds the part of the sentence that supports the class. A printed name identifies it more reliably.
 */
export function createClassJudge(
  text: string,
  sentences: readonly Sentence[],
  judge: SentenceJudge,
  weights: Weights,
  mentionsOf: (attackId: string) => readonly TechniqueMention[],
): ClassJudge {
  // Candidates are ordered by sentence, so caching one sentence's scores is enough.
  let scored: { sentence: number; aside: Scores; standing: Scores } | null = null;
  const scoresOf = (index: number) => {
    if (scored?.sentence === index) return scored;
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    const { clauses } = judge.at(index);
    const aside = clauses.map((clause) => text.slice(clause.start, clause.end)).join(" ");
    let standing = "";
    let from = start;
    for (const clause of [...clauses, { start: end, end }]) {
      standing += `${text.slice(from, clause.start)} `;
      from = clause.end;
    }
    scored = {
      sentence: index,
      aside: scoreSentence(aside, weights),
      standing: scoreSentence(standing, weights),
    };
    return scored;
  };
  return (index, c) => {
    const judgement = judge.at(index);
    const [clause] = judgement.clauses;
    if (judgement.whole !== null || clause === undefined) return judgement.whole;
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    const printed = mentionsOf(weights.taxonomy.ids[c] ?? "").filter(
      (mention) => mention.start >= start && mention.start < end,
    );
    if (printed.length > 0) {
      return printed.every((mention) => reasonAt(judgement, mention.start) !== null)
        ? clause.reason
        : null;
    }
    const { aside, standing } = scoresOf(index);
    const p = weights.taxonomy.parent[c] ?? c;
    const says = ({ blend, family }: Scores) =>
      Math.max(blend[c] ?? 0, p === c ? (family[c] ?? 0) : -14);
    return says(aside) >= says(standing) ? clause.reason : null;
  };
}
