import type { AsideReason } from "./acts/aside-reasons.ts";
import type { Span } from "../../text/document/document.ts";

/** The printed id, name or command that made the embedded analyzer report a technique. */
export interface TechniqueHit {
  kind: "id" | "name" | "command";
  text: string;
}

/** Why the embedded analyzer reports a technique. Language models provide no such explanation. */
export interface TechniqueExplanation {
  hit: TechniqueHit | null;
  /** Words of the evidence with the most weight, heaviest first, with their share of all support, 0..1. */
  features: { words: string; share: number }[];
  /** Other techniques that the sentence might describe. */
  runners_up: { attack_id: string; probability: number }[];
  /** The ATT&CK procedure most similar to the evidence, or null if none is similar enough. */
  nearest_procedure: TechniqueProcedure | null;
}

/** A procedure of the technique that a release lists for a group, a campaign or software. */
export interface TechniqueProcedure {
  source_id: string;
  name: string;
  /** Similarity of the two texts, 0..1. */
  similarity: number;
  /** Up to five words of the evidence that occur in both, heaviest first. */
  words: string[];
}

/** An empty explanation. */
export const UNEXPLAINED: TechniqueExplanation = {
  hit: null,
  features: [],
  runners_up: [],
  nearest_procedure: null,
};

/**
 * One technique from a provider, before grounding: the id may be unknown or revoked, and the evidence may be invented.
 * Offsets are UTF-16 units into the text, or null if the provider returns none.
 */
export interface FoundTechnique {
  attack_id: string;
  confidence: number;
  evidence: string;
  evidence_start: number | null;
  evidence_end: number | null;
  /** Passages about it, best first. Empty if only the evidence is known. */
  passages: Span[];
  /** Warnings for an analyst to check, in plain sentences. */
  warnings: string[];
  explanation: TechniqueExplanation;
  /** Results of the embedded analyzer and the language model. Absent if no model judged it. */
  judgement?: Judgement;
}

/** Whether a passage describes a technique. `other` if another id is right for its words. */
export const VERDICTS = ["yes", "no", "other"] as const;

/** A language model's verdict on one passage and one technique. */
export interface Verdict extends Span {
  verdict: (typeof VERDICTS)[number];
  /** The id that it suggests instead of the requested one. */
  other_id: string | null;
  /** One sentence in the model's own words. */
  reason: string;
}

/** Who reports a technique: both, one alone, or the analyzer or a session against the model's verdict. */
export const STANDINGS = ["agreed", "embedded_only", "model_only", "disputed"] as const;

/** The results of the embedded analyzer and the language model for a technique. */
export interface Judgement {
  standing: (typeof STANDINGS)[number];
  /** Confidence of the embedded analyzer, 0..1, or null if it does not propose the technique. */
  embedded: number | null;
  verdicts: Verdict[];
}

/** A technique that the text mentions without adversary activity, with the excluded passage and the reason. */
export interface AsideTechnique extends Span {
  attack_id: string;
  reason: AsideReason;
}
