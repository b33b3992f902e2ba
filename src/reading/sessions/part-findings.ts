import { reaches } from "../analyser/strictness.ts";
import type { StoredTechnique } from "./store.ts";
import type { CandidateTechnique, RejectedTechnique } from "./tables.ts";

/** Findings separated by a threshold. */
export interface PartedFindings {
  techniques: StoredTechnique[];
  candidates: CandidateTechnique[];
  /** Below the threshold and without a place in the text, which a candidate requires. */
  rejected: RejectedTechnique[];
}

/** Returns a technique as a candidate, with its place in the text. */
export function toCandidate(
  { attack_id, name, tactic, confidence, judgement }: StoredTechnique,
  place: Pick<CandidateTechnique, "evidence" | "evidence_start" | "evidence_end">,
): CandidateTechnique {
  const judged = judgement === null ? {} : { judgement };
  return { attack_id, name, tactic, confidence, ...place, ...judged };
}

/** Separates findings that reach a threshold from candidates, with the exact passage of the text. */
export function partFindings(
  found: readonly StoredTechnique[],
  threshold: number,
  text: string,
): PartedFindings {
  const parted: PartedFindings = { techniques: [], candidates: [], rejected: [] };
  for (const technique of found) {
    const { attack_id, confidence, evidence_start: start, evidence_end: end } = technique;
    if (reaches(confidence, threshold)) parted.techniques.push(technique);
    else if (start === null || end === null) {
      const reason = `was claimed with a confidence of ${confidence}, below ${threshold}, and evidence that only renders the text`;
      parted.rejected.push({ attack_id, reason });
    } else {
      const evidence = text.slice(start, end);
      const place = { evidence, evidence_start: start, evidence_end: end };
      parted.candidates.push(toCandidate(technique, place));
    }
  }
  return parted;
}
