import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";

/** What made the embedded analyser name a technique: a printed id or a printed name, as it stands in the text. */
export interface TechniqueHit {
  kind: "id" | "name";
  text: string;
}

/** Why the embedded analyser names a technique; a language model gives no such account. */
export interface TechniqueExplanation {
  hit: TechniqueHit | null;
  /** Words of the evidence that weighed most, heaviest first, with their share of all that spoke for it, 0..1. */
  features: { words: string; share: number }[];
  /** What the sentence might have been about instead. */
  runners_up: { attack_id: string; probability: number }[];
}

/** No account at all. */
export const UNEXPLAINED: TechniqueExplanation = { hit: null, features: [], runners_up: [] };

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
  explanation: TechniqueExplanation;
}

export interface ProviderFindings {
  summary: string;
  techniques: FoundTechnique[];
  /** Groups that the provider names; grounding keeps those that the release knows. */
  group_names: string[];
  chunks: number;
  chars_analyzed: number;
}

export interface AnalysisRequest {
  text: string;
  release: ReleaseIndex;
  signal: AbortSignal;
  /** Whether somebody reads along: then a language model is asked to stream. */
  stream: boolean;
}

/** Called while the analysis runs; a stream forwards them, a plain request ignores them. */
export interface ProviderEvents {
  token(content: string): void;
  progress(stage: string, done: number, total: number): void;
}

/**
 * The contract of a provider kind. `analyse` rejects with `AppError` (`provider_*`) when it fails,
 * and with the signal's reason when it is aborted.
 */
export interface AnalysisProvider {
  readonly kind: string;
  /** What answers for this release, as it is told to the analyst. */
  model(release: ReleaseIndex): Promise<string>;
  analyse(request: AnalysisRequest, events: ProviderEvents): Promise<ProviderFindings>;
}
