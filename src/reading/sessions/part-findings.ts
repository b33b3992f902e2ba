import { reaches } from "../analyser/strictness.ts";
import type { StoredTechnique } from "./store.ts";
import type { CandidateTechnique, RejectedTechnique } from "./tables.ts";

/** Findings parted by a threshold. */
export interface PartedFindings {
  techniques: StoredTechnique[];
  candidates: CandidateTechnique[];
  /** Below the threshold and without a place in the text, which a candidate has. */
  rejected: RejectedTechnique[];
}

/** Parts what reaches a threshold from what is a candidate only, with the passage as it stands in the text. */
export function partFindings(
  found: readonly StoredTechnique[],
  threshold: number,
  text: string,
): PartedFindings {
  const parted: PartedFindings = { techniques: [], candidates: [], rejected: [] };
  for (const technique of found) {
    const { attack_id, name, tactic, confidence } = technique;
    const { evidence_start: start, evidence_end: end, judgement } = technique;
    if (reaches(confidence, threshold)) parted.techniques.push(technique);
    else if (start === null || end === null) {
      const reason = `was claimed with a confidence of ${confidence}, below ${threshold}, and evidence that only renders the text`;
      parted.rejected.push({ attack_id, reason });
    } else {
      const evidence = text.slice(start, end);
      const place = { evidence, evidence_start: start, evidence_end: end };
      const judged = judgement === null ? {} : { judgement };
      parted.candidates.push({ attack_id, name, tactic, confidence, ...place, ...judged });
    }
  }
  return parted;
}
