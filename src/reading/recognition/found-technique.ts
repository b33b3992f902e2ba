import type { AsideReason } from "./acts/aside-reasons.ts";
import type { Span } from "../../text/document/document.ts";

/** What made the embedded analyzer name a technique: an id, a name or a command, as printed in the text. */
export interface TechniqueHit {
  kind: "id" | "name" | "command";
  text: string;
}

/** Why the embedded analyzer names a technique; a language model gives no such account. */
export interface TechniqueExplanation {
  hit: TechniqueHit | null;
  /** Words of the evidence that weighed most, heaviest first, with their share of all that spoke for it, 0..1. */
  features: { words: string; share: number }[];
  /** What the sentence might have been about instead. */
  runners_up: { attack_id: string; probability: number }[];
  /** The procedure of ATT&CK that the evidence is told most like; null where none is like it. */
  nearest_procedure: TechniqueProcedure | null;
}

/** A procedure of the technique, as a release tells it of a group, a campaign or a software. */
export interface TechniqueProcedure {
  source_id: string;
  name: string;
  /** Likeness of the two texts, 0..1. */
  similarity: number;
  /** Up to five words of the evidence that stand in both, heaviest first. */
  words: string[];
}

/** No account at all. */
export const UNEXPLAINED: TechniqueExplanation = {
  hit: null,
  features: [],
  runners_up: [],
  nearest_procedure: null,
};

/**
 * One technique as a provider names it, before grounding: the id may be unknown or revoked,
 * the evidence may be invented. Offsets are UTF-16 units into the text, null when the provider gives none.
 */
export interface FoundTechnique {
  attack_id: string;
  confidence: number;
  evidence: string;
  evidence_start: number | null;
  evidence_end: number | null;
  /** Where the text speaks of it, best first; empty where only the evidence is known. */
  passages: Span[];
  /** What an analyst should check, in plain sentences. */
  warnings: string[];
  explanation: TechniqueExplanation;
  /** What embedded analyzer and language model say of it; absent where no model judged. */
  judgement?: Judgement;
}

/** Whether a passage describes a technique; `other` if another id is right for its words. */
export const VERDICTS = ["yes", "no", "other"] as const;

/** What a language model says of one passage and one technique. */
export interface Verdict extends Span {
  verdict: (typeof VERDICTS)[number];
  /** The id that it names instead of the one that was asked for. */
  other_id: string | null;
  /** In one sentence, in its own words. */
  reason: string;
}

/** Who names a technique: both, one alone, or the analyzer or a session against the model's word. */
export const STANDINGS = ["agreed", "embedded_only", "model_only", "disputed"] as const;

/** A technique as embedded analyzer and language model see it. */
export interface Judgement {
  standing: (typeof STANDINGS)[number];
  /** How sure the embedded analyzer is, 0..1; null for what it does not propose. */
  embedded: number | null;
  verdicts: Verdict[];
}

/** A technique that the text speaks of, though of no act: with what was set aside, and why. */
export interface AsideTechnique extends Span {
  attack_id: string;
  reason: AsideReason;
}
